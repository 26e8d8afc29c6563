import type { Prisma } from "@prisma/client";
import type { OrdersContext } from "../core/context.ts";
import type { Tx } from "../../database/transaction.ts";
import { withOrderLock } from "../core/lock.ts";
import { isClaimExpired, newClaim, renewedClaim, scheduleRetry } from "../core/reschedule.ts";
import type { ParcelId, OrderId } from "../../ports/ids.ts";

/**
 * The right to write one parcel to Shopify. Committed before anything is written; expires after `policy.claimTtlMs`.
 */
export interface ParcelClaim {
  parcelId: ParcelId;
  orderId: OrderId;
  token: string;
}

export type ParcelClaimResult =
  | { outcome: "claimed"; claim: ParcelClaim }
  /** order_busy: another parcel of the order comes first; this one is due again later. */
  | { outcome: "not_found" | "not_due" | "order_busy" };

/**
 * waiting → writing, or the takeover of a claim that has expired: the new holder reads Shopify first. One parcel of an
 * order is written at a time, since two would both see the same lines open.
 */
export async function claimParcel(ctx: OrdersContext, parcelId: ParcelId): Promise<ParcelClaimResult> {
  const found = await ctx.db.parcel.findUnique({
    where: { id: parcelId },
    select: { submission: { select: { orderId: true } } },
  });
  if (!found) return { outcome: "not_found" };
  const { orderId } = found.submission;
  const now = ctx.clock.now();
  return withOrderLock(ctx, orderId, async (tx): Promise<ParcelClaimResult> => {
    const row = await tx.parcel.findUniqueOrThrow({ where: { id: parcelId } });
    const due =
      row.state === "waiting"
        ? !row.dueAt || row.dueAt <= now
        : row.state === "writing" && (!row.claimedAt || isClaimExpired(ctx, row.claimedAt));
    if (!due) return { outcome: "not_due" };
    if (await hasOtherOpenWrites(tx, orderId, parcelId)) {
      // Not counted as a try: nothing was tried.
      const { dueAt } = scheduleRetry(ctx, 0).data;
      await tx.parcel.update({ where: { id: parcelId }, data: { dueAt, version: { increment: 1 } } });
      return { outcome: "order_busy" };
    }
    const data = newClaim(ctx);
    await tx.parcel.update({ where: { id: parcelId }, data: { state: "writing", ...data, version: { increment: 1 } } });
    return { outcome: "claimed", claim: { parcelId, orderId, token: data.claimToken } };
  });
}

/**
 * Whether another parcel of the order is being written, or has a write whose answer was lost: what that write fulfilled
 * is not counted yet, and this parcel would take more than was sent; a late write of tracking would drop this parcel's number. A
 * parcel that has such a write itself goes ahead (no deadlock).
 */
async function hasOtherOpenWrites(tx: Tx, orderId: OrderId, parcelId: ParcelId): Promise<boolean> {
  const pending: Prisma.ShopifyWriteWhereInput = {
    kind: { in: ["create", "tracking_update"] },
    outcome: { in: ["claimed", "uncertain"] },
  };
  const others = { id: { not: parcelId }, submission: { orderId } };
  if (await tx.parcel.findFirst({ where: { state: "writing", ...others } })) return true;
  const otherPending = await tx.parcel.findFirst({ where: { state: "waiting", writes: { some: pending }, ...others } });
  return otherPending !== null && (await tx.shopifyWrite.count({ where: { parcelId, ...pending } })) === 0;
}

/** Extends the claim by its full time. False: the claim is lost. Needs the order's lock. */
export async function renewClaim(tx: Tx, ctx: OrdersContext, claim: ParcelClaim): Promise<boolean> {
  const { count } = await tx.parcel.updateMany({
    where: { id: claim.parcelId, state: "writing", claimToken: claim.token },
    data: { ...renewedClaim(ctx), version: { increment: 1 } },
  });
  return count === 1;
}
