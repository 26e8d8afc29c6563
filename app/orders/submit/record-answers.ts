import type { AttemptOutcome, Attempt } from "../../../prisma/client/client.ts";
import {
  errorName,
  isTooManyRequests,
  RemoteError,
  retryAfterOf,
  RejectedError,
  type UnauthorizedError,
  type UnavailableError,
  failedConnectionOf,
  isNotProcessed,
} from "../../ports/errors.ts";
import { changeOrderIn } from "../core/change-orders.ts";
import type { OrdersContext } from "../core/context.ts";
import type { Tx } from "../../database/transaction.ts";
import { idsOf } from "../core/history.ts";
import { withOrderLock } from "../core/lock.ts";
import { moveSubmission, raiseReason, readAgain, submissionIn, type OrderRows } from "../core/order-rows.ts";
import { ATTEMPT_MESSAGE } from "../core/provider-order.ts";
import { backoff, lookupDelay, withJitter } from "../core/policy.ts";
import { scheduleRetry, dueIn } from "../core/reschedule.ts";
import { raiseRejected } from "./lookup/conclude-absent.ts";
import { type SubmissionRow, SUBMISSION_COLUMNS } from "../core/submission-row.ts";
import { coolDown } from "./rate-limit.ts";
import type { Claim } from "./claim.ts";
import type { SubmissionId } from "../../ports/ids.ts";
import { failedAttempts } from "../core/failed-work.ts";
import type { CreatedOrder, PrintAccountCalls } from "../../ports/print-service.ts";
import { recordAccepted, type AcceptedClaim } from "./record-accepted.ts";

/**
 * A clear rejection. Where the service may have made the order of an earlier attempt, it leads to a lookup: the service may reject
 * the duplicate of an order that it made and answered 429. A rejection that may be transient is retried a few times.
 */
export async function recordRejected(ctx: OrdersContext, claim: Claim, error: RejectedError): Promise<void> {
  await recordOutcome(ctx, claim, { outcome: "rejected", ...responseOf(ctx, claim, error) }, async (tx, row) => {
    if (row.claimToken !== claim.claimToken) return;
    const { claimToken, attemptId, lines, payload } = claim;
    const isRejected = await changeOrderIn(tx, row.orderId, (rows) => {
      if (error.maybeTransient && failedAttempts(rows, row).length < ctx.policy.maxAttempts)
        releaseForRetry(rows, ctx, row, error);
      else if (row.everUncertain) becomeUncertain(rows, ctx, row.id, "rejected_after_uncertain");
      else if (error.alreadyExists || mayBeRepeated(rows, row.id))
        becomeUncertain(rows, ctx, row.id, "rejected_as_repeated");
      else if (moveSubmission(rows, ctx, row.id, "rejected", { dueAt: null }, { claimToken })) {
        readAgain(rows, ctx);
        return true;
      }
      return false;
    });
    const detail = { attemptId, httpStatus: error.httpStatus ?? null };
    if (isRejected) await raiseRejected(tx, ctx, row, { detail, lines, message: error.providerMessage, payload });
  });
}

/** Whether the service answered an earlier attempt without accepting or rejecting it, such as with 429. */
const mayBeRepeated = (rows: OrderRows, id: SubmissionId): boolean =>
  rows.attempts.some(
    ({ submissionId, outcome, httpStatus }) =>
      submissionId === id && outcome === "not_processed" && httpStatus !== null,
  );

/** The service did not process the request: the claim is released, and the submission is tried again later. */
export async function recordNotProcessed(
  ctx: OrdersContext,
  claim: Claim,
  error: UnavailableError | UnauthorizedError,
): Promise<void> {
  await recordOutcome(ctx, claim, { outcome: "not_processed", ...responseOf(ctx, claim, error) }, async (tx, row) => {
    if (row.claimToken !== claim.claimToken) return;
    await changeOrderIn(tx, row.orderId, (rows) => {
      const wait = releaseForRetry(rows, ctx, row, error);
      const firstFailure = rows.attempts.find(
        ({ submissionId, outcome }) => submissionId === row.id && outcome === "not_processed",
      );
      const elapsedMs = firstFailure ? ctx.clock.now().getTime() - firstFailure.startedAt.getTime() : 0;
      if (Math.max(elapsedMs, wait) >= ctx.policy.alertAfterMs)
        raiseReason(rows, ctx, { ...idsOf(row), code: "not_sent_yet" });
    });
    // Other orders of this account would get the same answer.
    const retryAfterMs = retryAfterOf(error);
    if (retryAfterMs > 0 || isTooManyRequests(error))
      await coolDown(ctx, tx, claim.printAccountId, Math.max(retryAfterMs, backoff(ctx.policy, 0, ctx.random())));
  });
}

/**
 * submitting → ready, due after a wait, which is returned in milliseconds. The wait is longer after an answer of the service:
 * the service may have made the order all the same, and lookup-before-resend.ts asks for it then.
 */
function releaseForRetry(rows: OrderRows, ctx: OrdersContext, row: SubmissionRow, error: RemoteError): number {
  const resendDelayMs = error.httpStatus === undefined ? 0 : ctx.policy.resendAfterMs;
  const retry = scheduleRetry(ctx, row.tries, { afterMs: resendDelayMs, atLeastMs: retryAfterOf(error) });
  moveSubmission(rows, ctx, row.id, "not_processed", { dueAt: retry.data.dueAt, tries: row.tries + 1 });
  return retry.waitMs;
}

/** Timeout, reset, 5xx, a body unknown to the interface, an error of Inkbridge after sending: the outcome is unknown. */
export async function recordUncertain(ctx: OrdersContext, claim: Claim, error: unknown): Promise<void> {
  const response = error instanceof RemoteError ? responseOf(ctx, claim, error) : {};
  await recordOutcome(ctx, claim, { outcome: "uncertain", ...response }, async (tx, row) => {
    if (row.claimToken !== claim.claimToken) return;
    await changeOrderIn(tx, row.orderId, (rows) => becomeUncertain(rows, ctx, row.id, errorName(error)));
  });
}

async function recordOutcome(
  ctx: OrdersContext,
  claim: Claim,
  outcome: { outcome: AttemptOutcome; httpStatus?: number | null; messageEncrypted?: Uint8Array<ArrayBuffer> | null },
  write: (tx: Tx, row: SubmissionRow) => Promise<unknown>,
): Promise<void> {
  await withOrderLock(ctx, claim.orderId, async (tx) => {
    const row = await endAttempt(tx, claim, {
      httpStatus: null,
      messageEncrypted: null,
      ...outcome,
      endedAt: ctx.clock.now(),
    });
    await write(tx, row);
  });
}

function responseOf(ctx: OrdersContext, claim: Claim, error: RemoteError) {
  const message = error.providerMessage?.slice(0, 2000);
  return {
    httpStatus: error.httpStatus ?? null,
    messageEncrypted: message ? ATTEMPT_MESSAGE.encrypt(ctx, claim.attemptId, message) : null,
  };
}

/**
 * Ends the attempt of a claim and reads its submission as it is now, in one statement. Needs the order's lock. The answer about
 * an order that was erased meanwhile may quote the customer: nothing would erase it later.
 */
export async function endAttempt(
  tx: Tx,
  { attemptId, submissionId }: Claim,
  {
    outcome,
    httpStatus,
    messageEncrypted,
    endedAt,
  }: Pick<Attempt, "outcome" | "httpStatus" | "messageEncrypted" | "endedAt">,
): Promise<SubmissionRow> {
  const [row] = await tx.$queryRaw<SubmissionRow[]>`
    WITH ended AS (
      UPDATE "Attempt" SET "outcome" = ${outcome}::"AttemptOutcome", "httpStatus" = ${httpStatus}::int,
        "messageEncrypted" = CASE WHEN EXISTS (
          SELECT 1 FROM "Submission" s JOIN "Order" o ON o."id" = s."orderId"
          WHERE s."id" = ${submissionId}::uuid AND o."redactedAt" IS NOT NULL) THEN NULL ELSE ${messageEncrypted}::bytea END,
        "endedAt" = ${endedAt}
      WHERE "id" = ${attemptId}::uuid RETURNING "submissionId"
    )
    SELECT ${SUBMISSION_COLUMNS} FROM ended JOIN "Submission" x ON x."id" = ${submissionId}::uuid`;
  if (!row) throw new Error("the submission was deleted meanwhile");
  return row;
}

/** No clear answer: only an update of the service, proof of absence or a person's decision leads on. */
export function becomeUncertain(rows: OrderRows, ctx: OrdersContext, id: SubmissionId, why: string): void {
  const before = submissionIn(rows, id);
  const dueAt = dueIn(ctx, withJitter(lookupDelay(ctx.policy, 0), ctx.random()));
  const columns = { everUncertain: true, dueAt, tries: 0 };
  if (moveSubmission(rows, ctx, id, "uncertain", columns) && before.state !== "uncertain")
    raiseReason(rows, ctx, { ...idsOf(before), code: "uncertain", detail: { why } });
}

type CreateAnswer = { created: CreatedOrder } | { error: unknown };

/** The only caller of the service's create: after the commit of the claim. */
export async function create(
  ctx: OrdersContext,
  claim: Claim,
  calls: PrintAccountCalls = ctx.printService.forAccount(claim.printAccountId),
): Promise<CreateAnswer> {
  try {
    return { created: await calls.create(claim.payload, claim.deadline) };
  } catch (error) {
    const connectionFailure = failedConnectionOf(error);
    const fields = { submission: claim.submissionId, error: errorName(error), connectionFailure };
    ctx.log.warn(fields, "create not accepted");
    return { error };
  }
}

/** Returns whether the service has accepted the order. `accept` records that. */
export async function recordAnswer(
  ctx: OrdersContext,
  claim: Claim,
  answer: CreateAnswer,
  accept: (accepted: AcceptedClaim) => Promise<unknown> = (accepted) => recordAccepted(ctx, [accepted]),
): Promise<boolean> {
  if ("created" in answer) await accept({ claim, created: answer.created });
  else await recordFailure(ctx, claim, answer.error);
  return "created" in answer;
}

function recordFailure(ctx: OrdersContext, claim: Claim, error: unknown): Promise<void> {
  if (error instanceof RejectedError) return recordRejected(ctx, claim, error);
  return isNotProcessed(error) ? recordNotProcessed(ctx, claim, error) : recordUncertain(ctx, claim, error);
}
