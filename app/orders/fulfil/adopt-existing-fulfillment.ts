import type { FulfillmentSnapshot } from "../../ports/shopify.ts";
import type { OrdersContext } from "../core/context.ts";
import type { Tx } from "../../database/transaction.ts";
import type { LoadedParcel } from "./load-parcel.ts";
import { liveFulfillments } from "./live-fulfillments.ts";

/**
 * Records fulfillments that have the parcel's number and that no known write made: a write that was lost when a backup
 * was restored, or the merchant's own. Their items count as fulfilled, so that items added to the order later are sent.
 * Once per fulfillment. Needs the order's lock.
 */
export async function adoptExistingFulfillment(
  tx: Tx,
  ctx: OrdersContext,
  loaded: LoadedParcel,
  snapshot: FulfillmentSnapshot,
): Promise<void> {
  if (loaded.writes.some((write) => write.outcome === "done")) return;
  const left = new Map(loaded.lines.map((line) => [line.submissionLineId, line.left]));
  for (const fulfillment of liveFulfillments(snapshot, loaded.parcel.trackingNumber)) {
    if (loaded.ownFulfillments.includes(fulfillment.gid)) continue;
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
}
