import { createHash } from "node:crypto";
import type { Attention, Order, Submission } from "../../../prisma/client/client.ts";
import type { ShopSettings } from "../../settings/settings.ts";
import { isPastCheck, NOT_UNDER_WAY, planSending, plannedColumns } from "../core/sending-plan.ts";
import { ATTENTION, needsStaffAction, REJECTIONS, type AttentionCode, type Hold, isHold } from "../core/attention.ts";
import type { DecideContext, WriteContext } from "../core/context.ts";
import type { DrawnFiles } from "../core/drawn-files.ts";
import type { CurrentChanges } from "../compose/current-changes.ts";
import { composeContent } from "../compose/content.ts";
import type { OrderSnapshot, PrintOrder } from "../../ports/order-model.ts";
import { idsOf } from "../core/history.ts";
import {
  clearReasons,
  moveSubmission,
  noteHistory,
  raiseReason,
  setColumns,
  submissionIn,
  type LoadedSubmission,
  type OrderRows,
} from "../core/order-rows.ts";
import { readDecidedRules, type DecidedRule } from "../core/submission-row.ts";
import type { SentLine, SentFile } from "../core/sent-content.ts";
import { sendingFingerprint, type ShopRow } from "../core/shop-row.ts";
import type { PrintAccountId, SubmissionId } from "../../ports/ids.ts";
import { dueIn, recheckWaitMs } from "../core/reschedule.ts";
import { addSubmission } from "./new-submission.ts";
import type { LineToSend } from "../compose/lines-to-send.ts";
import { isDueSinceRead } from "./order-row.ts";
import { contentColumns, contentLines, lineRows, setContent } from "../compose/submission-content.ts";
import { DAY_MS } from "../../ports/clock.ts";

/** A submission that is ready and due now, with its content. */
export interface ReadySubmission {
  submissionId: SubmissionId;
  payload: PrintOrder;
  payloadHash: string;
  sentAt: Date | null;
  /** The row as it is since its last change, under the order's lock. */
  row: Pick<LoadedSubmission, "shopId" | "orderId">;
  lines: SentLine[];
  /** As read under the order's lock. */
  shop: ShopRow;
}

/** What the checks just before sending found, with the content and the shop that they were made for. */
export interface PreSendResult {
  payloadHash: string;
  sendingFingerprint: string;
  holds: Hold[];
  files: SentFile[];
}

interface SubmissionInput {
  shop: ShopRow;
  settings: ShopSettings;
  snapshot: OrderSnapshot;
  submissionId: SubmissionId;
  linesToSend: LineToSend[];
  changes: CurrentChanges;
  preSendResult: PreSendResult | null;
  drawnFiles: DrawnFiles;
  /** See findUndecidedOrphans. */
  undecidedOrphans: string | null;
}

/** Composes the content again, syncs the holds, and holds or releases the submission. Null: nothing is sent of it now. */
export function buildSubmission(rows: OrderRows, ctx: DecideContext, input: SubmissionInput): ReadySubmission | null {
  const { shop, snapshot, submissionId, linesToSend } = input;
  const submission = submissionIn(rows, submissionId);
  const { reference } = submission;
  const cancelledAtProvider = cancelledBefore(rows, submissionId);
  const composed = { ...input, order: rows.order, reference, cancelledAtProvider };
  const { payload, holds: found, notices, rules } = composeContent(ctx, composed);
  recordRules(rows, ctx, submission, rules);
  const payloadHash = setContent(rows, ctx, submission, payload, linesToSend);
  const preSendCurrent = isPreSendCurrent(input.preSendResult, { payloadHash, shop });
  const holds = [...found, ...(preSendCurrent ? (input.preSendResult?.holds ?? []) : [])];
  const open = syncHolds(rows, ctx, {
    submission,
    holds,
    notices,
    complete: snapshot.complete,
    payloadHash,
    preSendCurrent,
    priceRules: priceRules(input.settings, shop.printAccountId),
  });
  if (submission.state === "rejected" && !restartRejected(rows, ctx, submission, payloadHash)) return null;
  const { event, dueAt, sendingTime, content, byPlan } = nextStep(
    ctx,
    { ...input, order: rows.order, submission: submissionIn(rows, submissionId) },
    { open, payload, payloadHash, changed: payloadHash !== submission.payloadHash, checked: preSendCurrent },
  );
  if (byPlan) clearReasons(rows, ctx, { submissionId, codes: NOT_UNDER_WAY }, "facts");
  const columns = { dueAt, sendingTime, printAccountId: shop.printAccountId };
  if (event && !moveSubmission(rows, ctx, submissionId, event, columns)) return null;
  return content && readyToSend(ctx, submissionIn(rows, submissionId), content, input);
}

/** Adds a submission whole: with its content, in its first state, with its holds. Null: nothing is sent of it now. */
export function buildNewSubmission(
  rows: OrderRows,
  ctx: DecideContext,
  input: Omit<SubmissionInput, "submissionId"> & { submission: LoadedSubmission },
): ReadySubmission | null {
  const { shop, submission, linesToSend } = input;
  const { id, reference } = submission;
  const cancelledAtProvider = cancelledBefore(rows, id);
  const composed = { ...input, order: rows.order, reference, cancelledAtProvider };
  const { payload, holds, notices, rules } = composeContent(ctx, composed);
  const { payloadHash, payloadEncrypted } = contentColumns(ctx, id, payload);
  const { event, dueAt, sendingTime, content } = nextStep(
    ctx,
    { ...input, submission: { ...submission, rules }, order: rows.order },
    { open: holds, payload, payloadHash, changed: true, checked: false },
  );
  const lines = lineRows(ctx, id, contentLines(ctx, payload, linesToSend));
  const columns = { payloadHash, dueAt, sendingTime, printAccountId: shop.printAccountId };
  addSubmission(rows, ctx, { ...submission, ...columns, lines }, { event, payloadEncrypted });
  recordRules(rows, ctx, submission, rules);
  for (const hold of [...holds, ...notices]) raiseReason(rows, ctx, { ...idsOf(submission), ...hold });
  return content && readyToSend(ctx, submissionIn(rows, id), content, input);
}

/** Submissions that were canceled at the service before this one: what is sent after them is never sent by itself. */
function cancelledBefore({ submissions }: OrderRows, id: SubmissionId): string | null {
  const before = submissions.filter((one) => one.id !== id && one.providerCancelledAt !== null);
  return before.length > 0 ? before.map((one) => one.id).join(" ") : null;
}

/** Keeps which rules decide, with a line of history where others do than before. */
function recordRules(rows: OrderRows, ctx: WriteContext, submission: LoadedSubmission, rules: DecidedRule[]): void {
  const before = readDecidedRules(submission);
  if (JSON.stringify(before) === JSON.stringify(readDecidedRules({ rules }))) return;
  setColumns(rows.submissions, submission.id, { rules });
  const data = { rules: rules.map(({ name }) => name).join(", ") };
  noteHistory(rows, ctx, { ...idsOf(submission), code: "submission.rules_decided", data });
}

/** What the margin of an order is checked with, as one text to compare: a hold of the check before sending keeps it. */
export function priceRules(settings: ShopSettings, printAccountId: PrintAccountId | null): string {
  const { minimumMarginPercent, serviceCurrency, profit, fasterShippingCosts } = settings;
  const counted = createHash("sha256")
    .update(JSON.stringify([profit, fasterShippingCosts]))
    .digest("base64url");
  return `${minimumMarginPercent} ${serviceCurrency} ${printAccountId} ${counted.slice(0, 16)}`;
}

/** Whether the checks before sending were made for this content, these settings and this account. */
export function isPreSendCurrent(
  preSendResult: PreSendResult | null,
  { payloadHash, shop }: { payloadHash: string | null; shop: ShopRow },
): boolean {
  return (
    preSendResult !== null &&
    preSendResult.payloadHash === payloadHash &&
    preSendResult.sendingFingerprint === sendingFingerprint(shop)
  );
}

/** A rejected submission continues automatically only when its content has changed. Earlier attempts no longer count then. */
function restartRejected(
  rows: OrderRows,
  ctx: WriteContext,
  { id, attempts, payloadHash: rejectedHash }: LoadedSubmission,
  payloadHash: string | null,
): boolean {
  if (payloadHash === null || payloadHash === rejectedHash) return false;
  clearReasons(rows, ctx, { submissionId: id, codes: REJECTIONS }, "facts");
  setColumns(rows.submissions, id, { attemptsForgiven: attempts, sendingTime: null });
  return true;
}

/** `openedAt`: of a reason that was open before. */
type OpenReason = { code: AttentionCode } & Partial<Pick<Attention, "openedAt">>;

interface BuiltContent {
  /** The reasons that keep it from being sent. */
  open: readonly OpenReason[];
  payload: PrintOrder | null;
  payloadHash: string | null;
  /** It is other content than before. */
  changed: boolean;
  /** The checks before sending were made for it just now. */
  checked: boolean;
}

function readyToSend(
  ctx: DecideContext,
  row: LoadedSubmission,
  { payload, payloadHash }: ReadyContent,
  { shop, linesToSend }: Pick<SubmissionInput, "shop" | "linesToSend">,
): ReadySubmission {
  const lines = contentLines(ctx, payload, linesToSend);
  return { submissionId: row.id, payload, payloadHash, sentAt: row.sentAt, row, lines, shop };
}

interface ReadyContent {
  payload: PrintOrder;
  payloadHash: string;
}

interface NextStep {
  /** null: ready and due already, for the same account: nothing to write. */
  event: "wait" | "release" | null;
  dueAt: Date | null;
  sendingTime: Date | null;
  /** What is sent now; null where nothing is. */
  content: ReadyContent | null;
  /** It waits as planned (sending-plan.ts). */
  byPlan: boolean;
}

/** Whether a submission with this content is held, waits, or is sent now. */
function nextStep(
  ctx: DecideContext,
  {
    submission,
    settings,
    order,
    shop,
    snapshot,
    linesToSend,
  }: Omit<SubmissionInput, "submissionId"> & { submission: LoadedSubmission; order: Order },
  { open, payload, payloadHash, changed, checked }: BuiltContent,
): NextStep {
  const now = ctx.clock.now();
  // What waits for a person leaves at the first sending time after that. A hold that ends by itself costs no sending time.
  const sendingTime = open.some(({ code }) => needsStaffAction(code)) ? null : submission.sendingTime;
  const unplanned = { sendingTime, content: null, byPlan: false };
  const wait = (dueAt: Date | null): NextStep => ({ ...unplanned, event: "wait", dueAt });
  if (open.length > 0 || !payload || !payloadHash) {
    const soon = open.filter(({ code }) => ATTENTION[code].recheck === "soon");
    if (soon.length > 0) return wait(dueIn(ctx, recheckWaitMs(ctx, youngestOf(ctx, soon))));
    return wait(open.some(({ code }) => ATTENTION[code].recheck === "daily") ? dueIn(ctx, DAY_MS) : null);
  }
  const planned = planSending(now, { settings, shop }, order, submission);
  if (planned) {
    const columns = plannedColumns(now, planned, checked || (!changed && isPastCheck(submission, planned)));
    return { ...columns, event: "wait", content: null, byPlan: true };
  }
  // Shopify may have announced the routing meanwhile (recheck-order.ts).
  const sinceMs = awaitingRoutingSince(ctx, snapshot, linesToSend);
  if (sinceMs !== null) {
    // Shopify may make none at all, as of a free exchange item: it is asked less and less often.
    const recheck = dueIn(ctx, Math.max(ctx.policy.routingRecheckMs, sinceMs));
    return wait(isDueSinceRead(ctx, submission.dueAt, snapshot) ? now : recheck);
  }
  const readyAt = submission.state === "ready" ? submission.dueAt : null;
  // An update of the order does not shorten a running backoff.
  if (readyAt && readyAt > now) return { ...unplanned, event: "release", dueAt: readyAt };
  const unchanged = readyAt !== null && submission.printAccountId === shop.printAccountId;
  return { ...unplanned, event: unchanged ? null : "release", dueAt: now, content: { payload, payloadHash } };
}

/** Of several reasons, the youngest says when they are looked for again. A reason that is found now has no `openedAt` yet. */
function youngestOf({ clock }: DecideContext, reasons: readonly OpenReason[]): Date {
  const now = clock.now();
  return new Date(Math.max(...reasons.map(({ openedAt = now }) => openedAt.getTime())));
}

/**
 * shopify: the fulfillment orders are made a moment after the order, and those of added pieces a moment after the edit or the exchange.
 * Until then nobody knows of a hold, nor whether the items are picked up. A webhook never shows them; the read before sending does.
 * Returns for how long some pieces have waited, in milliseconds; null: none, or for too long.
 */
function awaitingRoutingSince(
  { clock, policy }: DecideContext,
  { complete, routed, createdAt, updatedAt }: OrderSnapshot,
  lines: readonly LineToSend[],
): number | null {
  if (!complete || (routed !== false && !lines.some(({ snapshot }) => (snapshot.unrouted ?? 0) > 0))) return null;
  const sinceMs = clock.now().getTime() - (routed ? updatedAt : createdAt).getTime();
  return sinceMs < policy.routingGraceMs ? Math.max(0, sinceMs) : null;
}

interface SyncHoldsInput {
  submission: Pick<Submission, "id" | "shopId" | "orderId">;
  holds: readonly Hold[];
  /** What keeps nothing from being sent. */
  notices: readonly Hold[];
  complete: boolean;
  /** Hash of the present content: a hold of a pre-send check has the hash of the content that was checked as its basis. */
  payloadHash: string | null;
  /** The checks before sending were made for the present content. */
  preSendCurrent: boolean;
  /** What the margin is checked with now. */
  priceRules: string;
}

/** Brings a submission's open holds in line with its order, shop and settings; returns those that stay open. */
export function syncHolds(rows: OrderRows, ctx: WriteContext, input: SyncHoldsInput): Attention[] {
  const ids = idsOf(input.submission);
  const { submissionId } = ids;
  const ofSubmission = () => rows.attentions.filter((one) => one.submissionId === submissionId);
  const before = ofSubmission();
  const activeHolds = [...input.holds, ...input.notices].filter((hold) => !isApproved(before, hold));
  for (const hold of activeHolds) raiseReason(rows, ctx, { ...ids, ...hold });
  const activeKeys = new Set(activeHolds.map((hold) => `${hold.code} ${hold.subject}`));
  for (const row of before)
    if ((isOpenHold(row) || isOpenNotice(row)) && !activeKeys.has(`${row.code} ${row.subject}`) && mayClear(row, input))
      clearReasons(rows, ctx, { submissionId, codes: [row.code], subject: row.subject }, "facts");
  return ofSubmission().filter(isOpenHold);
}

const isOpenHold = ({ clearedAt, code }: Attention): boolean => clearedAt === null && isHold(code);

/** Of the order itself: the others come from attempts to send, and end with them. */
const isOpenNotice = ({ clearedAt, code }: Attention): boolean =>
  clearedAt === null && ATTENTION[code].phase === "notice" && ATTENTION[code].foundBy === "order";

/** Staff approved the same hold before: same code, subject and basis. */
function isApproved(rows: readonly Attention[], hold: Hold): boolean {
  if (ATTENTION[hold.code].clearedBy === "facts") return false;
  return rows.some(
    (r) => r.clearedBy === "person" && r.code === hold.code && r.subject === hold.subject && r.basis === hold.basis,
  );
}

/** Only what finds a hold can find that its cause is gone. */
function mayClear(row: Attention, input: SyncHoldsInput): boolean {
  switch (ATTENTION[row.code].foundBy) {
    case "staff":
      return false;
    case "pre_send_check":
      return (
        input.preSendCurrent || contentOf(row) !== (input.payloadHash ?? "") || foundByOtherRules(row, input.priceRules)
      );
    case "complete_snapshot":
    case "shopify_read":
      return input.complete;
    default:
      return true;
  }
}

/** The hash of the content that was checked: the basis of a replaced file names the file, too. */
const contentOf = ({ basis }: Attention): string => basis.split(" ", 1)[0] ?? "";

/** The hold of a margin that was found under another minimum, currency or account: the check runs again. */
function foundByOtherRules({ detail }: Attention, priceRules: string): boolean {
  const isObject = typeof detail === "object" && detail !== null && !Array.isArray(detail);
  return isObject && detail["priceRules"] !== undefined && detail["priceRules"] !== priceRules;
}
