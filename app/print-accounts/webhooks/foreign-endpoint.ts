import type { Registration } from "../../ports/print-service.ts";
import type { ShopActionsContext } from "../context.ts";

const WEBHOOK_PATH = "/print-events/";

/**
 * The first registered address that is somebody else's, if any: neither at this app's address nor under the key of one
 * of this installation's print accounts, as at an address that the app had before.
 */
export async function findForeignEndpoint(
  ctx: Pick<ShopActionsContext, "db" | "appUrl">,
  registered: readonly Registration[],
): Promise<string | null> {
  for (const { endpoint } of registered) {
    if (endpoint !== null && !(await isOwn(ctx, endpoint))) return endpoint;
  }
  return null;
}

async function isOwn(ctx: Pick<ShopActionsContext, "db" | "appUrl">, endpoint: string): Promise<boolean> {
  const url = URL.parse(endpoint);
  if (!url?.pathname.startsWith(WEBHOOK_PATH)) return false;
  if (url.origin === new URL(ctx.appUrl).origin) return true;
  const key = url.pathname.slice(WEBHOOK_PATH.length).split("/")[0] ?? "";
  return (await ctx.db.printAccount.findUnique({ where: { key }, select: { id: true } })) !== null;
}
