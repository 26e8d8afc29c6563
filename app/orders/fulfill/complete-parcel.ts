import type { Parcel, Attention } from "../../../prisma/client/client.ts";
import type { FulfillmentSnapshot, FulfillmentOfOrder } from "../../ports/shopify.ts";
import { codesFoundBy, type CodeFoundBy } from "../core/attention.ts";
import type { WriteContext, OrdersContext } from "../core/context.ts";
import {
  clearReasons,
  moveSubmission,
  raiseReason,
  setColumns,
  setParcel,
  submissionIn,
  type OrderRows,
} from "../core/order-rows.ts";
import { NO_CLAIM, NOT_DUE, recheckWaitMs, scheduleRetry, type RetryWait, dueNow } from "../core/reschedule.ts";
import { changeOrderOf, type LoadedParcel, type ParcelContext, heldParcel, renewClaim } from "./load-parcel.ts";
import { addFulfilled } from "./perform-write.ts";
import { remainingQuantity } from "./read-fulfillment.ts";
import { isUnrouted } from "./plan-parcel.ts";
import { addHistory, type HistoryEntry, type Staff } from "../core/history.ts";
import { withOrderLock } from "../core/lock.ts";
import { stateIn } from "../core/state-in.ts";
import { RETRYABLE_PARCEL_STATES } from "../core/states.ts";
import { parcelIdSchema, type OrderId, type ParcelId, type ShopId, type SubmissionId } from "../../ports/ids.ts";

/** Every reason that a parcel can wait for. The subject of the attention is the parcel's id. */
const PARCEL_REASONS = codesFoundBy("fulfillment");
type ParcelReason = CodeFoundBy<"fulfillment">;

/** The parcel is in Shopify. Once nothing of its submission is left to fulfill, the submission is fulfilled. */
export const completeParcel = (
  ctx: ParcelContext,
  loaded: LoadedParcel,
  snapshot: FulfillmentSnapshot,
): Promise<void> => changeOrderOf(ctx, loaded, (rows) => completeIn(rows, ctx, loaded, snapshot));

/** The same on the rows of the order. */
export function completeIn(
  rows: OrderRows,
  ctx: WriteContext,
  loaded: LoadedParcel,
  snapshot: FulfillmentSnapshot,
): void {
  const { parcel, ids } = loaded;
  const released = releaseClaim(rows, loaded, { state: "fulfilled", ...NOT_DUE });
  if (!released) return;
  const { submissionId } = ids;
  clearReasons(rows, ctx, { submissionId, codes: PARCEL_REASONS, subject: parcel.id }, "facts");
  if (isFullyFulfilled(rows, loaded, snapshot)) moveSubmission(rows, ctx, submissionId, "fulfilled");
  // A link that was corrected while the parcel was written is written next.
  if (released.linkCorrectedAt) setColumns(rows.parcels, parcel.id, { state: "waiting", dueAt: ctx.clock.now() });
}

export interface ParcelRetry extends Omit<RetryWait, "waitMs"> {
  code: ParcelReason;
  /** In place of the backoff. recheck: the longer the reason has lasted, the longer, at once or after `policy.alertAfterMs`. */
  waitMs?: number | "recheck" | "backoff_then_recheck";
  /** Not only after `policy.alertAfterMs`. */
  raiseNow?: boolean;
}

export const rescheduleParcel = (ctx: ParcelContext, loaded: LoadedParcel, options: ParcelRetry): Promise<void> =>
  changeOrderOf(ctx, loaded, (rows) => {
    const held = heldParcel(rows, loaded.claim);
    if (!held) return;
    const { code } = options;
    const waitedMs = ctx.clock.now().getTime() - held.firstSeenAt.getTime();
    const isLate = waitedMs >= ctx.policy.alertAfterMs;
    const wait = options.waitMs === "backoff_then_recheck" ? (isLate ? "recheck" : undefined) : options.waitMs;
    const open = rows.attentions.find((one) => one.clearedAt === null && one.code === code && one.subject === held.id);
    const waitMs = wait === "recheck" ? recheckWaitMs(ctx, open?.openedAt) : wait;
    const { dueAt } = scheduleRetry(ctx, held.tries, { ...options, waitMs }).data;
    releaseClaim(rows, loaded, { state: "waiting", dueAt, tries: held.tries + 1 });
    if (options.raiseNow === true || isLate) raiseParcelReason(rows, ctx, loaded, code);
  });

/** Only staff, or a change in Shopify, continues the parcel (`rescheduleParcels`). */
export const parkParcel = (ctx: ParcelContext, loaded: LoadedParcel, code: ParcelReason): Promise<void> =>
  changeOrderOf(ctx, loaded, (rows) => {
    if (releaseClaim(rows, loaded, { state: "parked", ...NOT_DUE })) raiseParcelReason(rows, ctx, loaded, code);
  });

/**
 * Shopify takes no tracking number of a canceled order: staff is not asked to add one, but told that the order was shipped, unless they
 * know that it was canceled after sending.
 */
export const parkParcelOfCancelled = (ctx: ParcelContext, loaded: LoadedParcel, cancelledAt: Date): Promise<void> =>
  changeOrderOf(ctx, loaded, (rows) => {
    if (!releaseClaim(rows, loaded, { state: "parked", ...NOT_DUE })) return;
    const { ids, parcel } = loaded;
    const { submissionId } = ids;
    clearReasons(rows, ctx, { submissionId, codes: PARCEL_REASONS, subject: parcel.id }, "facts");
    const code = "cancelled_after_sent";
    if (rows.attentions.some((one) => one.submissionId === submissionId && one.code === code)) return;
    raiseReason(rows, ctx, { ...ids, code, basis: cancelledAt.toISOString() });
  });

function raiseParcelReason(rows: OrderRows, ctx: WriteContext, { ids, parcel }: LoadedParcel, code: ParcelReason) {
  const subject = parcel.id;
  const codes = PARCEL_REASONS.filter((one) => one !== code);
  clearReasons(rows, ctx, { submissionId: ids.submissionId, codes, subject }, "facts");
  raiseReason(rows, ctx, { ...ids, subject, code, detail: { parcel: subject } });
}

/** null, having changed nothing, where the claim is lost: the parcel is another worker's then. */
function releaseClaim(rows: OrderRows, { claim }: LoadedParcel, columns: Partial<Parcel>): Parcel | null {
  const held = heldParcel(rows, claim);
  if (held) setParcel(rows, held, { ...columns, ...NO_CLAIM });
  return held ?? null;
}

/**
 * Every line is fulfilled by the app, or has nothing remaining: by the snapshot and by what was fulfilled since. What Shopify has
 * made no fulfillment order of remains. A reprint has nothing to fulfill but its tracking.
 */
function isFullyFulfilled(rows: OrderRows, loaded: LoadedParcel, snapshot: FulfillmentSnapshot): boolean {
  if (loaded.reprint) return true;
  const { lines } = submissionIn(rows, loaded.ids.submissionId);
  const now = new Map(lines.map((line) => [line.id, line.quantity - line.fulfilled]));
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
export const adoptFulfillments = (
  ctx: ParcelContext,
  loaded: LoadedParcel,
  fulfillments: readonly FulfillmentOfOrder[],
): Promise<"finished" | "again"> =>
  changeOrderOf(ctx, loaded, (rows) => {
    if (!renewClaim(rows, ctx, loaded.claim)) return "finished";
    const left = new Map(loaded.lines.map((line) => [line.submissionLineId, line.left]));
    for (const fulfillment of fulfillments) adopt(rows, ctx, loaded, fulfillment, left);
    return "again";
  });

/** `left`: of each line, what no fulfillment is known to have. */
function adopt(
  rows: OrderRows,
  ctx: WriteContext,
  loaded: LoadedParcel,
  fulfillment: FulfillmentOfOrder,
  left: Map<string, number>,
): void {
  const lines = fulfillment.lines.flatMap(({ lineItemGid, quantity }) => {
    const line = loaded.lines.find((one) => one.lineItemGid === lineItemGid);
    const counted = Math.min(quantity, (line && left.get(line.submissionLineId)) ?? 0);
    if (!line || counted <= 0) return [];
    left.set(line.submissionLineId, (left.get(line.submissionLineId) ?? 0) - counted);
    return [{ submissionLineId: line.submissionLineId, orderLineId: line.orderLineId, quantity: counted }];
  });
  addFulfilled(rows, loaded.ids.submissionId, lines);
  const now = ctx.clock.now();
  rows.writes.push({
    ...{ id: ctx.ids.uuid(), parcelId: loaded.parcel.id, kind: "create", fulfillmentGid: fulfillment.gid },
    ...{ lines, notified: false, outcome: "done", startedAt: now, endedAt: now },
  });
}

/** Retries the parked and waiting parcels of a submission at once: staff has removed the obstacle. Returns how many. */
export async function retryParcels(
  ctx: OrdersContext,
  { shopId, submissionId, userId }: { shopId: ShopId; submissionId: SubmissionId } & Staff,
): Promise<number> {
  const open = await ctx.db.parcel.findMany({
    where: { submissionId, shopId, state: { in: [...RETRYABLE_PARCEL_STATES] }, awaitingShipmentUntil: null },
    select: { id: true, submission: { select: { orderId: true } } },
  });
  const [first] = open;
  if (!first) return 0;
  const { orderId } = first.submission;
  const entry = { shopId, orderId, submissionId, code: "submission.retry_fulfillment", actor: { userId } } as const;
  return rescheduleParcels(
    ctx,
    orderId,
    open.map(({ id }) => id),
    entry,
  );
}

/** The parcels that wait for a change of their order in Shopify, by the order's reasons for attention. */
export const blockedParcels = (attentions: readonly Attention[]): ParcelId[] => [
  ...new Set(
    attentions
      .filter(({ code, clearedAt }) => clearedAt === null && PARCEL_REASONS.some((reason) => reason === code))
      .map(({ subject }) => parcelIdSchema.parse(subject)),
  ),
];

/** Makes these parcels of an order due at once, those that are parked, too, with an entry of its history. Returns how many. */
export async function rescheduleParcels(
  ctx: OrdersContext,
  orderId: OrderId,
  ids: readonly ParcelId[],
  entry?: HistoryEntry,
): Promise<number> {
  const { dueAt, tries } = dueNow(ctx);
  const count = await withOrderLock(ctx, orderId, async (tx) => {
    const rescheduled = await tx.execute`
      UPDATE "Parcel" p SET "state" = 'waiting', "dueAt" = ${dueAt}, "tries" = ${tries}, "version" = p."version" + 1
      FROM "Submission" s WHERE s."id" = p."submissionId" AND s."orderId" = ${orderId}::uuid
        AND p."id" = ANY(${[...ids]}::uuid[]) AND ${stateIn("p", RETRYABLE_PARCEL_STATES)}`;
    if (rescheduled > 0 && entry) await addHistory(tx, ctx, entry);
    return rescheduled;
  });
  if (count > 0) for (const id of ids) ctx.wake.parcel(id);
  return count;
}
