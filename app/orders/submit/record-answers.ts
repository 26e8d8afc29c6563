import type { AttemptOutcome } from "../../../prisma/client/client.ts";
import {
  errorName,
  failedConnectionOf,
  isNotProcessed,
  isTooManyRequests,
  RejectedError,
  RemoteError,
  retryAfterOf,
} from "../../ports/errors.ts";
import type { PrintAccountId, SubmissionId } from "../../ports/ids.ts";
import type { CreatedOrder, PrintAccountCalls } from "../../ports/print-service.ts";
import type { Tx } from "../../database/sql.ts";
import { changeOrders } from "../core/change-orders.ts";
import type { OrdersContext } from "../core/context.ts";
import { failedAttempts } from "../core/failed-work.ts";
import { idsOf } from "../core/history.ts";
import {
  moveSubmission,
  raiseReason,
  readAgain,
  setColumns,
  submissionIn,
  type LoadedAttempt,
  type LoadedSubmission,
  type OrderRows,
} from "../core/order-rows.ts";
import { backoff, lookupDelay, withJitter } from "../core/policy.ts";
import { ATTEMPT_MESSAGE } from "../core/provider-order.ts";
import { dueIn, scheduleRetry } from "../core/reschedule.ts";
import type { Claim } from "./claim.ts";
import { decideAccepted } from "./decide-accepted.ts";
import { wakeForLaterOrders } from "./lookup/next-lookup.ts";
import { coolDown } from "./rate-limit.ts";
import { raiseRejected, readRejections, recordRejectedSkus, type Rejection } from "./lookup/rejection.ts";

type CreateAnswer = { created: CreatedOrder } | { error: unknown };

/** A claim, and what came of its create call. */
export interface AnsweredClaim {
  claim: Claim;
  answer: CreateAnswer;
}

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

type AcceptedOrNot = "accepted" | "not_accepted";

/**
 * Records the answers of create calls for different orders, in one transaction. null: another transaction has locked this order
 * (`skipLocked`).
 */
export async function recordAnswers(
  ctx: OrdersContext,
  answered: readonly AnsweredClaim[],
  { skipLocked = false } = {},
): Promise<(AcceptedOrNot | null)[]> {
  const rejections = await readRejectionsOf(ctx, answered);
  const changes = answered.map((one) => ({
    orderId: one.claim.orderId,
    change: (rows: OrderRows) => decideAnswer(rows, ctx, one, rejections.get(one)),
  }));
  const decided = await changeOrders(ctx, changes, {
    skipLocked,
    alongside: (tx, results) => recordForAccounts(tx, ctx, answered, results),
  });
  const recorded = decided.map((one) => one && one.result.outcome);
  const accepted = answered.filter((_, at) => recorded[at] === "accepted");
  await wakeForLaterOrders(
    ctx,
    accepted.map(({ claim }) => claim.submissionId),
  );
  return recorded;
}

/** What was decided of an answer, and what follows for other orders. */
interface Decision {
  outcome: AcceptedOrNot;
  /** Of an order that counts as rejected. */
  rejection?: Rejection | undefined;
  /** Other orders of the account would get the same answer. */
  coolDownMs?: number;
}

const NOT_ACCEPTED: Decision = { outcome: "not_accepted" };

function decideAnswer(
  rows: OrderRows,
  ctx: OrdersContext,
  { claim, answer }: AnsweredClaim,
  rejection: Rejection | undefined,
): Decision {
  if ("created" in answer) {
    endAttempt(rows, ctx, claim, { outcome: "accepted", httpStatus: 200, messageEncrypted: null });
    decideAccepted(rows, ctx, claim, answer.created);
    return { outcome: "accepted" };
  }
  const { error } = answer;
  const outcome = outcomeOf(error);
  endAttempt(rows, ctx, claim, { outcome, ...responseOf(ctx, claim, error) });
  const isThere = error instanceof RejectedError && error.provesExistence;
  if (isThere) setColumns(rows.attempts, claim.attemptId, { alreadyThere: true });
  const submission = submissionIn(rows, claim.submissionId);
  // Others have dealt with the claim, which has expired: the attempt is on record, and more cannot be concluded.
  if (submission.claimToken !== claim.claimToken) return NOT_ACCEPTED;
  if (isThere) {
    // Another account may hold the reference: only what the detail of this one shows is accepted.
    becomeUncertain(rows, ctx, submission.id, "already_there");
    return NOT_ACCEPTED;
  }
  if (error instanceof RejectedError) {
    if (!rejection) throw new Error("a rejection that was not read");
    return decideRejected(rows, ctx, claim, error, rejection);
  }
  if (isNotProcessed(error)) return decideNotProcessed(rows, ctx, submission, error);
  becomeUncertain(rows, ctx, submission.id, errorName(error));
  return NOT_ACCEPTED;
}

/** Timeout, reset, 5xx, a body unknown to the interface, an error of Inkbridge after sending: the outcome is unknown. */
function outcomeOf(error: unknown): AttemptOutcome {
  if (error instanceof RejectedError) return "rejected";
  return isNotProcessed(error) ? "not_processed" : "uncertain";
}

type Response = Required<Pick<LoadedAttempt, "httpStatus" | "messageEncrypted">>;

function responseOf(ctx: OrdersContext, claim: Claim, error: unknown): Response {
  if (!(error instanceof RemoteError)) return { httpStatus: null, messageEncrypted: null };
  const message = error.providerMessage?.slice(0, 2000);
  return {
    httpStatus: error.httpStatus ?? null,
    messageEncrypted: message ? ATTEMPT_MESSAGE.encrypt(ctx, claim.attemptId, message) : null,
  };
}

/**
 * Ends the attempt of a claim. The answer about an order that was erased meanwhile may quote the customer: nothing would erase it
 * later.
 */
function endAttempt(
  rows: OrderRows,
  ctx: OrdersContext,
  { attemptId }: Claim,
  { messageEncrypted, ...answer }: Response & { outcome: AttemptOutcome },
): void {
  if (!rows.attempts.some(({ id }) => id === attemptId)) throw new Error("the submission was deleted meanwhile");
  const message = { messageEncrypted: rows.order.redactedAt ? null : messageEncrypted };
  setColumns(rows.attempts, attemptId, { ...answer, ...message, endedAt: ctx.clock.now() });
}

/**
 * A clear rejection. Where the service may have made the order of an earlier attempt, it leads to a lookup: the service may reject
 * the duplicate of an order that it made and answered 429. A rejection that may be transient is retried a few times.
 */
function decideRejected(
  rows: OrderRows,
  ctx: OrdersContext,
  { submissionId: id, claimToken, attemptId }: Claim,
  error: RejectedError,
  rejection: Rejection,
): Decision {
  const submission = submissionIn(rows, id);
  if (error.maybeTransient && failedAttempts(rows, submission).length < ctx.policy.maxAttempts)
    releaseForRetry(rows, ctx, submission, error);
  else if (submission.everUncertain) becomeUncertain(rows, ctx, id, "rejected_after_uncertain");
  else if (error.alreadyExists || mayBeRepeated(rows, id)) becomeUncertain(rows, ctx, id, "rejected_as_repeated");
  else if (moveSubmission(rows, ctx, id, "rejected", { dueAt: null }, { claimToken })) {
    readAgain(rows, ctx);
    raiseRejected(rows, ctx, id, { attemptId, httpStatus: error.httpStatus ?? null }, rejection);
    return { ...NOT_ACCEPTED, rejection };
  }
  return NOT_ACCEPTED;
}

/** Whether the service answered an earlier attempt without accepting or rejecting it, such as with 429. */
const mayBeRepeated = (rows: OrderRows, id: SubmissionId): boolean =>
  rows.attempts.some(
    ({ submissionId, outcome, httpStatus }) =>
      submissionId === id && outcome === "not_processed" && httpStatus !== null,
  );

/** The service did not process the request: the claim is released, and the submission is tried again later. */
function decideNotProcessed(
  rows: OrderRows,
  ctx: OrdersContext,
  submission: LoadedSubmission,
  error: RemoteError,
): Decision {
  const waitMs = releaseForRetry(rows, ctx, submission, error);
  const firstFailure = rows.attempts.find(
    ({ submissionId, outcome }) => submissionId === submission.id && outcome === "not_processed",
  );
  const elapsedMs = firstFailure ? ctx.clock.now().getTime() - firstFailure.startedAt.getTime() : 0;
  if (Math.max(elapsedMs, waitMs) >= ctx.policy.alertAfterMs)
    raiseReason(rows, ctx, { ...idsOf(submission), code: "not_sent_yet" });
  const retryAfterMs = retryAfterOf(error);
  if (retryAfterMs === 0 && !isTooManyRequests(error)) return NOT_ACCEPTED;
  return { ...NOT_ACCEPTED, coolDownMs: Math.max(retryAfterMs, backoff(ctx.policy, 0, ctx.random())) };
}

/**
 * submitting → ready, due after a wait, which is returned in milliseconds. The wait is longer after an answer of the service:
 * the service may have made the order all the same, and lookup-before-resend.ts asks for it then.
 */
function releaseForRetry(
  rows: OrderRows,
  ctx: OrdersContext,
  { id, tries }: LoadedSubmission,
  error: RemoteError,
): number {
  const resendDelayMs = error.httpStatus === undefined ? 0 : ctx.policy.resendAfterMs;
  const retry = scheduleRetry(ctx, tries, { afterMs: resendDelayMs, atLeastMs: retryAfterOf(error) });
  moveSubmission(rows, ctx, id, "not_processed", { dueAt: retry.data.dueAt, tries: tries + 1 });
  return retry.waitMs;
}

/** No clear answer: only an update of the service, proof of absence or a person's decision leads on. */
export function becomeUncertain(rows: OrderRows, ctx: OrdersContext, id: SubmissionId, why: string): void {
  const before = submissionIn(rows, id);
  const dueAt = dueIn(ctx, withJitter(lookupDelay(ctx.policy, 0), ctx.random()));
  const columns = { everUncertain: true, dueAt, tries: 0 };
  if (moveSubmission(rows, ctx, id, "uncertain", columns) && before.state !== "uncertain")
    raiseReason(rows, ctx, { ...idsOf(before), code: "uncertain", detail: { why } });
}

/** What the rejections among the answers are about. */
async function readRejectionsOf(
  ctx: OrdersContext,
  answered: readonly AnsweredClaim[],
): Promise<Map<AnsweredClaim, Rejection>> {
  const rejected = answered.flatMap((one) => {
    const error = "error" in one.answer ? one.answer.error : null;
    return error instanceof RejectedError ? [{ one, message: error.providerMessage, lines: one.claim.lines }] : [];
  });
  const rejections = await readRejections(ctx.sql, rejected);
  return new Map(rejected.flatMap(({ one }, at) => (rejections[at] ? [[one, rejections[at]] as const] : [])));
}

/** What the answers say of the account: a wait, and SKUs that the service does not know. */
async function recordForAccounts(
  tx: Tx,
  ctx: OrdersContext,
  answered: readonly AnsweredClaim[],
  decided: readonly ({ result: Decision } | null)[],
): Promise<void> {
  const waits = new Map<PrintAccountId, number>();
  for (const [at, { claim }] of answered.entries()) {
    const { rejection, coolDownMs } = decided[at]?.result ?? NOT_ACCEPTED;
    const { printAccountId, payload } = claim;
    if (rejection) await recordRejectedSkus(tx, ctx, printAccountId, payload, rejection);
    if (coolDownMs !== undefined) waits.set(printAccountId, Math.max(waits.get(printAccountId) ?? 0, coolDownMs));
  }
  for (const [accountId, waitMs] of waits) await coolDown(ctx, tx, accountId, waitMs);
}
