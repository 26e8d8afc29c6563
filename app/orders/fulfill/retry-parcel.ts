import type { Attention } from "../../../prisma/client/client.ts";
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

/** The parcels that wait for a change of their order in Shopify, by the order's reasons for attention. */
export const blockedParcels = (attentions: readonly Attention[]): ParcelId[] => [
  ...new Set(
    attentions
      .filter(({ code, clearedAt }) => clearedAt === null && PARCEL_REASONS.some((reason) => reason === code))
      .map(({ subject }) => parcelIdSchema.parse(subject)),
  ),
];

/** Makes these parcels of an order due at once, those that are parked, too. Returns how many. */
export async function rescheduleParcels(
  ctx: OrdersContext,
  orderId: OrderId,
  ids: readonly ParcelId[],
): Promise<number> {
  const { count } = await withOrderLock(ctx, orderId, (tx) =>
    tx.parcel.updateMany({
      where: { id: { in: [...ids] }, state: { in: [...RETRYABLE_PARCEL_STATES] }, submission: { orderId } },
      data: { state: "waiting", ...dueNow(ctx), version: { increment: 1 } },
    }),
  );
  if (count > 0) for (const id of ids) ctx.wake.parcel(id);
  return count;
}
