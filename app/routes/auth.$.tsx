import type { LoaderFunctionArgs } from "@remix-run/node";
import { authenticate } from "../shopify.server.ts";

/** Pages of the SDK itself: /auth/session-token (the bounce page), /auth/exit-iframe. */
export async function loader({ request }: LoaderFunctionArgs) {
  await authenticate.admin(request);
  return null;
}
