import type { Order, ReprintReason } from "../../../prisma/client/client.ts";
import { append, flush, type NewRows } from "../core/append.ts";
import { newReference, orderTag } from "../core/reference.ts";
import type { OrdersContext, WriteContext } from "../core/context.ts";
import type { Tx } from "../../database/sql.ts";
import { addHistory, idsOf } from "../core/history.ts";
import { moveSubmission, noteHistory, type LoadedSubmission, type OrderRows } from "../core/order-rows.ts";
import { dueNow } from "../core/reschedule.ts";
import { withoutReprints } from "../core/reprints.ts";
import type { SubmissionRow, SubmissionWithLines } from "../core/submission-row.ts";

type RowContext = Pick<OrdersContext, "encryptor" | "clock" | "ids">;
type OrderOfRow = Pick<Order, "id" | "shopId" | "shopifyGid" | "name">;

interface CreateInput {
  shopDomain: string;
  /** The order's other submissions. */
  earlier: readonly SubmissionWithLines[];
  orphanReference?: string;
}

/**
 * A submission of what the customer ordered, to be inserted. `orphanReference`: the service already has the order under
 * that reference (adopt-orphans.ts).
 */
export function newSubmission(
  ctx: RowContext,
  order: OrderOfRow,
  { shopDomain, earlier: all, orphanReference }: CreateInput,
): LoadedSubmission {
  const earlier = withoutReprints(all);
  const replaced = earlier.find((s) => s.replacedAt !== null && !earlier.some((other) => other.replacesId === s.id));
  const kind = replaced ? "replacement" : earlier.some((s) => s.state !== "cancelled") ? "supplement" : "first";
  const tag = orderTag(ctx.encryptor, shopDomain, order.shopifyGid);
  const reference = orphanReference ?? newReference({ name: order.name, tag }, ctx.ids);
  return newRow(ctx, order, { kind, replacesId: replaced?.id ?? null, reference });
}

interface AddOptions {
  /** What follows at once; null: the submission waits. */
  event: "wait" | "release" | null;
  payloadEncrypted: Uint8Array<ArrayBuffer> | null;
}

/**
 * Adds a new submission of what the customer ordered, with its lines: as if the submission had been inserted waiting, and the event
 * had followed.
 */
export function addSubmission(
  rows: OrderRows,
  ctx: WriteContext,
  submission: LoadedSubmission,
  { event, payloadEncrypted }: AddOptions,
): void {
  noteHistory(rows, ctx, createdEntry(submission));
  rows.submissions.push({ ...submission, payloadEncrypted, hasPayload: payloadEncrypted !== null });
  if (event) moveSubmission(rows, ctx, submission.id, event);
}

/** The same outside a decision, for a submission that waits: inserted at once. */
export async function insertSubmission(tx: Tx, ctx: WriteContext, submission: LoadedSubmission): Promise<void> {
  await addHistory(tx, ctx, createdEntry(submission));
  await insertRow(tx, submission);
}

const createdEntry = (submission: LoadedSubmission) => {
  const { kind, reference } = submission;
  return { ...idsOf(submission), code: "submission.created", data: { kind, reference } } as const;
};

/** Inserts a submission with its lines, without a line of history. */
export async function insertRow(tx: Tx, submission: LoadedSubmission): Promise<void> {
  await append(tx, "Submission", [toRow(submission)]);
  await append(tx, "SubmissionLine", submission.lines);
  await flush(tx);
}

interface ReprintInput {
  shopDomain: string;
  /** What staff asked for; null for an orphan: the word of staff is lost with the row. */
  asked: { reason: ReprintReason; request: string } | null;
  orphanReference?: string;
}

/** A reprint, to be inserted: without lines or content. */
export function newReprint(
  ctx: RowContext,
  order: OrderOfRow,
  { shopDomain, asked, orphanReference }: ReprintInput,
): LoadedSubmission {
  const tag = orderTag(ctx.encryptor, shopDomain, order.shopifyGid, "reprint");
  const reference = orphanReference ?? newReference({ name: order.name, tag }, ctx.ids);
  const staffAsked = { reprintReason: asked?.reason ?? null, reprintRequest: asked?.request ?? null };
  // A person asks for it now: it waits for no edit window and no sending time.
  return newRow(ctx, order, { ...staffAsked, kind: "reprint", reference, windowWaived: true, ...dueNow(ctx) });
}

const toRow = ({
  lines: _lines,
  hasPayload: _hasPayload,
  attempts: _attempts,
  payloadEncrypted = null,
  ...row
}: LoadedSubmission): NewRows["Submission"] => ({
  ...row,
  rules: row.rules ?? [],
  payloadEncrypted,
  providerOrderEncrypted: null,
});

/** What every column of an unsent submission is at first. */
const UNSENT = {
  printAccountId: null,
  state: "waiting",
  contentErasedAt: null,
  payloadHash: null,
  dueAt: null,
  tries: 0,
  failures: 0,
  claimToken: null,
  claimedAt: null,
  lookupClaimedAt: null,
  attemptsForgiven: 0,
  everUncertain: false,
  unproven: null,
  sentAt: null,
  lastAttemptAt: null,
  submittedAt: null,
  serviceDate: null,
  serviceOrderId: null,
  providerUpdatedAt: null,
  providerOrderHash: null,
  replacedAt: null,
  replacesId: null,
  reprintReason: null,
  reprintRequest: null,
  windowWaived: false,
  rules: [],
  sendingTime: null,
  progressReportedAt: null,
  checkedAt: null,
  comparedHash: null,
  missingSince: null,
  missingChecks: 0,
  readFailingSince: null,
  foundAt: null,
  openWrite: null,
  providerCancelledAt: null,
  version: 0,
} as const satisfies Partial<SubmissionRow>;

/** The reference is computed once and never again. */
const newRow = (
  ctx: RowContext,
  { id: orderId, shopId }: OrderOfRow,
  columns: Pick<SubmissionRow, "kind" | "reference"> & Partial<SubmissionRow>,
): LoadedSubmission => ({
  ...UNSENT,
  serviceOrderIds: [],
  id: ctx.ids.uuid(),
  shopId,
  orderId,
  createdAt: ctx.clock.now(),
  lines: [],
  hasPayload: false,
  attempts: 0,
  ...columns,
});
