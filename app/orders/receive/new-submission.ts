import type { Order, ReprintReason, Submission } from "@prisma/client";
import { append, flush } from "../core/append.ts";
import { newReference, orderTag } from "../core/reference.ts";
import type { OrdersContext } from "../core/context.ts";
import type { Tx } from "../../database/transaction.ts";
import { enterFirstState } from "../core/apply-transition.ts";
import { addHistory, idsOf } from "../core/history.ts";
import { dueNow } from "../core/reschedule.ts";
import { withoutReprints } from "../core/reprints.ts";
import type { SubmissionRow } from "../core/submission-row.ts";
import type { StoredSubmission, SubmissionWithLines } from "./open-submission.ts";

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
): StoredSubmission {
  const earlier = withoutReprints(all);
  const replaced = earlier.find((s) => s.replacedAt !== null && !earlier.some((other) => other.replacesId === s.id));
  const kind = replaced ? "replacement" : earlier.some((s) => s.state !== "cancelled") ? "supplement" : "first";
  const tag = orderTag(ctx.encryptor, shopDomain, order.shopifyGid);
  const reference = orphanReference ?? newReference({ name: order.name, tag }, ctx.ids);
  return newRow(ctx, order, { kind, replacesId: replaced?.id ?? null, reference });
}

interface AppendOptions {
  /** What follows at once; null: the submission waits. */
  event: "wait" | "release" | null;
  payloadEncrypted: Uint8Array<ArrayBuffer> | null;
}

/** Appends a new submission of what the customer ordered, with its lines. Returns it as it is then. */
export async function appendSubmission(
  tx: Tx,
  ctx: OrdersContext,
  submission: StoredSubmission,
  { event, payloadEncrypted }: AppendOptions,
): Promise<StoredSubmission> {
  const { lines, kind, reference } = submission;
  await addHistory(tx, ctx, { ...idsOf(submission), code: "submission.created", data: { kind, reference } });
  const state = event ? await enterFirstState(tx, ctx, submission, event) : submission.state;
  const row = { ...toRow({ ...submission, state }), payloadEncrypted };
  await append(tx, "Submission", [row]);
  await append(tx, "SubmissionLine", lines);
  return { ...submission, state, hasPayload: payloadEncrypted !== null };
}

interface ReprintInput {
  shopDomain: string;
  /** What staff asked for; null for an orphan: the word of staff is lost with the row. */
  asked: { reason: ReprintReason; request: string } | null;
  orphanReference?: string;
}

/** Inserts a reprint, whose lines its caller writes. */
export async function insertReprint(
  tx: Tx,
  ctx: OrdersContext,
  order: Order,
  { shopDomain, asked, orphanReference }: ReprintInput,
): Promise<StoredSubmission> {
  const tag = orderTag(ctx.encryptor, shopDomain, order.shopifyGid, "reprint");
  const reference = orphanReference ?? newReference({ name: order.name, tag }, ctx.ids);
  const staffAsked = { reprintReason: asked?.reason ?? null, reprintRequest: asked?.request ?? null };
  // A person asks for it now: the window for edits of the customer is over.
  const submission = newRow(ctx, order, {
    ...staffAsked,
    kind: "reprint",
    reference,
    windowWaived: true,
    ...dueNow(ctx),
  });
  await append(tx, "Submission", [toRow(submission)]);
  await flush(tx);
  return submission;
}

const toRow = ({ lines: _lines, hasPayload: _hasPayload, ...row }: StoredSubmission): Submission => ({
  ...row,
  payloadEncrypted: null,
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
  progressReportedAt: null,
  checkedAt: null,
  comparedHash: null,
  missingSince: null,
  missingChecks: 0,
  readFailingSince: null,
  foundAt: null,
  version: 0,
} as const satisfies Partial<SubmissionRow>;

/** The reference is computed once and never again. */
const newRow = (
  ctx: RowContext,
  { id: orderId, shopId }: OrderOfRow,
  columns: Pick<SubmissionRow, "kind" | "reference"> & Partial<SubmissionRow>,
): StoredSubmission => ({
  ...UNSENT,
  id: ctx.ids.uuid(),
  shopId,
  orderId,
  createdAt: ctx.clock.now(),
  lines: [],
  hasPayload: false,
  ...columns,
});
