import { json } from "@remix-run/node";
import { REQUEST_ERRORS } from "../extension-api/copy.ts";
import type { ErrorResponse } from "../extension-api/responses.ts";
import { theServices } from "../composition/services.server.ts";
import { bearerToken } from "../shopify/id-token.ts";
import { authenticate } from "../shopify.server.ts";
import { readPageShop } from "../shops/page-shop.ts";
import { shopAndStaff } from "./require-shop.server.ts";

/** The shop and the member of staff of a request, and the context for them. */
export type ExtensionContext = Awaited<ReturnType<typeof shopAndStaff>> & {
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
  if (request.method !== "OPTIONS" && !bearerToken(request.headers.get("authorization"))) {
    return allowAnyOrigin(rejection(REQUEST_ERRORS.outsideAdmin, 401));
  }
  const access = await authenticate.admin(request);
  return access.cors(await respond(request, access, handler));
}

async function respond(
  request: Request,
  access: Parameters<typeof shopAndStaff>[1],
  handler: (context: ExtensionContext) => Promise<unknown>,
) {
  try {
    const context = await shopAndStaff(request, access);
    const pageShop = await readPageShop(context.ctx, context.shop.domain);
    return json(await handler({ ...context, timezone: pageShop?.timezone ?? "UTC" }), {
      headers: { "cache-control": "no-store" },
    });
  } catch (error) {
    if (error instanceof Response) return error;
    theServices().core.log.error({ error }, "an answer to an extension failed");
    return rejection(REQUEST_ERRORS.failed, 500);
  }
}

function allowAnyOrigin(response: Response): Response {
  response.headers.set("Access-Control-Allow-Origin", "*");
  return response;
}
