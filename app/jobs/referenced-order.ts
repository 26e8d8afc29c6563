import type { OrdersContext } from "../orders/core/context.ts";
import { findByReference } from "../orders/provider-updates/find-by-reference.ts";
import type { Meaning } from "../ports/webhooks.ts";

/** Our id of the order that a delivery names, where it is there: a person sees it, and an erasure finds the body by it. */
export async function namedOrder(
  ctx: Pick<OrdersContext, "db">,
  scope: string,
  meaning: Meaning,
): Promise<string | null> {
  switch (meaning.kind) {
    case "order":
      return orderOf(ctx, scope, meaning.snapshot.gid);
    case "order_touched":
      return orderOf(ctx, scope, meaning.orderGid);
    case "tracking":
    case "status": {
      const account = await ctx.db.printAccount.findUnique({ where: { key: scope }, select: { id: true } });
      return account ? ((await findByReference(ctx, meaning.reference, account.id))?.orderId ?? null) : null;
    }
    default:
      return null;
  }
}

async function orderOf(ctx: Pick<OrdersContext, "db">, domain: string, gid: string): Promise<string | null> {
  const row = await ctx.db.order.findFirst({ where: { shop: { domain }, shopifyGid: gid }, select: { id: true } });
  return row?.id ?? null;
}
