import type { OrdersContext } from "./context.ts";
import type { Tx } from "../../database/transaction.ts";
import { ATTENTION_CODES } from "./attention.ts";
import { clearAttentions } from "./raise-attention.ts";
import { addHistory, idsOf, type HistoryActor } from "./history.ts";
import { applyTransition } from "./apply-transition.ts";
import type { SubmissionRow } from "./submission-row.ts";

/** Cancels a submission that is unsent or proven absent, and clears its open reasons. */
export async function cancelUnsent(
  tx: Tx,
  ctx: OrdersContext,
  submission: Pick<SubmissionRow, "id" | "shopId" | "orderId">,
  why: string,
  actor: HistoryActor = "system",
): Promise<void> {
  const moved = await applyTransition(tx, ctx, submission.id, "cancel", { actor, patch: { dueAt: null } });
  if (!moved) return;
  await clearAttentions(tx, ctx, { ...idsOf(submission), codes: ATTENTION_CODES }, "facts");
  await addHistory(tx, ctx, { ...idsOf(submission), code: "submission.given_up", actor, data: { why } });
}
