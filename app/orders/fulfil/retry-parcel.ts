import type { OrdersContext } from "../core/context.ts";
import { withOrderLock } from "../core/lock.ts";
import { dueNow } from "../core/reschedule.ts";
import { PARCEL_REASONS } from "./complete-parcel.ts";
import { RETRYABLE_PARCEL_STATES } from "../core/states.ts";

/** Retries a parked or waiting parcel at once: staff has removed the obstacle. */
export async function retryParcel(
  ctx: OrdersContext,
  input: { shopId: string; parcelId: string },
): Promise<"retried" | "not_found" | "nothing_to_do"> {
  const row = await ctx.db.parcel.findFirst({
    where: { id: input.parcelId, shopId: input.shopId },
    select: { submission: { select: { orderId: true } } },
  });
  if (!row) return "not_found";
  const count = await rescheduleParcels(ctx, row.submission.orderId, [input.parcelId]);
  return count === 0 ? "nothing_to_do" : "retried";
}

/** Rechecks the parcels of an order that wait for a change in Shopify: the order changed there. */
export async function recheckParcels(ctx: OrdersContext, orderId: string): Promise<number> {
  const open = await ctx.db.attention.findMany({
    where: { orderId, code: { in: [...PARCEL_REASONS] }, clearedAt: null },
    select: { subject: true },
  });
  return open.length === 0 ? 0 : rescheduleParcels(ctx, orderId, [...new Set(open.map((row) => row.subject))]);
}

async function rescheduleParcels(ctx: OrdersContext, orderId: string, ids: string[]): Promise<number> {
  const { count } = await withOrderLock(ctx, orderId, (tx) =>
    tx.parcel.updateMany({
      where: { id: { in: ids }, state: { in: [...RETRYABLE_PARCEL_STATES] }, submission: { orderId } },
      data: { state: "waiting", ...dueNow(ctx), version: { increment: 1 } },
    }),
  );
  if (count > 0) for (const id of ids) ctx.wake.parcel(id);
  return count;
}
