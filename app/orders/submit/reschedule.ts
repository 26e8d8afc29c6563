import type { Submission } from "../../../prisma/client/client.ts";
import type { AttentionCode } from "../core/attention.ts";
import { changeOrder } from "../core/change-orders.ts";
import type { OrdersContext } from "../core/context.ts";
import { idsOf } from "../core/history.ts";
import { raiseReason, setColumns, submissionIn, type OrderRows } from "../core/order-rows.ts";
import { dueIn, isAlertDue, recheckWaitMs, scheduleRetry, type RetryWait } from "../core/reschedule.ts";
import { UNSENT_STATES, type SubmissionState } from "../core/states.ts";

type Row = Pick<Submission, "id" | "shopId" | "orderId" | "tries">;

/** Tries an unsent submission again later; alerts when that has lasted. */
export function reschedule(ctx: OrdersContext, row: Row, options: RetryWait & { code: AttentionCode }): Promise<void> {
  const { data, waitMs } = scheduleRetry(ctx, row.tries, options);
  const alert = isAlertDue(ctx.policy, row.tries, waitMs);
  return changeOrder(ctx, row.orderId, (rows) => {
    wait(rows, ctx, row, { states: UNSENT_STATES, dueAt: data.dueAt, isTry: true, alert: alert ? options.code : null });
  });
}

/** Raises a reason, and tries an unsent submission again later: the longer the reason has lasted, the later. */
export const recheckLater = (ctx: OrdersContext, row: Row, code: AttentionCode): Promise<void> =>
  changeOrder(ctx, row.orderId, (rows) => {
    const open = rows.attentions.find(
      (one) => one.submissionId === row.id && one.code === code && one.clearedAt === null,
    );
    const { dueAt } = scheduleRetry(ctx, row.tries, { waitMs: recheckWaitMs(ctx, open?.openedAt) }).data;
    wait(rows, ctx, row, { states: UNSENT_STATES, dueAt, isTry: true, alert: code });
  });

/** Waits until the print account may be called again, which counts as no try. A long wait raises an alert. */
export const rescheduleForRateLimit = (ctx: OrdersContext, row: Row, waitMs: number): Promise<void> =>
  changeOrder(ctx, row.orderId, (rows) => {
    const alert = waitMs >= ctx.policy.alertAfterMs ? "not_sent_yet" : null;
    wait(rows, ctx, row, { states: ["ready"], dueAt: dueIn(ctx, waitMs), isTry: false, alert });
  });

interface Wait {
  states: readonly SubmissionState[];
  dueAt: Date;
  isTry: boolean;
  alert: AttentionCode | null;
}

function wait(rows: OrderRows, ctx: OrdersContext, { id }: Row, { states, dueAt, isTry, alert }: Wait): void {
  const row = submissionIn(rows, id);
  if (!states.includes(row.state)) return;
  const tries = row.tries + (isTry ? 1 : 0);
  setColumns(rows.submissions, id, { dueAt, tries, version: row.version + 1 });
  if (alert) raiseReason(rows, ctx, { ...idsOf(row), code: alert });
}
