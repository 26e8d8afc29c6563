import type { OrdersContext, WriteContext } from "./context.ts";
import { changeOrder } from "./change-orders.ts";
import { clearReasons, raiseReason, setColumns, type LoadedAttempt, type OrderRows } from "./order-rows.ts";
import type { NewAttention } from "./raise-attention.ts";
import { idsOf } from "./history.ts";
import { stateIn } from "./state-in.ts";
import { IDLE_STATES } from "./states.ts";
import { isAlertDue, scheduleRetry } from "./reschedule.ts";
import { tableOf, type WorkKind } from "./due-work.ts";
import { errorName } from "../../ports/errors.ts";
import type { OrderId, SubmissionId, RowId } from "../../ports/ids.ts";
import type { Submission, AttemptOutcome } from "../../../prisma/client/client.ts";

/** A delivery that fails this often by an error of Inkbridge becomes a dead letter. Other rows are retried for ever. */
const MAX_FAILURES = 8;

/** What a delivery that has failed so often is set to; nothing while it is retried. */
export const deadLetterAfter = (failures: number): { state?: "dead_letter"; dueAt?: null } =>
  failures >= MAX_FAILURES ? { state: "dead_letter", dueAt: null } : {};

/**
 * Reschedules a row whose work threw an error of Inkbridge itself, and raises attention when that lasts. Returns how often the
 * row has failed in succession. The row is written without the order's lock: waiting for that lock may be what failed.
 */
export async function rescheduleFailed(ctx: OrdersContext, work: WorkKind, id: RowId, error: unknown): Promise<number> {
  const table = tableOf(work);
  const [row] = await ctx.sql.query<{ failures: number }>`
    SELECT "failures" FROM ${table} WHERE "id" = ${id}::uuid`;
  if (!row) return 0;
  const { waitMs, data } = scheduleRetry(ctx, row.failures);
  // A running claim keeps its later due time. A row that became settled in between stays settled.
  await ctx.sql.execute`
    UPDATE ${table} SET "failures" = "failures" + 1, "dueAt" = GREATEST("dueAt", ${data.dueAt}::timestamptz)
    WHERE "id" = ${id}::uuid AND "dueAt" IS NOT NULL`;
  const failures = row.failures + 1;
  const name = errorName(error);
  if (work === "delivery") await recordDeliveryFailure(ctx, id, failures, name);
  else if (isAlertDue(ctx.policy, row.failures, waitMs)) await raiseProcessingFailed(ctx, work, id, name);
  return failures;
}

/**
 * The row's work succeeded, after so many failures. One more of another run meanwhile stays: this run found nothing to do then.
 * A delivery's failures are not reset: handleWebhook counts them.
 */
export async function resetFailures(
  ctx: Pick<OrdersContext, "sql">,
  work: WorkKind,
  id: RowId,
  failures: number,
): Promise<void> {
  if (work === "delivery") return;
  await ctx.sql.execute`
    UPDATE ${tableOf(work)} SET "failures" = 0 WHERE "id" = ${id}::uuid AND "failures" = ${failures}`;
}

async function recordDeliveryFailure(ctx: OrdersContext, id: RowId, failures: number, problem: string): Promise<void> {
  const data = { problem, ...deadLetterAfter(failures) };
  await ctx.db.webhookDelivery.updateMany({ where: { id, state: "waiting" }, data });
}

async function raiseProcessingFailed(
  ctx: OrdersContext,
  work: Exclude<WorkKind, "delivery">,
  id: RowId,
  error: string,
): Promise<void> {
  const target = await findAttentionTarget(ctx, work, id);
  if (!target) return;
  const reason = { ...target, code: "processing_failed", detail: { work, error } } as const;
  await changeOrder(ctx, target.orderId, (rows) => raiseReason(rows, ctx, reason));
}

async function findAttentionTarget(
  { db }: OrdersContext,
  work: Exclude<WorkKind, "delivery">,
  id: RowId,
): Promise<Omit<NewAttention, "code"> | null> {
  const where = { id };
  const select = { id: true, shopId: true, orderId: true };
  switch (work) {
    case "order": {
      const row = await db.order.findUnique({ where, select: { shopId: true } });
      return row && { ...row, orderId: id };
    }
    case "submission": {
      const row = await db.submission.findUnique({ where, select });
      return row && idsOf(row);
    }
    case "parcel": {
      const row = await db.parcel.findUnique({ where, select: { submission: { select } } });
      return row && { ...idsOf(row.submission), subject: id };
    }
  }
}

/** At one run; the next run takes the others. */
const BATCH_SIZE = 200;

/** Clears the attention for rows whose work succeeds again or is no longer needed. Returns how many. */
export async function clearRecovered(ctx: OrdersContext): Promise<number> {
  const recovered = await ctx.sql.query<{ orderId: OrderId; submissionId: SubmissionId | null; subject: string }>`
    SELECT t."orderId"::text AS "orderId", t."submissionId"::text AS "submissionId", t."subject" FROM "Attention" t
    WHERE t."clearedAt" IS NULL AND t."code" = 'processing_failed'
      AND NOT EXISTS (SELECT 1 FROM "Order" o
        WHERE t."submissionId" IS NULL AND o."id" = t."orderId" AND o."failures" > 0 AND o."dueAt" IS NOT NULL)
      AND NOT EXISTS (SELECT 1 FROM "Submission" s
        WHERE t."subject" = '' AND s."id" = t."submissionId" AND s."failures" > 0 AND s."dueAt" IS NOT NULL
          AND NOT ${stateIn("s", IDLE_STATES)})
      AND NOT EXISTS (SELECT 1 FROM "Parcel" p
        WHERE p."submissionId" = t."submissionId" AND p."id"::text = t."subject"
          AND p."failures" > 0 AND p."dueAt" IS NOT NULL)
    LIMIT ${BATCH_SIZE}`;
  for (const row of recovered) {
    const target = { ...row, codes: ["processing_failed"] } as const;
    await changeOrder(ctx, row.orderId, (rows) => clearReasons(rows, ctx, target, "facts"));
  }
  return recovered.length;
}

/** Outcomes that count as failed. `not_processed` does not count: an outage ends. */
const FAILED_OUTCOMES: readonly AttemptOutcome[] = ["uncertain", "lost", "rejected"];

/** Failed attempts since staff, or changed content, last had the submission sent again, the oldest first. */
export const failedAttempts = (
  rows: OrderRows,
  { id, attemptsForgiven }: Pick<Submission, "id" | "attemptsForgiven">,
): LoadedAttempt[] =>
  rows.attempts.filter(
    ({ submissionId, number, outcome }) =>
      submissionId === id && number > attemptsForgiven && outcome !== null && FAILED_OUTCOMES.includes(outcome),
  );

/** Staff, or changed content, has the submission sent again: earlier attempts no longer count. */
export function forgiveAttempts(rows: OrderRows, id: SubmissionId): void {
  const attemptsForgiven = rows.attempts.filter(({ submissionId }) => submissionId === id).length;
  setColumns(rows.submissions, id, { attemptsForgiven });
}

/** Nobody records an answer to these any more: the claim that they belong to has ended. */
export function endOpenAttempts(rows: OrderRows, { clock }: Pick<WriteContext, "clock">, id: SubmissionId): void {
  const open = rows.attempts.filter(({ submissionId, endedAt }) => submissionId === id && endedAt === null);
  for (const attempt of open) setColumns(rows.attempts, attempt.id, { endedAt: clock.now(), outcome: "lost" });
}
