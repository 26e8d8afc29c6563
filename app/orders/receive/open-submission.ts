import type { OrdersContext } from "../core/context.ts";
import type { Tx } from "../../database/transaction.ts";
import { ATTENTION_CODES } from "../core/attention.ts";
import { clearAttentions } from "../core/raise-attention.ts";
import { addHistory, idsOf, type HistoryActor } from "../core/history.ts";
import { applyTransition } from "../core/apply-transition.ts";
import type { SubmissionRow } from "../core/submission-row.ts";
import type { DecidedLine } from "./decide-lines.ts";
import { mappingWith } from "../print-order/changed-values.ts";
import type { CurrentChange, CurrentChanges } from "./current-changes.ts";

/** A line of the submission that is being built. */
export interface LineToSend extends DecidedLine {
  quantity: number;
  /** The mapping of the variant; `mapping` has a SKU that staff changed. */
  given: DecidedLine["mapping"];
  /** What staff changed of the line. */
  change: CurrentChange | undefined;
}

/** A line with what staff changed of it. */
export function lineToSend(line: DecidedLine, changes: CurrentChanges, quantity: number): LineToSend {
  const change = changes.ofLine(line.row.id);
  const mapping = mappingWith(line.mapping, change?.values);
  return { ...line, mapping, given: line.mapping, change, quantity };
}

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
