import type { FulfillmentOfOrder } from "../../ports/shopify.ts";
import type { OrdersContext } from "../core/context.ts";
import { withOrderLock } from "../core/lock.ts";
import type { Tx } from "../../database/transaction.ts";
import { renewClaim } from "./claim-parcel.ts";
import type { LoadedParcel } from "./load-parcel.ts";

/**
 * Records fulfillments that have the parcel's number and that no known write made: a write that was lost when a backup
 * was restored, or the merchant's own. Their items count as fulfilled; what they lack of the parcel is planned next.
 * finished: another worker has the parcel.
 */
export function adoptFulfillments(
  ctx: OrdersContext,
  loaded: LoadedParcel,
  fulfillments: readonly FulfillmentOfOrder[],
): Promise<"finished" | "again"> {
  return withOrderLock(ctx, loaded.ids.orderId, async (tx) => {
    if (!(await renewClaim(tx, ctx, loaded.claim))) return "finished";
    const left = new Map(loaded.lines.map((line) => [line.submissionLineId, line.left]));
    for (const fulfillment of fulfillments) await adopt(tx, ctx, loaded, fulfillment, left);
    return "again";
  });
}

/** `left`: of each line, what no fulfillment is known to have. */
async function adopt(
  tx: Tx,
  ctx: OrdersContext,
  loaded: LoadedParcel,
  fulfillment: FulfillmentOfOrder,
  left: Map<string, number>,
): Promise<void> {
  const lines = fulfillment.lines.flatMap(({ lineItemGid, quantity }) => {
    const line = loaded.lines.find((one) => one.lineItemGid === lineItemGid);
    const counted = Math.min(quantity, (line && left.get(line.submissionLineId)) ?? 0);
    if (!line || counted <= 0) return [];
    left.set(line.submissionLineId, (left.get(line.submissionLineId) ?? 0) - counted);
    return [{ submissionLineId: line.submissionLineId, orderLineId: line.orderLineId, quantity: counted }];
  });
  for (const { submissionLineId, quantity } of lines) {
    await tx.submissionLine.update({ where: { id: submissionLineId }, data: { fulfilled: { increment: quantity } } });
  }
  const now = ctx.clock.now();
  await tx.shopifyWrite.create({
    data: {
      id: ctx.ids.uuid(),
      parcelId: loaded.parcel.id,
      kind: "create",
      fulfillmentGid: fulfillment.gid,
      lines,
      notified: false,
      outcome: "done",
      startedAt: now,
      endedAt: now,
    },
  });
}
