import { Prisma, type Parcel } from "../../../prisma/client/client.ts";
import { transact } from "../core/append.ts";
import type { OrdersContext } from "../core/context.ts";
import type { Tx } from "../../database/transaction.ts";
import { isClaimExpired, newClaim, renewedClaim, scheduleRetry } from "../core/reschedule.ts";
import { outcomeIn } from "../core/state-in.ts";
import { countsAsShipped, OPEN_WRITE_OUTCOMES } from "../core/states.ts";
import { updateRows } from "../core/write-rows.ts";
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
  const now = ctx.clock.now();
  return transact(ctx, async (tx): Promise<ParcelClaimResult> => {
    const orderId = await lockOrderOfParcel(tx, parcelId);
    const row = orderId && (await readClaimable(tx, orderId, parcelId));
    if (!row) return { outcome: "not_found" };
    const due =
      row.state === "waiting"
        ? countsAsShipped(row) && (!row.dueAt || row.dueAt <= now)
        : row.state === "writing" && (!row.claimedAt || isClaimExpired(ctx, row.claimedAt));
    if (!due) return { outcome: "not_due" };
    if (row.orderBusy) {
      // Not counted as a try: nothing was tried.
      const { dueAt } = scheduleRetry(ctx, 0).data;
      await tx.parcel.updateMany({ where: { id: parcelId }, data: { dueAt, version: { increment: 1 } } });
      return { outcome: "order_busy" };
    }
    const data = newClaim(ctx);
    const claimed = { state: "writing", ...data, version: { increment: 1 } } as const;
    await updateRows(tx, "Parcel", { id: parcelId }, claimed);
    return { outcome: "claimed", claim: { parcelId, orderId, token: data.claimToken } };
  });
}

/** Locks the order of a parcel; null where there is no such parcel. */
async function lockOrderOfParcel(tx: Tx, parcelId: ParcelId): Promise<OrderId | null> {
  const [order] = await tx.$queryRaw<{ id: OrderId }[]>`
    SELECT "id" FROM "Order" WHERE "id" = (
      SELECT x."orderId" FROM "Parcel" p JOIN "Submission" x ON x."id" = p."submissionId" WHERE p."id" = ${parcelId}::uuid
    ) FOR UPDATE`;
  return order?.id ?? null;
}

/**
 * Condition on a parcel `p` of a locked order: another parcel of the order is being written, or has a write whose answer was
 * lost: what that write fulfilled is not counted yet, and this parcel would take more than was sent; a late write of
 * tracking would drop this parcel's number. A parcel that has such a write itself goes ahead (no deadlock).
 */
export function orderBusy(orderId: OrderId): Prisma.Sql {
  const hasOpenWrite = (parcel: string) => Prisma.sql`EXISTS (
    SELECT 1 FROM "ShopifyWrite" w WHERE w."parcelId" = ${Prisma.raw(`${parcel}."id"`)}
      AND w."kind" IN ('create', 'tracking_update') AND ${outcomeIn("w", OPEN_WRITE_OUTCOMES)})`;
  return Prisma.sql`EXISTS (
    SELECT 1 FROM "Submission" busy JOIN "Parcel" other ON other."submissionId" = busy."id"
    WHERE busy."orderId" = ${orderId}::uuid AND other."id" <> p."id" AND (other."state" = 'writing'
      OR (other."state" = 'waiting' AND ${hasOpenWrite("other")} AND NOT ${hasOpenWrite("p")})))`;
}

type Claimable = Pick<Parcel, "state" | "dueAt" | "claimedAt" | "awaitingShipmentUntil"> & { orderBusy: boolean };

/** A parcel of a locked order. */
async function readClaimable(tx: Tx, orderId: OrderId, parcelId: ParcelId): Promise<Claimable | null> {
  const [row] = await tx.$queryRaw<Claimable[]>`
    SELECT p."state", p."dueAt", p."claimedAt", p."awaitingShipmentUntil", ${orderBusy(orderId)} AS "orderBusy" FROM "Parcel" p
    WHERE p."id" = ${parcelId}::uuid`;
  return row ?? null;
}

/** Extends the claim by its full time. False: the claim is lost. Needs the order's lock. */
export async function renewClaim(tx: Tx, ctx: OrdersContext, claim: ParcelClaim): Promise<boolean> {
  const held = { id: claim.parcelId, state: "writing", claimToken: claim.token } as const;
  const renewed = await updateRows(tx, "Parcel", held, { ...renewedClaim(ctx), version: { increment: 1 } });
  return renewed.length === 1;
}
