import { isHold, TEXT_REVIEWS, type AttentionCode } from "../core/attention.ts";
import type { OrdersContext } from "../core/context.ts";
import type { SubmissionId } from "../../ports/ids.ts";
import type { StaffOfShop } from "./bulk-actions.ts";
import { REVIEW_LIMIT, type ReviewApproval } from "./review-approvals.ts";
import { approvals } from "./submission-actions.ts";

/** A submission whose texts staff has read. */
export interface ReadReview {
  submissionId: SubmissionId;
  /** The open reviews, as the page showed them (`reasonVersion`): nothing else is approved. */
  seen: readonly string[];
}

/**
 * `changed`: another text, note or artwork is to be reviewed now. `reviewed`: somebody else was quicker, the text is no longer to be
 * reviewed, or the order was sent.
 */
export type ReviewOutcome = "approved" | "changed" | "reviewed" | "canceled" | "not_found";

export interface ReviewResult {
  submissionId: SubmissionId;
  outcome: ReviewOutcome;
  /** What still holds the order. */
  holds: AttentionCode[];
}

/** Approves what staff has read, one submission after the other, each as on the order's page and in its own transaction. */
export async function approveReviews(
  ctx: OrdersContext,
  staff: StaffOfShop,
  action: ReviewApproval,
  reviews: readonly ReadReview[],
): Promise<ReviewResult[]> {
  const results: ReviewResult[] = [];
  for (const { submissionId, seen } of reviews.slice(0, REVIEW_LIMIT)) {
    const done = (await approvals[action](ctx, { ...staff, submissionId, seen })) === "done";
    results.push(await resultOf(ctx, staff, submissionId, done));
  }
  return results;
}

async function resultOf(
  ctx: OrdersContext,
  { shopId }: StaffOfShop,
  submissionId: SubmissionId,
  done: boolean,
): Promise<ReviewResult> {
  const row = await ctx.db.submission.findFirst({
    where: { id: submissionId, shopId },
    select: {
      state: true,
      order: { select: { cancelledAt: true, attentions: { where: { clearedAt: null } } } },
    },
  });
  if (!row) return { submissionId, outcome: "not_found", holds: [] };
  const open = row.order.attentions.filter((one) => one.submissionId === submissionId || one.submissionId === null);
  const codes = [...new Set(open.map(({ code }) => code))];
  const holds = codes.filter(isHold);
  const outcome = () => {
    if (done) return "approved";
    if (row.state === "cancelled" || row.order.cancelledAt) return "canceled";
    return holds.some((code) => TEXT_REVIEWS.includes(code)) ? "changed" : "reviewed";
  };
  return { submissionId, outcome: outcome(), holds };
}
