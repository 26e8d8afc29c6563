import { json } from "@remix-run/node";
import type { ErrorResponse } from "../extension-api/responses.ts";
import { theServices } from "../composition/services.server.ts";
import { authenticate } from "../shopify.server.ts";
import { readPageShop } from "../shops/page-shop.ts";
import { shopForSession } from "./require-shop.server.ts";

/** The shop of a request, and the context for it. */
export type ExtensionContext = Awaited<ReturnType<typeof shopForSession>> & {
  /** IANA name of the shop's time zone. */
  timezone: string;
};

const rejection = (message: string, status: number) => json<ErrorResponse>({ message }, status);

/**
 * Answers an extension of the Shopify admin, which asks from Shopify's origin with an id token: every answer, also a
 * failure, carries the CORS headers that let the extension read it (shopify: authenticate.admin, cors).
 */
export async function handleExtensionRequest(
  request: Request,
  handler: (context: ExtensionContext) => Promise<unknown>,
): Promise<Response> {
  // Without a token the SDK would redirect to a login, as for a page.
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
