import type { OrdersContext } from "../core/context.ts";
import { setParcel, type OrderRows } from "../core/order-rows.ts";
import { isClaimExpired, newClaim, renewedClaim, scheduleRetry } from "../core/reschedule.ts";
import { countsAsShipped, OPEN_WRITE_OUTCOMES } from "../core/states.ts";
import type { ParcelId, OrderId } from "../../ports/ids.ts";

/**
 * The right to write one parcel to Shopify. Committed before anything is written; expires after `policy.claimTtlMs`.
 */
export interface ParcelClaim {
  parcelId: ParcelId;
  orderId: OrderId;
  token: string;
}

/**
 * waiting → writing, or the takeover of a claim that has expired: the new holder reads Shopify first. One parcel of an
 * order is written at a time, since two would both see the same lines open: another one comes first, and this one is due again later.
 * null: it is not due, or has to wait.
 */
export function claimParcel(rows: OrderRows, ctx: OrdersContext, parcelId: ParcelId): ParcelClaim | null {
  const parcel = rows.parcels.find(({ id }) => id === parcelId);
  if (!parcel) return null;
  const due =
    parcel.state === "waiting"
      ? countsAsShipped(parcel) && (!parcel.dueAt || parcel.dueAt <= ctx.clock.now())
      : parcel.state === "writing" && (!parcel.claimedAt || isClaimExpired(ctx, parcel.claimedAt));
  if (!due) return null;
  if (isOrderBusy(rows, parcelId)) {
    // Not counted as a try: nothing was tried.
    setParcel(rows, parcel, { dueAt: scheduleRetry(ctx, 0).data.dueAt });
    return null;
  }
  const claim = newClaim(ctx);
  setParcel(rows, parcel, { state: "writing", ...claim });
  return { parcelId, orderId: rows.order.id, token: claim.claimToken };
}

/**
 * Whether another parcel of the order is being written, or has a write whose answer was
 * lost: what that write fulfilled is not counted yet, and this parcel would take more than was sent; a late write of
 * tracking would drop this parcel's number. A parcel that has such a write itself goes ahead (no deadlock).
 */
export function isOrderBusy(rows: OrderRows, parcelId: ParcelId): boolean {
  const hasOpenWrite = (id: ParcelId) =>
    rows.writes.some(
      (one) => one.parcelId === id && one.kind !== "link_update" && OPEN_WRITE_OUTCOMES.includes(one.outcome),
    );
  return rows.parcels.some(
    ({ id, state }) =>
      id !== parcelId && (state === "writing" || (state === "waiting" && hasOpenWrite(id) && !hasOpenWrite(parcelId))),
  );
}

/** Extends the claim by its full time. False: the claim is lost. */
export function renewClaim(rows: OrderRows, ctx: OrdersContext, claim: ParcelClaim): boolean {
  const held = heldParcel(rows, claim);
  if (held) setParcel(rows, held, renewedClaim(ctx));
  return held !== undefined;
}

/** The parcel of a claim; undefined where the claim is lost: the parcel is another worker's then. */
export const heldParcel = (rows: OrderRows, { parcelId, token }: ParcelClaim) =>
  rows.parcels.find(({ id, state, claimToken }) => id === parcelId && state === "writing" && claimToken === token);
