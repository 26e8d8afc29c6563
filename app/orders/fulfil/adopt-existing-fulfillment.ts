import type { FulfillmentSnapshot } from "../../ports/shopify.ts";
import type { OrdersContext } from "../core/context.ts";
import type { Tx } from "../../database/transaction.ts";
import type { LoadedParcel } from "./load-parcel.ts";
import { liveFulfillments } from "./live-fulfillments.ts";

/**
 * Keeps what stands in Shopify under the parcel's number and is no write of ours that we know of: one that a database which
 * was set back has lost, or the merchant's own. Its items are not on their way any longer, so that what is ordered on top of
 * them is sent. Once per fulfillment. Needs the order's lock.
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
