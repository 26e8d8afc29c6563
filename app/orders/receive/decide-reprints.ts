import type { ShopSettings } from "../../settings/settings.ts";
import type { OrderSnapshot } from "../../ports/order-model.ts";
import { cancelUnsent, type OrderRows } from "../core/order-rows.ts";
import { isReprint } from "../core/reprints.ts";
import type { ShopRow } from "../core/shop-row.ts";
import { MUTABLE_STATES } from "../core/states.ts";
import type { DecidedLine } from "../compose/decide-lines.ts";
import type { DecideContext } from "../core/context.ts";
import { buildSubmission, type PreSendResult, type ReadySubmission } from "./build-submission.ts";
import { forReprint, type CurrentChanges } from "../compose/current-changes.ts";
import { lineToSend, type LineToSend } from "../compose/lines-to-send.ts";
import type { SubmissionWithLines } from "../core/submission-row.ts";

/** What is decided with on an order whose lines are decided. */
export interface DecideInput {
  shop: ShopRow;
  settings: ShopSettings;
  snapshot: OrderSnapshot;
  lines: readonly DecidedLine[];
  changes: CurrentChanges;
  preSendResult: PreSendResult | null;
}

/**
 * Builds every unsent reprint again, with the lines and quantities that staff chose and everything else as it is now: address,
 * artwork, holds. What was paid, fulfilled or refunded does not end a reprint; canceling the order does. Returns those that can
 * be sent.
 */
export function decideReprints(rows: OrderRows, ctx: DecideContext, input: DecideInput): ReadySubmission[] {
  const changes = forReprint(input.changes);
  const reprints = rows.submissions.filter((one) => isReprint(one) && MUTABLE_STATES.includes(one.state));
  return reprints.flatMap((submission) => {
    const linesToSend = input.snapshot.cancelledAt ? null : chosenLines(submission, input.lines, changes);
    if (!linesToSend) {
      const why = input.snapshot.cancelledAt ? "order_cancelled" : "line_removed";
      cancelUnsent(rows, ctx, submission.id, why);
      return [];
    }
    const undecidedOrphans = adoptedSince(submission, rows.submissions);
    const built = { ...input, changes, submissionId: submission.id, linesToSend, undecidedOrphans };
    return buildSubmission(rows, ctx, built) ?? [];
  });
}

/** null: Shopify no longer shows one of the lines. */
function chosenLines(
  { lines: parts }: SubmissionWithLines,
  lines: readonly DecidedLine[],
  changes: CurrentChanges,
): LineToSend[] | null {
  const chosen = parts
    .toSorted((a, b) => a.position - b.position)
    .flatMap(({ orderLineId, quantity }) => {
      const line = lines.find(({ row }) => row.id === orderLineId);
      return line ? [lineToSend(line, changes, quantity)] : [];
    });
  return chosen.length === parts.length && chosen.length > 0 ? chosen : null;
}

/**
 * Reprints of the same lines that the service's list showed after staff had asked for this one: a backup was restored, and staff
 * may have asked twice. The basis of the hold `orphan_undecided`; null without any.
 */
function adoptedSince(reprint: SubmissionWithLines, submissions: readonly SubmissionWithLines[]): string | null {
  const lineIds = new Set(reprint.lines.map(({ orderLineId }) => orderLineId));
  const adopted = submissions.filter(
    (one) =>
      isReprint(one) &&
      one.foundAt !== null &&
      one.foundAt >= reprint.createdAt &&
      one.lines.some(({ orderLineId }) => lineIds.has(orderLineId)),
  );
  return adopted.length > 0 ? adopted.map(({ id }) => id).join(" ") : null;
}
