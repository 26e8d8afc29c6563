import type { Submission } from "../../../prisma/client/client.ts";
import type { AttentionCode } from "../core/attention.ts";
import { raiseAttention } from "../core/raise-attention.ts";
import type { OrdersContext } from "../core/context.ts";
import { idsOf } from "../core/history.ts";
import { withOrderLock } from "../core/lock.ts";
import { dueIn, isAlertDue, recheckWaitOf, scheduleRetry, type Retry, type RetryWait } from "../core/reschedule.ts";
import { UNSENT_STATES, type SubmissionState } from "../core/states.ts";

type Row = Pick<Submission, "id" | "shopId" | "orderId" | "tries">;

/** Tries an unsent submission again later; alerts when that has lasted. */
export async function reschedule(
  ctx: OrdersContext,
  row: Row,
  options: RetryWait & { code: AttentionCode },
): Promise<void> {
  const { data, waitMs } = scheduleRetry(ctx, row.tries, options);
  const alert = isAlertDue(ctx.policy, row.tries, waitMs);
  await writeWait(ctx, row, { states: UNSENT_STATES, data, alert: alert ? options.code : null });
}

/** Raises a reason, and tries an unsent submission again later: the longer the reason has lasted, the later. */
export async function recheckLater(ctx: OrdersContext, row: Row, code: AttentionCode): Promise<void> {
  const waitMs = await recheckWaitOf(ctx, { submissionId: row.id, code, subject: "" });
  const { data } = scheduleRetry(ctx, row.tries, { waitMs });
  await writeWait(ctx, row, { states: UNSENT_STATES, data, alert: code });
}

/** Waits until the print account may be called again, which counts as no try. A long wait raises an alert. */
export async function rescheduleForRateLimit(ctx: OrdersContext, row: Row, waitMs: number): Promise<void> {
  const alert = waitMs >= ctx.policy.alertAfterMs ? "not_sent_yet" : null;
  await writeWait(ctx, row, { states: ["ready"], data: { dueAt: dueIn(ctx, waitMs) }, alert });
}

async function writeWait(
  ctx: OrdersContext,
  row: Row,
  wait: { states: readonly SubmissionState[]; data: Partial<Retry["data"]>; alert: AttentionCode | null },
): Promise<void> {
  await withOrderLock(ctx, row.orderId, async (tx) => {
    const { count } = await tx.submission.updateMany({
      where: { id: row.id, state: { in: [...wait.states] } },
      data: { ...wait.data, version: { increment: 1 } },
    });
    if (count === 1 && wait.alert) await raiseAttention(tx, ctx, { ...idsOf(row), code: wait.alert });
  });
}
