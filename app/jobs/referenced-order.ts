import type { OrdersContext } from "../orders/core/context.ts";
import { findByReference } from "../orders/provider-updates/find-by-reference.ts";
import type { ParsedWebhook } from "../ports/webhooks.ts";

/** Our id of the order that a delivery names, where it is there: a person sees it, and an erasure finds the body by it. */
export async function findReferencedOrder(
  ctx: Pick<OrdersContext, "db">,
  scope: string,
  webhook: ParsedWebhook,
): Promise<string | null> {
  switch (webhook.kind) {
    case "order":
      return findOrderId(ctx, scope, webhook.snapshot.gid);
    case "order_changed":
      return findOrderId(ctx, scope, webhook.orderGid);
    case "tracking":
    case "status": {
      const account = await ctx.db.printAccount.findUnique({ where: { key: scope }, select: { id: true } });
      return account ? ((await findByReference(ctx, webhook.reference, account.id))?.orderId ?? null) : null;
    }
    default:
      return null;
  }
}

async function findOrderId(ctx: Pick<OrdersContext, "db">, domain: string, gid: string): Promise<string | null> {
  const row = await ctx.db.order.findFirst({ where: { shop: { domain }, shopifyGid: gid }, select: { id: true } });
  return row?.id ?? null;
}
