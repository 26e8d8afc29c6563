import type { OrdersContext } from "../orders/core/context.ts";
import { readRows, type OrderRow } from "../orders/pages/list/order-row.ts";
import { runBulkAction, BULK_LIMIT, type BulkAction, type BulkResult } from "../orders/actions/bulk-actions.ts";

export interface BulkResultByGid extends Omit<BulkResult, "orderId"> {
  shopifyGid: string;
  /** The order as it is after that; null when the shop has none such here. */
  row: OrderRow | null;
}

/** `actOnOrders` for orders as Shopify names them: one answer for each of the first BULK_LIMIT. */
export async function runBulkActionByGid(
  ctx: OrdersContext,
  shopId: string,
  action: BulkAction,
  gids: readonly string[],
): Promise<BulkResultByGid[]> {
  const requested = [...new Set(gids)].slice(0, BULK_LIMIT);
  const orders = await ctx.db.order.findMany({
    where: { shopId, shopifyGid: { in: requested } },
    select: { id: true, shopifyGid: true },
  });
  const idOf = new Map(orders.map(({ id, shopifyGid }) => [shopifyGid, id]));
  const ids = requested.flatMap((gid) => idOf.get(gid) ?? []);
  const results = new Map((await runBulkAction(ctx, shopId, action, ids)).map((one) => [one.orderId, one]));
  const rows = new Map((await readRows(ctx, shopId, ids)).map((row) => [row.id, row]));
  return requested.map((shopifyGid) => {
    const id = idOf.get(shopifyGid) ?? "";
    const { name, skipReason, heldBy } = results.get(id) ?? {
      name: null,
      skipReason: "not_found" as const,
      heldBy: null,
    };
    return { shopifyGid, name, skipReason, heldBy, row: rows.get(id) ?? null };
  });
}
