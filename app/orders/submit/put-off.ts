import type { Submission } from "@prisma/client";
import type { AttentionCode } from "../attention.ts";
import { raise } from "../attentions.ts";
import type { OrdersContext } from "../context.ts";
import { lockOrder } from "../lock.ts";
import { backoff } from "../policy.ts";

/** Leaves a submission as it is for a while; tells a person when that has lasted. */
export async function putOff(
  ctx: OrdersContext,
  row: Pick<Submission, "id" | "shopId" | "orderId" | "tries">,
  why: { code: AttentionCode; waitMs?: number; atLeastMs?: number | undefined; tellAtOnce?: boolean },
): Promise<void> {
  const now = ctx.clock.now();
  const wait = Math.max(why.waitMs ?? backoff(ctx.policy, row.tries, ctx.random()), why.atLeastMs ?? 0);
  const dueAt = new Date(now.getTime() + wait);
  await ctx.db.$transaction(async (tx) => {
    await lockOrder(tx, row.orderId);
    const { count } = await tx.submission.updateMany({
      where: { id: row.id, state: { in: ["waiting", "ready"] } },
      data: { dueAt, tries: { increment: 1 }, version: { increment: 1 } },
    });
    if (count === 0) return;
    if (why.tellAtOnce || triedFor(ctx, row.tries) >= ctx.policy.tellAfterMs) {
      await raise(tx, ctx, { shopId: row.shopId, orderId: row.orderId, submissionId: row.id, code: why.code });
    }
  });
}

/** How long `tries` waits have lasted together, about. */
function triedFor(ctx: OrdersContext, tries: number): number {
  let sum = 0;
  for (let n = 0; n <= Math.min(tries, 50); n += 1) sum += backoff(ctx.policy, n, 0.5);
  return sum;
}
