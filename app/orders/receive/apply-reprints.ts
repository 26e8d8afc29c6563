import type { Attention } from "@prisma/client";
import type { ShopSettings } from "../../settings/settings.ts";
import type { Tx } from "../../database/transaction.ts";
import type { OrderSnapshot } from "../../ports/order-model.ts";
import type { OrdersContext } from "../core/context.ts";
import { isReprint } from "../core/reprints.ts";
import type { ShopRow } from "../core/shop-row.ts";
import { MUTABLE_STATES } from "../core/states.ts";
import type { DecidedLine } from "./apply-lines.ts";
import { buildSubmission, type PreSendResult, type ReadySubmission, type SubmissionInput } from "./build-submission.ts";
import { forReprint, type CurrentChanges } from "./current-changes.ts";
import {
  cancelUnsent,
  lineToSend,
  type LineToSend,
  type StoredSubmission,
  type SubmissionWithLines,
} from "./open-submission.ts";

/** An order with its snapshot applied. */
export interface AppliedInput {
  shop: ShopRow;
  settings: ShopSettings;
  order: SubmissionInput["order"];
  snapshot: OrderSnapshot;
  lines: readonly DecidedLine[];
  submissions: readonly StoredSubmission[];
  changes: CurrentChanges;
  /** Of the order and its submissions, open and cleared, before the snapshot was applied. */
  attentions: readonly Attention[];
  preSendResult: PreSendResult | null;
}

/**
 * Builds every unsent reprint again, with the lines and quantities that staff chose and everything else as it is now: address,
 * artwork, holds. What was paid, fulfilled or refunded does not end a reprint; canceling the order does. Returns those that can
 * be sent.
 */
export async function applyReprints(tx: Tx, ctx: OrdersContext, input: AppliedInput): Promise<ReadySubmission[]> {
  const ready: ReadySubmission[] = [];
  for (const submission of input.submissions) {
    if (!isReprint(submission) || !MUTABLE_STATES.includes(submission.state)) continue;
    if (input.snapshot.cancelledAt) {
      await cancelUnsent(tx, ctx, submission, "order_cancelled");
      continue;
    }
    const changes = forReprint(input.changes);
    const linesToSend = chosenLines(submission, input.lines, changes);
    if (!linesToSend) {
      await cancelUnsent(tx, ctx, submission, "line_removed");
      continue;
    }
    const undecidedOrphans = adoptedSince(submission, input.submissions);
    const built = await buildSubmission(tx, ctx, { ...input, changes, submission, linesToSend, undecidedOrphans });
    if (built.outcome === "ready") ready.push(built.submission);
  }
  return ready;
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
