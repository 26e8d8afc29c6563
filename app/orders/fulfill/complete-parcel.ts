import type { Parcel, SubmissionLine } from "../../../prisma/client/client.ts";
import type { FulfillmentSnapshot, FulfillmentOfOrder } from "../../ports/shopify.ts";
import { codesFoundBy, type CodeFoundBy } from "../core/attention.ts";
import { clearAttentions, raiseAttention } from "../core/raise-attention.ts";
import type { OrdersContext } from "../core/context.ts";
import type { Tx } from "../../database/transaction.ts";
import { withOrderLock } from "../core/lock.ts";
import { applyTransition } from "../core/apply-transition.ts";
import { NO_CLAIM, NOT_DUE, recheckWaitOf, scheduleRetry, type RetryWait } from "../core/reschedule.ts";
import type { LoadedParcel } from "./load-parcel.ts";
import { updateRows, type Changes } from "../core/write-rows.ts";
import { remainingQuantity } from "./read-fulfillment.ts";
import { isUnrouted } from "./plan-parcel.ts";
import { renewClaim } from "./claim-parcel.ts";

/** Every reason that a parcel can wait for. The subject of the attention is the parcel's id. */
export const PARCEL_REASONS = codesFoundBy("fulfillment");
type ParcelReason = CodeFoundBy<"fulfillment">;

/** The parcel is in Shopify. Once nothing of its submission is left to fulfill, the submission is fulfilled. */
export const completeParcel = (
  ctx: OrdersContext,
  loaded: LoadedParcel,
  snapshot: FulfillmentSnapshot,
): Promise<void> => withOrderLock(ctx, loaded.claim.orderId, (tx) => completeParcelIn(tx, ctx, loaded, snapshot));

/** The same within a transaction that has locked the order. */
export async function completeParcelIn(
  tx: Tx,
  ctx: OrdersContext,
  loaded: LoadedParcel,
  snapshot: FulfillmentSnapshot,
): Promise<void> {
  const { parcel, ids } = loaded;
  const released = await releaseClaim(tx, loaded, { state: "fulfilled", ...NOT_DUE });
  if (!released) return;
  await clearAttentions(tx, ctx, { ...ids, codes: PARCEL_REASONS, subject: parcel.id }, "facts");
  if (await isFullyFulfilled(tx, loaded, snapshot)) await becomeFulfilled(tx, ctx, loaded);
  // A link that was corrected while the parcel was written is written next.
  if (!released.linkCorrectedAt) return;
  await tx.parcel.updateMany({ where: { id: parcel.id }, data: { state: "waiting", dueAt: ctx.clock.now() } });
}

export interface ParcelRetry extends Omit<RetryWait, "waitMs"> {
  code: ParcelReason;
  /** In place of the backoff. recheck: the longer the reason has lasted, the longer, at once or after `policy.alertAfterMs`. */
  waitMs?: number | "recheck" | "backoff_then_recheck";
  /** Not only after `policy.alertAfterMs`. */
  raiseNow?: boolean;
}

export async function rescheduleParcel(ctx: OrdersContext, loaded: LoadedParcel, options: ParcelRetry): Promise<void> {
  const { parcel, ids } = loaded;
  const reason = { submissionId: ids.submissionId, code: options.code, subject: parcel.id };
  const waitedMs = ctx.clock.now().getTime() - parcel.firstSeenAt.getTime();
  const isLate = waitedMs >= ctx.policy.alertAfterMs;
  const wait = options.waitMs === "backoff_then_recheck" ? (isLate ? "recheck" : undefined) : options.waitMs;
  const waitMs = wait === "recheck" ? await recheckWaitOf(ctx, reason) : wait;
  const { data } = scheduleRetry(ctx, parcel.tries, { ...options, waitMs });
  const shouldRaise = options.raiseNow === true || isLate;
  return withOrderLock(ctx, loaded.claim.orderId, async (tx) => {
    const released = await releaseClaim(tx, loaded, { state: "waiting", ...data });
    if (released && shouldRaise) await raiseParcelAttention(tx, ctx, loaded, options.code);
  });
}

/** Only staff, or a change in Shopify, continues the parcel (retry-parcel.ts). */
export function parkParcel(ctx: OrdersContext, loaded: LoadedParcel, code: ParcelReason): Promise<void> {
  return withOrderLock(ctx, loaded.claim.orderId, async (tx) => {
    const released = await releaseClaim(tx, loaded, { state: "parked", ...NOT_DUE });
    if (released) await raiseParcelAttention(tx, ctx, loaded, code);
  });
}

/**
 * Shopify takes no tracking number of a canceled order: staff is not asked to add one, but told that the order was shipped, unless they
 * know that it was canceled after sending.
 */
export function parkParcelOfCancelled(ctx: OrdersContext, loaded: LoadedParcel, cancelledAt: Date): Promise<void> {
  const { ids, parcel } = loaded;
  return withOrderLock(ctx, loaded.claim.orderId, async (tx) => {
    if (!(await releaseClaim(tx, loaded, { state: "parked", ...NOT_DUE }))) return;
    await clearAttentions(tx, ctx, { ...ids, codes: PARCEL_REASONS, subject: parcel.id }, "facts");
    const told = { submissionId: ids.submissionId, code: "cancelled_after_sent" } as const;
    if (await tx.attention.findFirst({ where: told })) return;
    await raiseAttention(tx, ctx, { ...ids, ...told, basis: cancelledAt.toISOString() });
  });
}

async function raiseParcelAttention(tx: Tx, ctx: OrdersContext, loaded: LoadedParcel, code: ParcelReason) {
  const target = { ...loaded.ids, subject: loaded.parcel.id };
  const others = PARCEL_REASONS.filter((one) => one !== code);
  await clearAttentions(tx, ctx, { ...target, codes: others }, "facts");
  await raiseAttention(tx, ctx, { ...target, code, detail: { parcel: target.subject } });
}

/** null, having written nothing, where the claim is lost: the parcel is another worker's then. Needs the order's lock. */
async function releaseClaim(
  tx: Tx,
  { claim }: LoadedParcel,
  data: Changes<Parcel>,
): Promise<Pick<Parcel, "linkCorrectedAt"> | null> {
  const held = { id: claim.parcelId, state: "writing", claimToken: claim.token } as const;
  const changes = { ...data, ...NO_CLAIM, version: { increment: 1 } };
  const [released] = await updateRows(tx, "Parcel", held, changes, ["linkCorrectedAt"]);
  return released ?? null;
}

/** The fence holds while nothing has changed since the parcel was loaded. */
const becomeFulfilled = async (tx: Tx, ctx: OrdersContext, { submission }: LoadedParcel) =>
  (await applyTransition(tx, ctx, submission, "fulfilled")) ??
  (await applyTransition(tx, ctx, submission.id, "fulfilled"));

/**
 * Every line is fulfilled by the app, or has nothing remaining: by the snapshot and by what was fulfilled since. What Shopify has
 * made no fulfillment order of remains. A reprint has nothing to fulfill but its tracking.
 */
async function isFullyFulfilled(tx: Tx, loaded: LoadedParcel, snapshot: FulfillmentSnapshot): Promise<boolean> {
  if (loaded.reprint) return true;
  const rows = await tx.$queryRaw<Pick<SubmissionLine, "id" | "quantity" | "fulfilled">[]>`
    SELECT "id", "quantity", "fulfilled" FROM "SubmissionLine" WHERE "submissionId" = ${loaded.parcel.submissionId}::uuid`;
  const now = new Map(rows.map((row) => [row.id, row.quantity - row.fulfilled]));
  return loaded.lines.every((line) => {
    const left = now.get(line.submissionLineId) ?? 0;
    if (left > 0 && isUnrouted(snapshot, line)) return false;
    return left <= 0 || remainingQuantity(snapshot, line.lineItemGid) - (line.left - left) <= 0;
  });
}

/**
 * Records fulfillments that have the parcel's number and that no known write made: a write that was lost when a backup
 * was restored, or the merchant's own. Their items count as fulfilled; what they lack of the parcel is planned next.
 * finished: another worker has the parcel.
 */
export function adoptFulfillments(
  ctx: OrdersContext,
  loaded: LoadedParcel,
  fulfillments: readonly FulfillmentOfOrder[],
): Promise<"finished" | "again"> {
  return withOrderLock(ctx, loaded.ids.orderId, async (tx) => {
    if (!(await renewClaim(tx, ctx, loaded.claim))) return "finished";
    const left = new Map(loaded.lines.map((line) => [line.submissionLineId, line.left]));
    for (const fulfillment of fulfillments) await adopt(tx, ctx, loaded, fulfillment, left);
    return "again";
  });
}

/** `left`: of each line, what no fulfillment is known to have. */
async function adopt(
  tx: Tx,
  ctx: OrdersContext,
  loaded: LoadedParcel,
  fulfillment: FulfillmentOfOrder,
  left: Map<string, number>,
): Promise<void> {
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
