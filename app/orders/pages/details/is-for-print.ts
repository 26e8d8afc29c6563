import type { OrdersContext } from "../../core/context.ts";

/** Whether something of an order is, or was, for the print service, or an open reason says why that is not known yet. */
export async function isForPrint(ctx: Pick<OrdersContext, "db">, shopId: string, shopifyGid: string): Promise<boolean> {
  const open = { OR: [{ submissions: { some: {} } }, { attentions: { some: { clearedAt: null } } }] };
  return (await ctx.db.order.findFirst({ where: { shopId, shopifyGid, ...open }, select: { id: true } })) !== null;
}
