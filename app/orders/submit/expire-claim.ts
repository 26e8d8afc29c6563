import type { OrdersContext } from "../core/context.ts";
import { lockSubmission } from "../core/lock.ts";
import { isClaimExpired } from "../core/reschedule.ts";
import { becomeUncertain } from "./become-uncertain.ts";

/** The holder of the claim is gone (crash, freeze), and may have sent the order: a lookup comes before anything else. */
export async function expireClaim(ctx: OrdersContext, submissionId: string): Promise<void> {
  await ctx.db.$transaction(async (tx) => {
    const row = await lockSubmission(tx, { id: submissionId });
    if (row?.state !== "submitting" || !row.claimedAt || !isClaimExpired(ctx, row.claimedAt)) return;
    await tx.attempt.updateMany({
      where: { submissionId, endedAt: null },
      data: { endedAt: ctx.clock.now(), outcome: "lost" },
    });
    await becomeUncertain(tx, ctx, row, "claim_expired");
  });
}
