import type { OrdersContext } from "../core/context.ts";
import { lockOrder } from "../core/lock.ts";
import { isClaimExpired } from "../core/reschedule.ts";
import { becomeUncertain } from "./become-uncertain.ts";

/** The holder of the claim is gone (crash, freeze), and may have sent the order: a lookup comes before anything else. */
export async function expireClaim(ctx: OrdersContext, submissionId: string): Promise<void> {
  await ctx.db.$transaction(async (tx) => {
    const { orderId } = await tx.submission.findUniqueOrThrow({
      where: { id: submissionId },
      select: { orderId: true },
    });
    await lockOrder(tx, orderId);
    const row = await tx.submission.findUniqueOrThrow({ where: { id: submissionId } });
    if (row.state !== "submitting" || !row.claimedAt || !isClaimExpired(ctx, row.claimedAt)) return;
    await tx.attempt.updateMany({
      where: { submissionId, endedAt: null },
      data: { endedAt: ctx.clock.now(), outcome: "lost" },
    });
    await becomeUncertain(tx, ctx, row, "claim_expired");
  });
}
