import { needsNothing, skipReason } from "../components/orders-index/copy.ts";
import {
  runBulkAction,
  BULK_LIMIT,
  type BulkAction,
  type BulkResult,
  type StaffOfShop,
} from "../orders/actions/bulk-actions.ts";
import type { OrdersContext } from "../orders/core/context.ts";
import { readOrderSummaries, type OrderSummary } from "../orders/pages/list/order-summary.ts";
import { gidNumber, type Gid } from "../ports/gid.ts";
import { reasonLabel, stateLabel } from "./copy.ts";
import type { BulkLine } from "./responses.ts";

/** `runBulkAction` by Shopify's ids, up to BULK_LIMIT: one line per order, with its state afterwards. Shopify's list shows no reasons. */
export async function runBulkActionByGid(
  ctx: OrdersContext,
  staff: StaffOfShop,
  action: BulkAction,
  gids: readonly Gid<"Order">[],
): Promise<BulkLine[]> {
  const { shopId } = staff;
  const requested = [...new Set(gids)].slice(0, BULK_LIMIT);
  const orders = await ctx.db.order.findMany({
    where: { shopId, shopifyGid: { in: requested } },
    select: { id: true, shopifyGid: true },
  });
  const idOf = new Map(orders.map(({ id, shopifyGid }) => [shopifyGid, id]));
  const ids = requested.flatMap((gid) => idOf.get(gid) ?? []);
  const results = new Map(
    (await runBulkAction(ctx, staff, action, { orderIds: ids, shownAt: null })).map((one) => [one.orderId, one]),
  );
  const summaries = new Map((await readOrderSummaries(ctx, shopId, ids)).map((one) => [one.id, one]));
  return requested.map((gid) => {
    const id = idOf.get(gid);
    const result = (id && results.get(id)) ?? NOT_FOUND;
    return bulkLine(gid, action, result, id && summaries.get(id));
  });
}

const NOT_FOUND: Omit<BulkResult, "orderId"> = { name: null, skipReason: "not_found", heldBy: null };

function bulkLine(
  gid: Gid<"Order">,
  action: BulkAction,
  result: Omit<BulkResult, "orderId">,
  order: OrderSummary | undefined,
): BulkLine {
  const reason = skipReason(result);
  return {
    gid,
    name: result.name ?? `Order ${gidNumber(gid)}`,
    done: reason === null || needsNothing(action, result),
    state: order?.state ? stateLabel(order.state, order.reasons) : null,
    reason: order?.attention ? reasonLabel(order.attention.code) : null,
    message: reason === null ? "" : `${reason}.`,
  };
}
