import { json } from "@remix-run/node";
import type { ErrorResponse } from "../extension-api/responses.ts";
import { theServices } from "../composition/services.server.ts";
import { authenticate } from "../shopify.server.ts";
import { readPageShop } from "../shops/page-shop.ts";
import { shopForSession } from "./require-shop.server.ts";

/** Who asks, and what works on their shop. */
export type ExtensionContext = Awaited<ReturnType<typeof shopForSession>> & {
  /** IANA name of the shop's time zone. */
  timezone: string;
};

const rejection = (message: string, status: number) => json<ErrorResponse>({ message }, status);

/**
 * Answers an extension of the Shopify admin, which asks from Shopify's own origin with an id token: whatever is answered, also a
 * failure, carries the headers that let it be read there (shopify: authenticate.admin, cors). Nothing else lets a browser in.
 */
export async function handleExtensionRequest(
  request: Request,
  handler: (context: ExtensionContext) => Promise<unknown>,
): Promise<Response> {
  // Without a token the SDK takes it for a page, and leads to a login; an extension is told plainly.
  if (request.method !== "OPTIONS" && !request.headers.get("authorization")?.startsWith("Bearer ")) {
    return allowAnyOrigin(rejection("Open this in the Shopify admin.", 401));
  }
  const { session, cors } = await authenticate.admin(request);
  return cors(await respond(session, handler));
}

async function respond(
  session: { shop: string; scope?: string },
  handler: (context: ExtensionContext) => Promise<unknown>,
) {
  try {
    const shopContext = await shopForSession(session);
    const pageShop = await readPageShop(shopContext.ctx, shopContext.shop.domain);
    return json(await handler({ ...shopContext, timezone: pageShop?.timezone ?? "UTC" }), {
      headers: { "cache-control": "no-store" },
    });
  } catch (error) {
    if (error instanceof Response) return error;
    theServices().core.log.error({ error }, "an answer to an extension failed");
    return rejection("Inkbridge could not answer. Try again in a moment.", 500);
  }
}

function allowAnyOrigin(response: Response): Response {
  response.headers.set("Access-Control-Allow-Origin", "*");
  return response;
}
