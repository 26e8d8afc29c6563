import type { Submission } from "@prisma/client";
import type { AttentionCode } from "../core/attention.ts";
import { raiseAttention } from "../core/raise-attention.ts";
import type { OrdersContext } from "../core/context.ts";
import { lockOrder } from "../core/lock.ts";
import { backoff, totalBackoff } from "../core/policy.ts";
import { UNSENT_STATES } from "../core/states.ts";

/** Leaves a submission as it is for a while; tells a person when that has lasted. */
export async function reschedule(
  ctx: OrdersContext,
  row: Pick<Submission, "id" | "shopId" | "orderId" | "tries">,
  options: { code: AttentionCode; waitMs?: number; atLeastMs?: number | undefined; raiseNow?: boolean },
): Promise<void> {
  const now = ctx.clock.now();
  const wait = Math.max(options.waitMs ?? backoff(ctx.policy, row.tries, ctx.random()), options.atLeastMs ?? 0);
  const dueAt = new Date(now.getTime() + wait);
  await ctx.db.$transaction(async (tx) => {
    await lockOrder(tx, row.orderId);
    const { count } = await tx.submission.updateMany({
      where: { id: row.id, state: { in: [...UNSENT_STATES] } },
      data: { dueAt, tries: { increment: 1 }, version: { increment: 1 } },
    });
    if (count === 0) return;
    const delayedForMs = Math.max(wait, totalBackoff(ctx.policy, row.tries));
    if (options.raiseNow || delayedForMs >= ctx.policy.alertAfterMs) {
      await raiseAttention(tx, ctx, {
        shopId: row.shopId,
        orderId: row.orderId,
        submissionId: row.id,
        code: options.code,
      });
    }
  });
}

/** Leaves a submission until its print account may be called again. Nothing was tried, so nothing failed; a long wait is told. */
export async function rescheduleForRateLimit(
  ctx: OrdersContext,
  row: Pick<Submission, "id" | "shopId" | "orderId">,
  waitMs: number,
): Promise<void> {
  const dueAt = new Date(ctx.clock.now().getTime() + waitMs);
  await ctx.db.$transaction(async (tx) => {
    await lockOrder(tx, row.orderId);
    const { count } = await tx.submission.updateMany({
      where: { id: row.id, state: "ready" },
      data: { dueAt, version: { increment: 1 } },
    });
    if (count === 1 && waitMs >= ctx.policy.alertAfterMs) {
      await raiseAttention(tx, ctx, {
        shopId: row.shopId,
        orderId: row.orderId,
        submissionId: row.id,
        code: "not_sent_yet",
      });
    }
  });
}
