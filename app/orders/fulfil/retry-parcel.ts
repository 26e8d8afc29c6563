import type { OrdersContext } from "../core/context.ts";
import { withOrderLock } from "../core/lock.ts";
import { dueNow } from "../core/reschedule.ts";
import { PARCEL_REASONS } from "./complete-parcel.ts";
import { RETRYABLE_PARCEL_STATES } from "../core/states.ts";
import { parcelIdSchema, type OrderId, type ParcelId, type ShopId, type SubmissionId } from "../../ports/ids.ts";

/** Retries the parked and waiting parcels of a submission at once: staff has removed the obstacle. Returns how many. */
export async function retryParcels(
  ctx: OrdersContext,
  { shopId, submissionId }: { shopId: ShopId; submissionId: SubmissionId },
): Promise<number> {
  const open = await ctx.db.parcel.findMany({
    where: { submissionId, shopId, state: { in: [...RETRYABLE_PARCEL_STATES] }, awaitingShipmentUntil: null },
    select: { id: true, submission: { select: { orderId: true } } },
  });
  const [first] = open;
  return first
    ? rescheduleParcels(
        ctx,
        first.submission.orderId,
        open.map(({ id }) => id),
      )
    : 0;
}

/** Rechecks the parcels of an order that wait for a change in Shopify, after the order has changed there. */
export async function recheckParcels(ctx: OrdersContext, orderId: OrderId): Promise<number> {
  const open = await ctx.db.attention.findMany({
    where: { orderId, code: { in: [...PARCEL_REASONS] }, clearedAt: null },
    select: { subject: true },
  });
  const ids = open.map((row) => parcelIdSchema.parse(row.subject));
  return ids.length === 0 ? 0 : rescheduleParcels(ctx, orderId, [...new Set(ids)]);
}

async function rescheduleParcels(ctx: OrdersContext, orderId: OrderId, ids: ParcelId[]): Promise<number> {
  const { count } = await withOrderLock(ctx, orderId, (tx) =>
    tx.parcel.updateMany({
      where: { id: { in: ids }, state: { in: [...RETRYABLE_PARCEL_STATES] }, submission: { orderId } },
      data: { state: "waiting", ...dueNow(ctx), version: { increment: 1 } },
    }),
  );
  if (count > 0) for (const id of ids) ctx.wake.parcel(id);
  return count;
}
