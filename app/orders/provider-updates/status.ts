import type { Prisma, SubmissionLine, ReportedBy } from "../../../prisma/client/client.ts";
import type { DecideContext, WriteContext } from "../core/context.ts";
import { idsOf } from "../core/history.ts";
import { clearReasons, noteHistory, setColumns, submissionIn, type OrderRows } from "../core/order-rows.ts";
import { raiseAddressProblem, clearAddressProblem } from "./address-problem.ts";
import { markSeenAtProvider } from "./mark-seen.ts";
import type { UpdatedSubmission } from "./load-updated.ts";
import { matchLines } from "./match-lines.ts";
import { raiseOnce } from "./raise-once.ts";
import type { AppliedUpdate, ProviderEvent } from "./record-events.ts";
import {
  basisOf,
  ENDING,
  isBegun,
  type MatchedItem,
  type StatusItem,
  type MatchedUpdate,
  statusMeaning,
  cleanStatus,
  type StatusMeaning,
  syncStatusReasons,
} from "./status-meaning.ts";
import { noteReportsShipping, syncShipments } from "./shipments.ts";
import { SHIPPED_STATES } from "../core/states.ts";
import type { SubmissionRow } from "../core/submission-row.ts";
import type { PrintAccountId, WebhookDeliveryId, SubmissionId } from "../../ports/ids.ts";

export interface StatusUpdate {
  /** The account whose event it is; undefined where the caller knows the submission. */
  accountId?: PrintAccountId;
  reference: string;
  items: StatusItem[];
  /** The delivery that has the service's message. */
  deliveryId: WebhookDeliveryId | null;
  reportedBy: ReportedBy;
}

/** An event that says something of items. */
export const statusEvent = (ctx: DecideContext, update: StatusUpdate): ProviderEvent => ({
  ...update,
  decide: (rows, submission) => applyStatus(rows, ctx, submission, update),
});

/**
 * Applies item statuses (print-service: SyncedItem, orderStatusChanged). Every status is stored on its lines. Only
 * known ones have an effect: `In production` moves the submission, `Not verify` raises attention and holds the items in
 * Shopify, a status that ends an item (`Cancelled`, `Out of stock` …) raises attention, and so does one under which the
 * service waits for somebody (status-meaning.ts). Any status shows that the
 * service has the submission. Late statuses never move a state back.
 */
export function applyStatus(
  rows: OrderRows,
  ctx: DecideContext,
  updated: UpdatedSubmission,
  update: Pick<StatusUpdate, "items" | "deliveryId" | "reportedBy">,
): AppliedUpdate {
  const { id } = updated;
  const items = saveLineStatuses(rows, id, update);
  const changed = items.some((entry) => entry.changed);
  const moved = markSeenAtProvider(rows, ctx, id, {
    event: items.some((entry) => entry.meaning === "in_production") ? "in_production" : "seen_at_provider",
    hasUpdate: items.some((entry) => entry.changed && entry.status !== null && !NOT_PRODUCED.includes(entry.meaning)),
    ended:
      items.length > 0 && (items.every(({ meaning }) => ENDING.includes(meaning)) || isOvertaken(rows, id, update)),
  });
  if (items.some((entry) => entry.changed && entry.meaning === "shipped")) noteReportsShipping(updated);
  const parcelIds = changed ? syncShipments(rows, ctx, updated) : [];
  const submission = submissionIn(rows, id);
  const matched = { submission, items, deliveryId: update.deliveryId, reportedBy: update.reportedBy };
  const raised = raiseProblems(rows, ctx, matched);
  const toHold = raiseAddressProblem(rows, ctx, matched);
  const toRelease = clearAddressProblem(rows, ctx, matched);
  const reasoned = syncStatusReasons(rows, ctx, id, updated);
  clearUnmatched(rows, ctx, matched);
  if (items.some((entry) => isNews(entry, update))) noteStatus(rows, ctx, matched);
  const wake = moved || toHold || toRelease;
  return { outcome: changed || wake || raised || reasoned ? "recorded" : "known", wake, parcelIds };
}

function saveLineStatuses(
  rows: OrderRows,
  submissionId: SubmissionId,
  { items, reportedBy }: Pick<StatusUpdate, "items" | "reportedBy">,
): MatchedItem[] {
  const lines = submissionIn(rows, submissionId).lines.toSorted((a, b) => a.position - b.position);
  const matched = items.map((item) => {
    const status = cleanStatus(item.orderStatus);
    return { item, status, meaning: statusMeaning(status), ...matchLines(lines, item) };
  });
  // Of several statuses of one SKU a problem counts.
  const bySeverity = matched.filter(({ isClear }) => isClear).sort((a, b) => severity(a) - severity(b));
  const after = statusByLine(bySeverity);
  if (reportedBy === "event") for (const line of lines) if (isLate(line, after.get(line.id))) after.delete(line.id);
  setColumns(rows.submissions, submissionId, { lines: lines.map((line) => withStatus(line, after, bySeverity)) });
  return matched.map((entry) => ({
    ...entry,
    changed:
      entry.isClear &&
      entry.lines.some((line) => after.get(line.id) === entry.status && line.orderStatus !== entry.status),
  }));
}

/** Events come late and in any order: an item that shipped is not back in production. List and detail show the present status. */
const isLate = ({ orderStatus }: Pick<SubmissionLine, "orderStatus">, reported: string | undefined): boolean =>
  statusMeaning(orderStatus) === "shipped" && statusMeaning(reported ?? null) === "in_production";

function withStatus(
  line: SubmissionLine,
  after: ReadonlyMap<string, string>,
  matched: readonly Pick<MatchedItem, "item" | "lines">[],
): SubmissionLine {
  const { id, orderStatus, paymentStatus } = line;
  const latest = matched.findLast(
    (one) => one.item.paymentStatus !== undefined && one.lines.some((other) => other.id === id),
  );
  return {
    ...line,
    orderStatus: after.get(id) ?? orderStatus,
    paymentStatus: latest ? cleanStatus(latest.item.paymentStatus ?? null) : paymentStatus,
  };
}

/** Events come late: what was said of an order before its cancellation at the service, short of production, is no news after it. */
const isOvertaken = (
  rows: OrderRows,
  id: SubmissionId,
  { items, reportedBy }: Pick<StatusUpdate, "items" | "reportedBy">,
): boolean =>
  reportedBy === "event" &&
  submissionIn(rows, id).providerCancelledAt !== null &&
  !items.some(({ orderStatus }) => isBegun(orderStatus));

/** Statuses of items that are not being produced. */
const NOT_PRODUCED: readonly StatusMeaning[] = ["address_problem", ...ENDING];

const severity = (entry: Pick<MatchedItem, "item" | "meaning">): number =>
  entry.meaning === "address_problem" ? 2 : ENDING.includes(entry.meaning) || entry.item.messageError ? 1 : 0;

/**
 * Raises attention for items that were never sent, items that the service has ended, and errors other than the address.
 */
function raiseProblems(rows: OrderRows, ctx: DecideContext, matched: MatchedUpdate): boolean {
  const unmatched = matched.items.filter((entry) => entry.lines.length === 0);
  const problems = matched.items.filter((entry) => entry.lines.length > 0 && isProblem(entry, matched.submission));
  const raised = [
    raiseEach(rows, ctx, matched, "status_unmatched", unmatched),
    raiseEach(rows, ctx, matched, "status_problem", problems),
  ];
  return raised.includes(true);
}

/** List and detail show the present items: once each of them was sent, no unknown one is left. */
function clearUnmatched(rows: OrderRows, ctx: WriteContext, { submission, items, reportedBy }: MatchedUpdate): void {
  if (reportedBy === "event" || items.length === 0 || items.some(({ lines }) => lines.length === 0)) return;
  clearReasons(rows, ctx, { submissionId: submission.id, codes: ["status_unmatched"] }, "facts");
}

/** SKUs of one message that get an attention each; the others share one that has their number. */
const MAX_SKUS = 10;

/** Sorted, so that a repeated message names the same SKUs. */
function raiseEach(
  rows: OrderRows,
  ctx: DecideContext,
  matched: MatchedUpdate,
  code: "status_unmatched" | "status_problem",
  entries: readonly MatchedItem[],
): boolean {
  const bySku = Map.groupBy(entries, ({ item }) => cleanStatus(item.itemSku) ?? "");
  const skus = [...bySku.keys()].sort();
  const overflow = skus.slice(MAX_SKUS);
  const reasons: { subject: string; about: MatchedItem[]; detail: Prisma.InputJsonObject }[] = skus
    .slice(0, MAX_SKUS)
    .flatMap((sku) =>
      (bySku.get(sku) ?? []).slice(0, MAX_SKUS).map((entry) => ({
        subject: sku,
        about: [entry],
        detail: { lines: entry.lines.map((line) => line.id), status: entry.status },
      })),
    );
  const others = overflow.flatMap((sku) => bySku.get(sku) ?? []);
  if (others.length > 0)
    reasons.push({ subject: "", about: others, detail: { lines: [], status: null, more: overflow.length } });
  let raised = false;
  for (const { subject, about, detail } of reasons) {
    const one = raiseOnce(rows, ctx, {
      ...idsOf(matched.submission),
      code,
      subject,
      basis: basisOf(ctx, about),
      detail: () => detail,
      deliveryId: matched.deliveryId,
      reportedBy: matched.reportedBy,
      changed: about.some((entry) => entry.changed),
    });
    raised ||= one;
  }
  return raised;
}

/** `Not verify` is a problem only after the items have shipped; before that, raiseAddressProblem handles it. */
function isProblem(entry: MatchedItem, submission: SubmissionRow): boolean {
  if (entry.meaning === "address_problem") return SHIPPED_STATES.includes(submission.state);
  if (cleanStatus(entry.item.messageError) !== null) return true;
  // A canceled or replaced submission is not to be printed.
  const isExpected = submission.state === "cancelled" || submission.openWrite === "cancel";
  return ENDING.includes(entry.meaning) && !isExpected && submission.replacedAt === null;
}

/** Items in one history entry. */
const MAX_HISTORY_ITEMS = 50;

/** What an event says of one item among several is shown, although no item has the status. */
const isNews = ({ changed, isClear }: MatchedItem, { reportedBy }: Pick<MatchedUpdate, "reportedBy">): boolean =>
  changed || (!isClear && reportedBy === "event");

function noteStatus(rows: OrderRows, ctx: WriteContext, matched: MatchedUpdate): void {
  const news = matched.items.filter((entry) => isNews(entry, matched)).slice(0, MAX_HISTORY_ITEMS);
  const meanings = new Set(news.map(({ meaning }) => meaning));
  noteHistory(rows, ctx, {
    ...idsOf(matched.submission),
    code: "status.seen",
    actor: "print_service",
    data: {
      by: matched.reportedBy,
      // Several at once, or an unknown one: the page shows each item's status.
      ...(meanings.size === 1 ? { meaning: [...meanings][0] ?? "unknown" } : {}),
      items: news.map(({ meaning, lines }) => ({ meaning, lines: lines.map((line) => line.id) })),
    },
  });
}

interface Line {
  id: string;
  orderStatus: string | null;
}

interface Item {
  status: string | null;
  /** The lines that the item may mean. */
  lines: readonly Line[];
}

/**
 * The status that each line gets from the items of one message; of several the last counts. An item names a SKU.
 * Several lines of one SKU all get the status, unless one of them has it already: then the list told the lines apart,
 * and the item is about that one. So a late or repeated event does not overwrite what the list has shown.
 */
function statusByLine(items: readonly Item[]): Map<string, string> {
  const after = new Map<string, string>();
  const statusesOf = statusesByLine(items);
  for (const { status, lines } of items) {
    if (status === null) continue;
    for (const line of lines) {
      if (acceptableStatuses(line, lines, [...(statusesOf.get(line.id) ?? [])]).includes(status))
        after.set(line.id, status);
    }
  }
  return after;
}

/** The statuses reported for each line, each once. */
function statusesByLine(items: readonly Item[]): Map<string, Set<string>> {
  const statuses = new Map<string, Set<string>>();
  for (const { status, lines } of items) {
    if (status === null) continue;
    for (const { id } of lines) statuses.set(id, (statuses.get(id) ?? new Set()).add(status));
  }
  return statuses;
}

/** Which of the statuses reported for its SKU a line may get. */
function acceptableStatuses(line: Line, siblings: readonly Line[], statuses: readonly string[]): readonly string[] {
  if (siblings.length === 1) return statuses;
  if (line.orderStatus !== null && statuses.includes(line.orderStatus)) return [];
  const unassigned = statuses.filter((status) => !siblings.some(({ orderStatus }) => orderStatus === status));
  if (unassigned.length > 0) return unassigned;
  return line.orderStatus === null ? statuses : [];
}
