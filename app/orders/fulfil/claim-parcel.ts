import type { Prisma } from "@prisma/client";
import type { OrdersContext } from "../core/context.ts";
import type { Tx } from "../../database/transaction.ts";
import { withOrderLock } from "../core/lock.ts";
import { isClaimExpired, newClaim, renewedClaim, scheduleRetry } from "../core/reschedule.ts";

/** The right to write one parcel to Shopify. Committed before anything is written; lost when it grows old. */
export interface ParcelClaim {
  parcelId: string;
  orderId: string;
  token: string;
}

/**
 * waiting → writing. A claim older than `policy.claimTtlMs` has lost its holder and is taken over: whoever takes it reads first.
 * One parcel of an order is written at a time, for two would both see the same lines open. null: not due, or not ours to do.
 */
export async function claimParcel(ctx: OrdersContext, parcelId: string): Promise<ParcelClaim | null> {
  const found = await ctx.db.parcel.findUnique({
    where: { id: parcelId },
    select: { submission: { select: { orderId: true } } },
  });
  if (!found) return null;
  const { orderId } = found.submission;
  const now = ctx.clock.now();
  return withOrderLock(ctx, orderId, async (tx) => {
    const row = await tx.parcel.findUniqueOrThrow({ where: { id: parcelId } });
    const due =
      row.state === "waiting"
        ? !row.dueAt || row.dueAt <= now
        : row.state === "writing" && (!row.claimedAt || isClaimExpired(ctx, row.claimedAt));
    if (!due) return null;
    if (await hasOtherOpenWrites(tx, orderId, parcelId)) {
      // Nothing was tried, so nothing failed.
      const { dueAt } = scheduleRetry(ctx, 0).data;
      await tx.parcel.update({ where: { id: parcelId }, data: { dueAt, version: { increment: 1 } } });
      return null;
    }
    const claim = newClaim(ctx);
    await tx.parcel.update({
      where: { id: parcelId },
      data: { state: "writing", ...claim, version: { increment: 1 } },
    });
    return { parcelId, orderId, token: claim.claimToken };
  });
}

/**
 * Whether another parcel of the order is being written, or may have been: what a lost answer has fulfilled is not counted yet,
 * and this parcel would take more than was sent. A parcel with such a write of its own goes ahead, so that none waits in a ring.
 */
async function hasOtherOpenWrites(tx: Tx, orderId: string, parcelId: string): Promise<boolean> {
  const pendingWrite = {
    kind: "create",
    outcome: { in: ["claimed", "uncertain"] },
  } satisfies Prisma.ShopifyWriteWhereInput;
  const others = { id: { not: parcelId }, submission: { orderId } };
  if (await tx.parcel.findFirst({ where: { state: "writing", ...others } })) return true;
  const otherPending = await tx.parcel.findFirst({
    where: { state: "waiting", writes: { some: pendingWrite }, ...others },
  });
  return otherPending !== null && (await tx.shopifyWrite.count({ where: { parcelId, ...pendingWrite } })) === 0;
}

/** Whether the claim still stands, and if so for a full time again. Needs the order's lock. */
export async function renewClaim(tx: Tx, ctx: OrdersContext, claim: ParcelClaim): Promise<boolean> {
  const { count } = await tx.parcel.updateMany({
    where: { id: claim.parcelId, state: "writing", claimToken: claim.token },
    data: { ...renewedClaim(ctx), version: { increment: 1 } },
  });
  return count === 1;
}
