import type { FulfillmentPicture } from "../../ports/shopify.ts";
import type { AttentionCode } from "../core/attention.ts";
import { clear, raise } from "../core/raise-attention.ts";
import type { OrdersContext, Tx } from "../core/context.ts";
import { lockOrder } from "../core/lock.ts";
import { move } from "../core/apply-transition.ts";
import { backoff } from "../core/policy.ts";
import type { ParcelClaim } from "./claim-parcel.ts";
import type { LoadedParcel } from "./load-parcel.ts";
import { recordStanding } from "./adopt-existing-fulfillment.ts";
import { remainingOf } from "./live-fulfillments.ts";

/** All reasons that a parcel can wait for; their subject is the parcel's id. */
export const PARCEL_REASONS = [
  "fulfillment_waiting",
  "fulfillment_blocked",
  "fulfillment_refused",
  "tracking_unplaced",
] as const satisfies readonly AttentionCode[];
type ParcelReason = (typeof PARCEL_REASONS)[number];

/** The parcel stands in Shopify. When nothing of its submission is left to fulfil, the submission is fulfilled. */
export async function finishParcel(
  ctx: OrdersContext,
  claim: ParcelClaim,
  loaded: LoadedParcel,
  picture: FulfillmentPicture,
): Promise<void> {
  await ending(ctx, claim, { state: "fulfilled", dueAt: null, tries: 0 }, async (tx) => {
    await recordStanding(tx, ctx, loaded, picture);
    await clear(tx, ctx, { ...idsOf(loaded), codes: PARCEL_REASONS, subject: loaded.parcel.id }, "facts");
    if (await nothingLeft(tx, loaded, picture)) await move(tx, ctx, loaded.parcel.submissionId, "fulfilled");
    // A link that was corrected while the parcel was written is written next.
    await tx.parcel.updateMany({
      where: { id: loaded.parcel.id, linkCorrectedAt: { not: null } },
      data: { state: "waiting", dueAt: ctx.clock.now() },
    });
  });
}

/** Left for later; told to a person at once, or when it has lasted for `policy.tellAfterMs`. */
export async function putOffParcel(
  ctx: OrdersContext,
  claim: ParcelClaim,
  loaded: LoadedParcel,
  why: { code: ParcelReason; waitMs?: number; atLeastMs?: number; tellAtOnce?: boolean },
): Promise<void> {
  const now = ctx.clock.now().getTime();
  const wait = Math.max(why.waitMs ?? backoff(ctx.policy, loaded.parcel.tries, ctx.random()), why.atLeastMs ?? 0);
  const dueAt = new Date(now + wait);
  const tell = why.tellAtOnce === true || now - loaded.parcel.firstSeenAt.getTime() >= ctx.policy.tellAfterMs;
  await ending(ctx, claim, { state: "waiting", dueAt, tries: { increment: 1 } }, async (tx) => {
    if (tell) await tellReason(tx, ctx, loaded, why.code);
  });
}

/** Only a person, or a change in Shopify, leads on (retry.ts). */
export async function stickParcel(
  ctx: OrdersContext,
  claim: ParcelClaim,
  loaded: LoadedParcel,
  code: ParcelReason,
): Promise<void> {
  await ending(ctx, claim, { state: "stuck", dueAt: null, tries: 0 }, (tx) => tellReason(tx, ctx, loaded, code));
}

async function tellReason(tx: Tx, ctx: OrdersContext, loaded: LoadedParcel, code: ParcelReason): Promise<void> {
  const subject = loaded.parcel.id;
  await clear(tx, ctx, { ...idsOf(loaded), codes: PARCEL_REASONS.filter((one) => one !== code), subject }, "facts");
  await raise(tx, ctx, { ...idsOf(loaded), code, subject, detail: { parcel: subject } });
}

/** Gives the claim back, unless it is lost: then another worker has the word, and nothing is written. */
async function ending(
  ctx: OrdersContext,
  claim: ParcelClaim,
  data: Parameters<Tx["parcel"]["updateMany"]>[0]["data"],
  also: (tx: Tx) => Promise<void>,
): Promise<void> {
  await ctx.db.$transaction(async (tx) => {
    await lockOrder(tx, claim.orderId);
    const { count } = await tx.parcel.updateMany({
      where: { id: claim.parcelId, state: "writing", claimToken: claim.token },
      data: { ...data, claimToken: null, claimedAt: null, version: { increment: 1 } },
    });
    if (count === 1) await also(tx);
  });
}

/** Every line is fulfilled by us, or has nothing remaining since the picture and what was made of it. */
async function nothingLeft(tx: Tx, loaded: LoadedParcel, picture: FulfillmentPicture): Promise<boolean> {
  const rows = await tx.submissionLine.findMany({ where: { submissionId: loaded.parcel.submissionId } });
  const now = new Map(rows.map((row) => [row.id, row.quantity - row.fulfilled]));
  return loaded.lines.every((line) => {
    const left = now.get(line.submissionLineId) ?? 0;
    return left <= 0 || remainingOf(picture, line.lineItemGid) - (line.left - left) <= 0;
  });
}

const idsOf = (loaded: LoadedParcel) => ({
  shopId: loaded.parcel.shopId,
  orderId: loaded.orderId,
  submissionId: loaded.parcel.submissionId,
});
