import type { OrdersContext } from "../orders/core/context.ts";
import { readRows, type OrderRow } from "../orders/pages/list/order-row.ts";
import { actOnOrders, BULK_LIMIT, type BulkAct, type BulkResult } from "../orders/actions/bulk-actions.ts";

export interface BulkByGid extends Omit<BulkResult, "orderId"> {
  shopifyGid: string;
  /** The order as it is after that; null when the shop has none such here. */
  row: OrderRow | null;
}

/** `actOnOrders` for orders as Shopify names them: one answer for each of the first BULK_LIMIT. */
export async function actOnOrdersByGid(
  ctx: OrdersContext,
  shopId: string,
  act: BulkAct,
  gids: readonly string[],
): Promise<BulkByGid[]> {
  const wanted = [...new Set(gids)].slice(0, BULK_LIMIT);
  const orders = await ctx.db.order.findMany({
    where: { shopId, shopifyGid: { in: wanted } },
    select: { id: true, shopifyGid: true },
  });
  const idOf = new Map(orders.map(({ id, shopifyGid }) => [shopifyGid, id]));
  const ids = wanted.flatMap((gid) => idOf.get(gid) ?? []);
  const results = new Map((await actOnOrders(ctx, shopId, act, ids)).map((one) => [one.orderId, one]));
  const rows = new Map((await readRows(ctx, shopId, ids)).map((row) => [row.id, row]));
  return wanted.map((shopifyGid) => {
    const id = idOf.get(shopifyGid) ?? "";
    const { name, whyNot, heldBy } = results.get(id) ?? { name: null, whyNot: "not_found" as const, heldBy: null };
    return { shopifyGid, name, whyNot, heldBy, row: rows.get(id) ?? null };
  });
}
