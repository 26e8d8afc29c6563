import type { FulfillmentSnapshot } from "../../ports/shopify.ts";
import { codesFoundBy, type CodeFoundBy } from "../core/attention.ts";
import { clearAttentions, raiseAttention } from "../core/raise-attention.ts";
import type { OrdersContext } from "../core/context.ts";
import type { Tx } from "../../database/transaction.ts";
import { withOrderLock } from "../core/lock.ts";
import { applyTransition } from "../core/apply-transition.ts";
import { NO_CLAIM, NOT_DUE, scheduleRetry, type RetryWait } from "../core/reschedule.ts";
import type { ParcelClaim } from "./claim-parcel.ts";
import type { LoadedParcel } from "./load-parcel.ts";
import { adoptExistingFulfillment } from "./adopt-existing-fulfillment.ts";
import { remainingQuantity } from "./live-fulfillments.ts";

/** Every reason that a parcel can wait for. Their subject is the parcel's id. */
export const PARCEL_REASONS = codesFoundBy("fulfillment");
type ParcelReason = CodeFoundBy<"fulfillment">;

/** The parcel stands in Shopify. When nothing of its submission is left to fulfil, the submission is fulfilled. */
export async function completeParcel(
  ctx: OrdersContext,
  claim: ParcelClaim,
  loaded: LoadedParcel,
  snapshot: FulfillmentSnapshot,
): Promise<void> {
  await releaseClaim(ctx, claim, { state: "fulfilled", ...NOT_DUE }, async (tx) => {
    await adoptExistingFulfillment(tx, ctx, loaded, snapshot);
    await clearAttentions(tx, ctx, { ...idsOf(loaded), codes: PARCEL_REASONS, subject: loaded.parcel.id }, "facts");
    if (await isFullyFulfilled(tx, loaded, snapshot))
      await applyTransition(tx, ctx, loaded.parcel.submissionId, "fulfilled");
    // A link that was corrected while the parcel was written is written next.
    await tx.parcel.updateMany({
      where: { id: loaded.parcel.id, linkCorrectedAt: { not: null } },
      data: { state: "waiting", dueAt: ctx.clock.now() },
    });
  });
}

/** Retried later. Raises attention at once, or after `policy.alertAfterMs`. */
export async function rescheduleParcel(
  ctx: OrdersContext,
  claim: ParcelClaim,
  loaded: LoadedParcel,
  options: RetryWait & { code: ParcelReason; raiseNow?: boolean },
): Promise<void> {
  const { data } = scheduleRetry(ctx, loaded.parcel.tries, options);
  const waitedMs = ctx.clock.now().getTime() - loaded.parcel.firstSeenAt.getTime();
  const shouldRaise = options.raiseNow === true || waitedMs >= ctx.policy.alertAfterMs;
  await releaseClaim(ctx, claim, { state: "waiting", ...data }, async (tx) => {
    if (shouldRaise) await raiseParcelAttention(tx, ctx, loaded, options.code);
  });
}

/** Only staff, or a change in Shopify, continues it (retry-parcel.ts). */
export async function parkParcel(
  ctx: OrdersContext,
  claim: ParcelClaim,
  loaded: LoadedParcel,
  code: ParcelReason,
): Promise<void> {
  await releaseClaim(ctx, claim, { state: "parked", ...NOT_DUE }, (tx) => raiseParcelAttention(tx, ctx, loaded, code));
}

async function raiseParcelAttention(
  tx: Tx,
  ctx: OrdersContext,
  loaded: LoadedParcel,
  code: ParcelReason,
): Promise<void> {
  const subject = loaded.parcel.id;
  await clearAttentions(
    tx,
    ctx,
    { ...idsOf(loaded), codes: PARCEL_REASONS.filter((one) => one !== code), subject },
    "facts",
  );
  await raiseAttention(tx, ctx, { ...idsOf(loaded), code, subject, detail: { parcel: subject } });
}

/** Gives the claim back, unless it is lost: then another worker has the word, and nothing is written. */
async function releaseClaim(
  ctx: OrdersContext,
  claim: ParcelClaim,
  data: Parameters<Tx["parcel"]["updateMany"]>[0]["data"],
  onReleased: (tx: Tx) => Promise<void>,
): Promise<void> {
  await withOrderLock(ctx, claim.orderId, async (tx) => {
    const { count } = await tx.parcel.updateMany({
      where: { id: claim.parcelId, state: "writing", claimToken: claim.token },
      data: { ...data, ...NO_CLAIM, version: { increment: 1 } },
    });
    if (count === 1) await onReleased(tx);
  });
}

/** Every line is fulfilled by the app, or has nothing remaining: by the snapshot and by what was fulfilled since. */
async function isFullyFulfilled(tx: Tx, loaded: LoadedParcel, snapshot: FulfillmentSnapshot): Promise<boolean> {
  const rows = await tx.submissionLine.findMany({ where: { submissionId: loaded.parcel.submissionId } });
  const now = new Map(rows.map((row) => [row.id, row.quantity - row.fulfilled]));
  return loaded.lines.every((line) => {
    const left = now.get(line.submissionLineId) ?? 0;
    return left <= 0 || remainingQuantity(snapshot, line.lineItemGid) - (line.left - left) <= 0;
  });
}

const idsOf = (loaded: LoadedParcel) => ({
  shopId: loaded.parcel.shopId,
  orderId: loaded.orderId,
  submissionId: loaded.parcel.submissionId,
});
