import { json } from "@remix-run/node";
import type { Refusal } from "../extension-api/responses.ts";
import { theServices } from "../services.server.ts";
import { authenticate } from "../shopify.server.ts";
import { readPageShop } from "../shops/page-shop.ts";
import { shopOf } from "./require-shop.server.ts";

/** Who asks, and what works on their shop. */
export type Asking = Awaited<ReturnType<typeof shopOf>> & {
  /** IANA name of the shop's time zone. */
  timezone: string;
};

const refusal = (message: string, status: number) => json<Refusal>({ message }, status);

/**
 * Answers an extension of the Shopify admin, which asks from Shopify's own origin with an id token: whatever is answered, also a
 * failure, carries the headers that let it be read there (shopify: authenticate.admin, cors). Nothing else lets a browser in.
 */
export async function forExtension(request: Request, work: (asking: Asking) => Promise<unknown>): Promise<Response> {
  // Without a token the SDK takes it for a page, and leads to a login; an extension is told plainly.
  if (request.method !== "OPTIONS" && !request.headers.get("authorization")?.startsWith("Bearer ")) {
    return open(refusal("Open this in the Shopify admin.", 401));
  }
  const { session, cors } = await authenticate.admin(request);
  return cors(await answered(session, work));
}

async function answered(session: { shop: string; scope?: string }, work: (asking: Asking) => Promise<unknown>) {
  try {
    const whose = await shopOf(session);
    const page = await readPageShop(whose.ctx, whose.shop.domain);
    return json(await work({ ...whose, timezone: page?.timezone ?? "UTC" }), {
      headers: { "cache-control": "no-store" },
    });
  } catch (error) {
    if (error instanceof Response) return error;
    theServices().core.log.error({ error }, "an answer to an extension failed");
    return refusal("Inkbridge could not answer. Try again in a moment.", 500);
  }
}

function open(response: Response): Response {
  response.headers.set("Access-Control-Allow-Origin", "*");
  return response;
}
