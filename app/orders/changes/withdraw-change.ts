import { changeOrderIn } from "../core/change-orders.ts";
import type { OrdersContext } from "../core/context.ts";
import { withOrderLock } from "../core/lock.ts";
import { clearReasons, noteHistory, setOrder } from "../core/order-rows.ts";
import { dueNow } from "../core/reschedule.ts";
import { MUTABLE_STATES } from "../core/states.ts";
import type { OrderChangeId, ShopId } from "../../ports/ids.ts";

interface WithdrawRequest {
  shopId: ShopId;
  changeId: OrderChangeId;
  userId: string | null;
}

/**
 * Staff withdraws a change: what Shopify and the mapping give counts again. Pieces that were withheld can be printed later, too;
 * of what was sent nothing can be taken back.
 */
export async function withdrawChange(
  ctx: OrdersContext,
  { shopId, changeId, userId }: WithdrawRequest,
): Promise<"done" | "not_found" | "invalid_state"> {
  const found = await ctx.db.orderChange.findFirst({ where: { id: changeId, order: { shopId } } });
  if (!found) return "not_found";
  const { orderId } = found;
  const result = await withOrderLock(ctx, orderId, async (tx) => {
    const change = await tx.orderChange.findUniqueOrThrow({ where: { id: changeId } });
    if (change.endedAt) return "done";
    const unsent = await tx.submission.count({ where: { orderId, state: { in: [...MUTABLE_STATES] } } });
    if (unsent === 0 && change.withheld === 0) return "invalid_state";
    const line = change.orderLineId && (await tx.orderLine.findUnique({ where: { id: change.orderLineId } }));
    await tx.orderChange.update({ where: { id: changeId }, data: { endedAt: ctx.clock.now() } });
    const data = { change: changeId, fields: change.fields.join(" "), subject: line?.shopifyGid ?? "" };
    await changeOrderIn(tx, orderId, (rows) => {
      setOrder(rows, dueNow(ctx));
      if (change.addressWrite)
        clearReasons(rows, ctx, { submissionId: null, codes: ["address_not_saved"] }, { userId });
      noteHistory(rows, ctx, { shopId, orderId, code: "order.change_withdrawn", actor: { userId }, data });
    });
    return "done";
  });
  if (result === "done") ctx.wake.order(orderId);
  return result;
}
