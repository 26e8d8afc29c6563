import {
  Prisma,
  type PaymentProblem,
  type ProviderWrite,
  type ProviderWriteOutcome,
  type Submission,
} from "../../../prisma/client/client.ts";
import { columnsOf } from "../../database/rows.ts";
import type { Tx } from "../../database/sql.ts";
import { deadlineIn, HOUR_MS, MINUTE_MS, type Deadline } from "../../ports/clock.ts";
import { errorName, isNotProcessed, RejectedError, RemoteError, retryAfterOf } from "../../ports/errors.ts";
import type { FurtherCalls, SyncedOrder, Transaction } from "../../ports/print-service.ts";
import { transact } from "../core/append.ts";
import { codesOffering } from "../core/attention.ts";
import { changeOrderIn } from "../core/change-orders.ts";
import type { OrdersContext } from "../core/context.ts";
import { idsOf } from "../core/history.ts";
import { isHistoryComplete } from "../core/is-history-complete.ts";
import {
  clearReasons,
  moveSubmission,
  noteHistory,
  openReasons,
  raiseReason,
  setColumns,
  submissionIn,
  type OrderRows,
} from "../core/order-rows.ts";
import { backoff, lookupDelay } from "../core/policy.ts";
import { dueIn, newClaim, renewedClaim } from "../core/reschedule.ts";
import { isSendingPaused } from "../core/sending-plan.ts";
import { FOR_SHARE_OF_SHOP } from "../core/shop-row.ts";
import { UNSHIPPED_STATES } from "../core/states.ts";
import { findOrder, queryFor, readServiceOrder, serviceRange } from "../provider-reader/find-order.ts";
import { applyProviderOrder } from "../provider-updates/apply-provider-order.ts";
import { raisePaymentDue } from "../provider-updates/status-meaning.ts";
import { decideWrite, isUnwanted } from "./decide-write.ts";
import {
  lockWithWrites,
  mayPay,
  readPayingShop,
  requestCancellations,
  requestPayments,
  serviceOrdersOf,
} from "./request-write.ts";

/** Steps of one print account that a turn takes, one after the other, and turns of a run. */
const AT_ONCE = 4;
const MAX_TURNS = 50;

/**
 * Pays for orders and cancels them at the print service, as staff or settings asked for. A step reads the order, and then calls, settles or
 * waits: a process that dies at any point leaves a row from which the next one goes on by reading. Returns how many steps were due.
 */
export async function performProviderWrites(ctx: OrdersContext): Promise<number> {
  await requestCancellations(ctx);
  await requestPayments(ctx);
  let steps = 0;
  for (let turn = 0; turn < MAX_TURNS; turn += 1) {
    const claimed = await claimWrites(ctx);
    if (claimed.length === 0) break;
    steps += claimed.length;
    const byAccount = [...Map.groupBy(claimed, ({ printAccountId }) => printAccountId).values()];
    await Promise.all(byAccount.map((writes) => stepEach(ctx, writes)));
  }
  return steps;
}

async function stepEach(ctx: OrdersContext, writes: readonly ClaimedWrite[]): Promise<void> {
  for (const write of writes) {
    try {
      await stepWrite(ctx, write);
    } catch (error) {
      // The claim ends, and the step is taken again.
      ctx.log.error({ providerWrite: write.id, submission: write.submissionId, error }, "a write has failed");
    }
  }
}

/** `beforeGap`: what was called for the order before the last sync gap may not be in this database, such as after a restore. */
type ClaimedWrite = ProviderWrite & { reference: string; sentAt: Date; beforeGap: boolean };

/**
 * Claims steps that are due, some of each account. While an account cannot pay, its payments wait; one that is not due any more, since the
 * service shows its order as paid, is looked at all the same.
 */
function claimWrites(ctx: OrdersContext): Promise<ClaimedWrite[]> {
  const { claimToken, claimedAt, dueAt } = newClaim(ctx);
  return ctx.sql.query<ClaimedWrite>`
    WITH due AS (
      SELECT t."id" FROM "PrintAccount" a CROSS JOIN LATERAL (
        SELECT w."id" FROM "ProviderWrite" w JOIN "Submission" s ON s."id" = w."submissionId"
        JOIN "Shop" h ON h."id" = w."shopId" AND h."uninstalledAt" IS NULL
        WHERE w."printAccountId" = a."id" AND w."settledAt" IS NULL AND w."dueAt" <= ${claimedAt}
          AND (w."kind" = 'cancel' OR a."paymentProblem" IS NULL OR a."paymentRetryAt" <= ${claimedAt}
            OR w."callOutcome" IS NOT NULL OR s."openWrite" IS DISTINCT FROM 'pay')
        ORDER BY w."dueAt", w."id" LIMIT ${AT_ONCE} FOR UPDATE OF w SKIP LOCKED
      ) t WHERE EXISTS (SELECT FROM "ProviderWrite" o WHERE o."printAccountId" = a."id" AND o."settledAt" IS NULL)
    )
    UPDATE "ProviderWrite" w SET "claimToken" = ${claimToken}::uuid, "claimedAt" = ${claimedAt}, "dueAt" = ${dueAt}
    FROM due, "Submission" s WHERE w."id" = due."id" AND s."id" = w."submissionId"
    RETURNING ${columnsOf("ProviderWrite", { alias: "w" })}, s."reference", coalesce(s."sentAt", s."createdAt") AS "sentAt",
      s."foundAt" IS NOT NULL
        OR EXISTS (SELECT FROM "Heartbeat" h WHERE h."since" > coalesce(s."sentAt", s."createdAt")) AS "beforeGap"`;
}

async function stepWrite(ctx: OrdersContext, write: ClaimedWrite): Promise<void> {
  const calls = ctx.printService.forAccount(write.printAccountId);
  try {
    const shown = await readServiceOrder(calls, write);
    const step = decideWrite(write, shown, { now: ctx.clock.now(), policy: ctx.policy });
    if (step.do === "wait")
      return await release(ctx, write, Math.max(step.atLeastMs, lookupDelay(ctx.policy, write.tries)));
    if (step.do === "settle") return await settle(ctx, write, step.outcome, shown);
    const further = await calls.further();
    if (isUnclear(write) && (await isCharged(ctx, further, write)))
      return await recordAnswer(ctx, write, { outcome: "accepted" });
    // From before the claim: a process that freezes while it holds the claim calls nothing when it wakes.
    const deadline = deadlineIn(ctx.policy.createTimeoutMs);
    const claim = await claimCall(ctx, write);
    if (claim === "obsolete") return await settle(ctx, write, "obsolete", shown);
    if (claim === "disconnected" && write.calls === 0)
      return await settle(ctx, write, "obsolete", shown, "payment_disconnected");
    // An earlier call may have been taken.
    if (claim === "disconnected") return await settle(ctx, write, "unclear", shown);
    // A claim takes no payment that was never called for before the account is to try again.
    if (claim === "paused")
      return await release(ctx, write, write.callOutcome === null ? 0 : lookupDelay(ctx.policy, write.tries));
    if (claim === "waits") return await release(ctx, write, lookupDelay(ctx.policy, write.tries));
    if (claim === "claimed") await recordAnswer(ctx, write, await call(ctx, further, write, deadline));
  } catch (error) {
    // Nothing was written: only reads let their errors through.
    if (!(error instanceof RemoteError)) throw error;
    await release(ctx, write, Math.max(backoff(ctx.policy, write.tries, ctx.random()), retryAfterOf(error)));
  }
}

/** Ends the claim of a step, and lets the next one come. */
async function release(ctx: OrdersContext, { id, claimToken }: ProviderWrite, waitMs: number): Promise<void> {
  await ctx.sql.execute`
    UPDATE "ProviderWrite" SET "claimToken" = NULL, "claimedAt" = NULL, "tries" = "tries" + 1, "dueAt" = ${dueIn(ctx, waitMs)}
    WHERE "id" = ${id}::uuid AND "claimToken" = ${claimToken}::uuid AND "settledAt" IS NULL`;
}

/** Whether an earlier payment may have been taken. A service may do its work and answer 429 all the same. */
const isUnclear = ({ kind, calls, callOutcome, beforeGap }: ClaimedWrite): boolean =>
  kind === "pay" && (calls > 0 || callOutcome !== null || beforeGap);

/** A row that names no order of the service may name ours. */
const isAbout = ({ serviceOrderId, reference }: Transaction, write: ClaimedWrite): boolean =>
  serviceOrderId === null ? reference === write.reference : serviceOrderId === write.serviceOrderId;

/** Pages of a list that are read. */
const MAX_PAGES = 10;

/**
 * Before a payment is repeated: whether the service lists it as paid, or as money that went. Its lists may be ahead of the order's own
 * status. @throws RemoteError where they cannot be read
 */
async function isCharged(ctx: OrdersContext, further: FurtherCalls, write: ClaimedWrite): Promise<boolean> {
  const range = serviceRange(write.sentAt, ctx.clock.now());
  for (const list of [further.transactions, further.paidOrders])
    for (let page = 1; page <= MAX_PAGES; page += 1) {
      const rows = await list({ ...range, page }).catch((error: unknown) => {
        // There is no such list.
        if (error instanceof RejectedError) return [];
        throw error;
      });
      if (rows.some((row) => isAbout(row, write))) return true;
      if (rows.length === 0) break;
    }
  return false;
}

/** What decides on a call besides the lines of its order. */
type CallGate = Pick<Submission, "state" | "kind"> & {
  replaced: boolean;
  cancelledAt: Date | null;
  historyComplete: boolean | null;
};

/**
 * Commits the claim of one call, unless the order has changed. `paused`: the account cannot pay, and another payment is the one that is
 * tried. `waits`: this database may not know of an earlier call, or the shop's own payments are paused. `disconnected`: the shop has left
 * the account. `lost`: the step took so long that another worker has it.
 */
async function claimCall(
  ctx: OrdersContext,
  write: ClaimedWrite,
): Promise<"claimed" | "obsolete" | "lost" | PaymentRefusal> {
  return transact(ctx, async (tx) => {
    const { lines } = await lockWithWrites(tx, write.orderId, write.submissionId);
    const [row] = await tx.query<CallGate>`
      SELECT s."state", s."kind", s."replacedAt" IS NOT NULL AS "replaced", o."cancelledAt",
        ${isHistoryComplete(ctx, Prisma.sql`${write.printAccountId}::uuid`)} AS "historyComplete"
      FROM "Submission" s JOIN "Order" o ON o."id" = s."orderId" WHERE s."id" = ${write.submissionId}::uuid`;
    const parts = await tx.query<{ orderLineId: (typeof lines)[number]["id"] }>`
      SELECT "orderLineId" FROM "SubmissionLine" WHERE "submissionId" = ${write.submissionId}::uuid`;
    const wantsCancel = row !== undefined && isUnwanted(row, lines, { kind: row.kind, lines: parts });
    const isWanted = wantsCancel === (write.kind === "cancel");
    if (!row || row.replaced || !UNSHIPPED_STATES.includes(row.state) || !isWanted) return "obsolete";
    if (!row.historyComplete) return "waits";
    const refusal = write.kind === "pay" ? await refusePayment(tx, ctx, write) : null;
    if (refusal) return refusal;
    const { claimedAt, dueAt } = renewedClaim(ctx);
    const claimed = await tx.execute`
      UPDATE "ProviderWrite" SET "calls" = "calls" + 1, "calledAt" = ${claimedAt}, "callOutcome" = 'claimed', "tries" = 0,
        "claimedAt" = ${claimedAt}, "dueAt" = ${dueAt}
      WHERE "id" = ${write.id}::uuid AND "claimToken" = ${write.claimToken}::uuid AND "settledAt" IS NULL`;
    return claimed === 1 ? "claimed" : "lost";
  });
}

const FIRST_PAYMENT_WAIT_MS = 15 * MINUTE_MS;
const LONGEST_PAYMENT_WAIT_MS = 6 * HOUR_MS;

/** How long the payments of an account wait that were refused so often in succession. */
const paymentWaitMs = (refusals: number): number =>
  Math.min(LONGEST_PAYMENT_WAIT_MS, FIRST_PAYMENT_WAIT_MS * 2 ** Math.min(refusals, 10));

type PaymentRefusal = "paused" | "waits" | "disconnected";

/**
 * Why a payment is not called for now. Until the transaction ends, nobody disconnects the shop or pauses it. Of an account that cannot pay,
 * one payment is tried at a time: it moves the next try, which no other one takes then.
 */
async function refusePayment(
  tx: Tx,
  ctx: OrdersContext,
  { shopId, printAccountId, requestedBy }: ProviderWrite,
): Promise<PaymentRefusal | null> {
  const [account] = await tx.query<{
    paymentProblem: PaymentProblem | null;
    paymentRetryAt: Date | null;
    refusals: number;
  }>`
    SELECT "paymentProblem", "paymentRetryAt", "paymentRefusals" AS "refusals" FROM "PrintAccount"
    WHERE "id" = ${printAccountId}::uuid FOR NO KEY UPDATE`;
  // After the account: the lock waits for nobody.
  const shop = await readPayingShop(tx, { shopId, printAccountId }, FOR_SHARE_OF_SHOP);
  if (!account || !shop) return "waits";
  if (!mayPay(shop, requestedBy === null ? null : { userId: requestedBy })) return "disconnected";
  if (requestedBy === null && isSendingPaused(ctx.clock.now(), shop)) return "waits";
  if (!account.paymentProblem) return null;
  if (account.paymentRetryAt && account.paymentRetryAt > ctx.clock.now()) return "paused";
  await tx.execute`
    UPDATE "PrintAccount" SET "paymentRetryAt" = ${dueIn(ctx, paymentWaitMs(account.refusals))}
    WHERE "id" = ${printAccountId}::uuid`;
  return null;
}

type CallAnswer =
  | { outcome: "accepted" | "uncertain" }
  | { outcome: "rejected"; lacksFunds: boolean }
  | { outcome: "not_processed"; retryAfterMs: number };

/** The only caller of the service's pay and cancel: after the commit of the claim. */
async function call(
  ctx: OrdersContext,
  further: FurtherCalls,
  write: ClaimedWrite,
  deadline: Deadline,
): Promise<CallAnswer> {
  try {
    await further[write.kind](write.serviceOrderId, deadline);
    return { outcome: "accepted" };
  } catch (error) {
    const fields = {
      providerWrite: write.id,
      submission: write.submissionId,
      kind: write.kind,
      error: errorName(error),
    };
    ctx.log.warn(fields, "a payment or a cancellation was not accepted");
    if (error instanceof RejectedError) {
      if (error.alreadyDone) return { outcome: "accepted" };
      // Said twice in succession, it is meant.
      if (!error.maybeTransient || write.callOutcome === "not_processed")
        return { outcome: "rejected", lacksFunds: error.lacksFunds };
      return { outcome: "not_processed", retryAfterMs: 0 };
    }
    if (isNotProcessed(error)) return { outcome: "not_processed", retryAfterMs: retryAfterOf(error) };
    return { outcome: "uncertain" };
  }
}

/** Payments that the service refuses one after the other, whatever it says, after which the account is taken to be unable to pay. */
const MAX_REFUSALS = 3;

/** Keeps what the service answered. What became of the call is read next. */
async function recordAnswer(ctx: OrdersContext, write: ClaimedWrite, answer: CallAnswer): Promise<void> {
  const { policy } = ctx;
  const waitMs =
    answer.outcome === "not_processed"
      ? Math.max(answer.retryAfterMs, policy.resendAfterMs)
      : answer.outcome === "uncertain"
        ? lookupDelay(policy, 0)
        : 0;
  await ctx.sql.transaction(async (tx) => {
    const paused = write.kind === "pay" && (await recordForAccount(tx, ctx, write, answer));
    const outcome = paused ? null : answer.outcome;
    // A call that was clearly refused, or not processed, counts for nothing.
    const counts = answer.outcome === "accepted" || answer.outcome === "uncertain";
    await tx.execute`
      UPDATE "ProviderWrite" SET "claimToken" = NULL, "claimedAt" = NULL, "dueAt" = ${dueIn(ctx, waitMs)},
        "callOutcome" = ${outcome}::"ProviderCallOutcome", "calls" = "calls" - ${counts ? 0 : 1}
      WHERE "id" = ${write.id}::uuid AND "claimToken" = ${write.claimToken}::uuid AND "settledAt" IS NULL`;
  });
}

/** Whether the refusal is about the account: its other payments wait, too, and this one with them. */
async function recordForAccount(
  tx: Tx,
  ctx: OrdersContext,
  { printAccountId }: ProviderWrite,
  answer: CallAnswer,
): Promise<boolean> {
  if (answer.outcome === "accepted")
    await tx.execute`
      UPDATE "PrintAccount" SET "paymentProblem" = NULL, "paymentProblemSince" = NULL, "paymentRetryAt" = NULL, "paymentRefusals" = 0
      WHERE "id" = ${printAccountId}::uuid AND ("paymentProblem" IS NOT NULL OR "paymentRefusals" > 0)`;
  if (answer.outcome !== "rejected") return false;
  const [account] = await tx.query<{ refusals: number }>`
    UPDATE "PrintAccount" SET "paymentRefusals" = "paymentRefusals" + 1 WHERE "id" = ${printAccountId}::uuid
    RETURNING "paymentRefusals" AS "refusals"`;
  const refusals = account?.refusals ?? 0;
  if (!answer.lacksFunds && refusals < MAX_REFUSALS) return false;
  const problem: PaymentProblem = answer.lacksFunds ? "low_balance" : "refused";
  await tx.execute`
    UPDATE "PrintAccount" SET "paymentProblem" = ${problem}::"PaymentProblem",
      "paymentProblemSince" = coalesce("paymentProblemSince", ${ctx.clock.now()}::timestamptz),
      "paymentRetryAt" = ${dueIn(ctx, paymentWaitMs(refusals - 1))}
    WHERE "id" = ${printAccountId}::uuid`;
  return true;
}

/**
 * Ends a write by what the service shows, which is applied to the order: prices as billed and statuses. A canceled submission is canceled
 * first, so that the service's word about its end alarms nobody.
 */
async function settle(
  ctx: OrdersContext,
  write: ClaimedWrite,
  outcome: ProviderWriteOutcome,
  shown: SyncedOrder | null,
  cause: string | undefined = PAYMENT_CAUSES[outcome],
): Promise<void> {
  if (write.kind === "pay") await applyShown(ctx, write, shown);
  const wasOpen = await transact(ctx, async (tx) => {
    const { open } = await lockWithWrites(tx, write.orderId, write.submissionId);
    const ended = await tx.execute`
      UPDATE "ProviderWrite" SET "settledAt" = ${ctx.clock.now()}, "outcome" = ${outcome}::"ProviderWriteOutcome", "dueAt" = NULL,
        "claimToken" = NULL, "claimedAt" = NULL
      WHERE "id" = ${write.id}::uuid AND "claimToken" = ${write.claimToken}::uuid AND "settledAt" IS NULL`;
    if (ended === 0) return false;
    const canceled = await tx.query<{ serviceOrderId: string }>`
      SELECT "serviceOrderId" FROM "ProviderWrite"
      WHERE "submissionId" = ${write.submissionId}::uuid AND "kind" = 'cancel' AND "outcome" = 'done'`;
    const isLast = open.every(({ id }) => id === write.id);
    const parts = new Set(canceled.map(({ serviceOrderId }) => serviceOrderId));
    await changeOrderIn(tx, write.orderId, (rows) => {
      if (write.kind === "pay") endPayment(rows, ctx, write, { outcome, isLast, cause });
      else endCancellation(rows, ctx, write, { outcome, isLast, parts });
    });
    return true;
  });
  if (wasOpen && write.kind === "cancel") await applyShown(ctx, write, shown);
}

/** With the other orders of the service that are part of the submission. */
async function applyShown(ctx: OrdersContext, write: ClaimedWrite, shown: SyncedOrder | null): Promise<void> {
  if (!shown) return;
  const row = await ctx.db.submission.findUniqueOrThrow({ where: { id: write.submissionId } });
  const isWhole = serviceOrdersOf(row).length <= 1;
  const found = isWhole
    ? { outcome: "found" as const, synced: shown }
    : await findOrder(ctx, queryFor(row, write.printAccountId));
  if (found.outcome === "found")
    await applyProviderOrder(ctx, { submissionId: row.id, synced: found.synced, reportedBy: "detail" });
}

const PAYMENT_CAUSES: Partial<Record<ProviderWriteOutcome, string>> = {
  refused: "payment_refused",
  unclear: "payment_unclear",
  obsolete: "payment_not_wanted",
};

function endPayment(
  rows: OrderRows,
  ctx: OrdersContext,
  { submissionId: id }: ProviderWrite,
  { outcome, isLast, cause }: { outcome: ProviderWriteOutcome; isLast: boolean; cause: string | undefined },
): void {
  const row = submissionIn(rows, id);
  if (isLast && row.openWrite === "pay")
    setColumns(rows.submissions, id, { openWrite: null, version: row.version + 1 });
  const code = outcome === "done" ? "submission.pay_done" : "submission.pay_failed";
  noteHistory(rows, ctx, { ...idsOf(row), code, data: { outcome } });
  if (isLast && cause) raisePaymentDue(rows, ctx, id, { reason: cause });
}

/** `parts`: the orders of the service that are canceled by now. */
function endCancellation(
  rows: OrderRows,
  ctx: OrdersContext,
  { submissionId: id }: ProviderWrite,
  { outcome, isLast, parts }: { outcome: ProviderWriteOutcome; isLast: boolean; parts: ReadonlySet<string> },
): void {
  const row = submissionIn(rows, id);
  const isWhole = serviceOrdersOf(row).every((part) => parts.has(part));
  const columns = { dueAt: null, openWrite: null, providerCancelledAt: ctx.clock.now() };
  if (outcome === "done" && isWhole && moveSubmission(rows, ctx, id, "cancel", columns)) {
    clearReasons(rows, ctx, { submissionId: id }, "facts");
    noteHistory(rows, ctx, { ...idsOf(row), code: "submission.cancel_done" });
    return;
  }
  if (!isLast) return;
  setColumns(rows.submissions, id, { openWrite: null, version: row.version + 1 });
  if (outcome === "obsolete") return;
  const reason = parts.size > 0 ? "cancel_partly" : `cancel_${outcome}`;
  noteHistory(rows, ctx, { ...idsOf(row), code: "submission.cancel_failed", data: { outcome } });
  tellNotCanceled(rows, ctx, id, reason);
}

/** Staff is told why beside the reason that asks for the cancellation; again where somebody has resolved that. */
function tellNotCanceled(rows: OrderRows, ctx: OrdersContext, id: ProviderWrite["submissionId"], reason: string): void {
  const open = openReasons(rows, id, codesOffering("cancel_at_provider"));
  for (const { id: of, detail } of open)
    setColumns(rows.attentions, of, { detail: { ...(detail as Prisma.JsonObject), reason } });
  const { cancelledAt } = rows.order;
  if (open.length > 0 || !cancelledAt) return;
  const again = { code: "cancelled_after_sent", basis: cancelledAt.toISOString(), detail: { reason } } as const;
  raiseReason(rows, ctx, { ...idsOf(submissionIn(rows, id)), ...again });
}
