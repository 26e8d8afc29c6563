import type { OrdersContext } from "../core/context.ts";
import type { ActionResult, SubmissionRef } from "./submission-actions.ts";

/** Makes the lookup of an uncertain submission due. */
export async function lookUpNow(
  ctx: Pick<OrdersContext, "db" | "clock" | "wake">,
  { shopId, submissionId }: Pick<SubmissionRef, "shopId" | "submissionId">,
): Promise<ActionResult> {
  const { count } = await ctx.db.submission.updateMany({
    where: { id: submissionId, shopId, state: "uncertain", lookupClaimedAt: null },
    data: { dueAt: ctx.clock.now() },
  });
  if (count === 0) return notScheduled(ctx, { shopId, submissionId });
  ctx.wake.submission(submissionId);
  return "done";
}

/** done: a lookup is running already. */
async function notScheduled(
  ctx: Pick<OrdersContext, "db">,
  { shopId, submissionId }: Pick<SubmissionRef, "shopId" | "submissionId">,
): Promise<ActionResult> {
  const row = await ctx.db.submission.findFirst({ where: { id: submissionId, shopId }, select: { state: true } });
  if (!row) return "not_found";
  return row.state === "uncertain" ? "done" : "invalid_state";
}
