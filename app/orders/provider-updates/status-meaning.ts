import { cleanText, cutText } from "../../common/clean-text.ts";
import type { SubmissionLine, ReportedBy } from "../../../prisma/client/client.ts";
import type { OrdersContext, DecideContext } from "../core/context.ts";
import type { SubmissionRow } from "../core/submission-row.ts";
import type { WebhookDeliveryId, SubmissionId } from "../../ports/ids.ts";
import type { AttentionCode } from "../core/attention.ts";
import { idsOf } from "../core/history.ts";
import {
  clearReasons,
  raiseReason,
  raiseUnlessResolved,
  setColumns,
  submissionIn,
  type OrderRows,
} from "../core/order-rows.ts";
import { AT_PROVIDER_STATES, UNSHIPPED_STATES, type SubmissionState } from "../core/states.ts";

const MAX_LENGTH = 200;

/** A status as it is stored: the service's text, one line, bounded; null where there is none. */
export function cleanStatus(given: string | null): string | null {
  return cutText(cleanText(given), MAX_LENGTH) || null;
}

/**
 * What a status means; the service's list of statuses is open (print-service: OrderStatus). `ended`: the item will not
 * be printed unless somebody acts. `cancel_requested`: it may be printed all the same. `awaiting_payment`, `awaiting_file`,
 * `on_hold`: nothing is printed before somebody acts. `refund`: of a part, or asked for; the item may be printed.
 * `resend`: the service sends the item once more. `shipped`: a carrier has the item.
 */
export type StatusMeaning =
  | "in_production"
  | "address_problem"
  | "cancel_requested"
  | "refund"
  | "resend"
  | "ended"
  | "awaiting_payment"
  | "awaiting_file"
  | "on_hold"
  | "shipped"
  | "unknown";

/** Of items that the service has ended, or was asked to end. */
export const ENDING: readonly StatusMeaning[] = ["ended", "cancel_requested"];

/** Ignores capitals and separators (`Out of stock`, `OUT_OF_STOCK`, `OutOfStock`). */
export function statusMeaning(status: string | null): StatusMeaning {
  const normalized = normalizeStatus(status ?? "");
  return MEANINGS.find(([, pattern]) => pattern.test(normalized))?.[0] ?? "unknown";
}

/** Whether a payment status says that the service has not been paid in full. */
const isPaymentDue = (status: string | null): boolean => PAYMENT_DUE.test(normalizeStatus(status ?? ""));

/** Whether a status that moves no state says all the same that printing has begun. */
export const isBegun = (status: string | null): boolean => BEGUN.test(normalizeStatus(status ?? ""));

const normalizeStatus = (status: string): string =>
  status
    .replaceAll(/(\p{Ll})(\p{Lu})/gu, "$1 $2")
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, " ")
    .trim();

/** Section 3 of the interface names none of them. A false alarm costs a look, a missed one an order. */
const ENDED = new RegExp(
  "(?<!\\b(?:no|not|non|without) )\\b(?:" +
    [
      "cancel|cancell?ed|cancell?ing|cancell?ation",
      "reject|rejected|rejection|refused|declined|denied",
      "error|errors|fail|failed|failure",
      "refund|refunded|void|voided",
      "out ?of ?stock|sold out|unavailable|discontinued",
    ].join("|") +
    ")\\b|\\bnot available\\b",
);

/**
 * The first that fits counts. Beyond section 3 of the interface: the labels of the service's own portal, and names that its
 * other clients know (docs/decisions/0075-words-of-the-print-service.md).
 */
const MEANINGS: readonly (readonly [StatusMeaning, RegExp])[] = [
  ["in_production", /^in production$/],
  ["address_problem", /^not verify$/],
  ["cancel_requested", /^request(ed)? cancel|^cancell?(ation)? request/],
  ["refund", /\b(request(ed)?|partial|partially|partly) (partial|partially )?refund|\brefund request/],
  ["resend", /^(request(ed)? )?re ?send$/],
  ["ended", ENDED],
  ["awaiting_payment", /^(waiting|awaiting|pending)( for)? payment\b|^payment (pending|due|required)$|^un ?paid$/],
  ["awaiting_file", /^(waiting|awaiting|pending|missing|needs?)( for)? (design|artwork|print file|file)s?$/],
  ["on_hold", /^(on )?hold$/],
  ["shipped", /^(shipped|delivered|in transit|out for delivery)$/],
];

const PAYMENT_DUE =
  /^(un ?paid|not paid|partial(ly)? paid|partly paid|whitelist|(waiting|awaiting|pending)( for)? payment.*)$/;

const BEGUN = /^(in production|producing|printing|printed|shipping|fulfilling|shipped|delivered)$/;

/** Words that are known, and under which there is nothing to do. */
const WITHOUT_MEANING = /^(cooling off|waiting|pending|processing|paid|new|created)$/;

/**
 * A word that nobody knew, as it may be shown to operators: short and of letters, else null in place of it, since it may hold anything.
 * undefined: the word is known.
 */
export function unknownWord(status: string): string | null | undefined {
  const isKnown = statusMeaning(status) !== "unknown" || isPaymentDue(status) || isBegun(status);
  if (isKnown || WITHOUT_MEANING.test(normalizeStatus(status))) return undefined;
  return /^\p{L}+([ _-]\p{L}+){0,2}$/u.test(status) && status.length <= MAX_WORD_LENGTH ? status : null;
}

const MAX_WORD_LENGTH = 30;

export interface StatusItem {
  itemSku: string;
  orderStatus: string | null;
  /** The service's message; may quote an address, so it is only hashed here and stored in the encrypted delivery. */
  messageError: string | null;
  /** List and detail only; undefined leaves what is known. */
  paymentStatus?: string | null;
  /** Keyed hash of the item's artwork links, where the service showed them. */
  artworkHash?: string;
}

/** An item of the update with the lines that it may mean. */
export interface MatchedItem {
  item: StatusItem;
  status: string | null;
  meaning: StatusMeaning;
  lines: SubmissionLine[];
  /** These lines have one SKU. Otherwise none of them gets the status. */
  isClear: boolean;
  /** At least one line had another status before. */
  changed: boolean;
}

export interface MatchedUpdate {
  submission: SubmissionRow;
  items: MatchedItem[];
  deliveryId: WebhookDeliveryId | null;
  reportedBy: ReportedBy;
}

/** A keyed hash that is the same for the same report: messages are not stored. */
export function basisOf(ctx: Pick<OrdersContext, "encryptor">, entries: readonly MatchedItem[]): string {
  return ctx.encryptor.hash(
    JSON.stringify(entries.map(({ item, status }) => [item.itemSku, status, item.messageError ?? ""])),
  );
}

type Line = Pick<SubmissionLine, "orderStatus" | "paymentStatus">;

interface StatusReason {
  code: AttentionCode;
  states: readonly SubmissionState[];
  applies: (line: Line, state: SubmissionState) => boolean;
}

const means =
  (...meanings: StatusMeaning[]) =>
  ({ orderStatus }: Line): boolean =>
    meanings.includes(statusMeaning(orderStatus));

/** Meanings under which nobody has to pay, or not first of all. */
const PAYS_NOT_NEXT: readonly StatusMeaning[] = [...ENDING, "awaiting_file"];

/** An item in production may be unpaid (section 3 of the interface): the service bills it later. */
export const isUnpaid = ({ orderStatus, paymentStatus }: Line): boolean =>
  statusMeaning(orderStatus) === "awaiting_payment" || (isPaymentDue(paymentStatus) && !isBegun(orderStatus));

/** Whether the payment of an item is what it waits for. */
function awaitsPayment(line: Line, state: SubmissionState): boolean {
  const meaning = statusMeaning(line.orderStatus);
  const isNext = meaning === "awaiting_payment" || (state === "submitted" && !PAYS_NOT_NEXT.includes(meaning));
  return isNext && isUnpaid(line);
}

/** The items of a submission that the service prints nothing of before they are paid for. */
export const unpaidLines = <Part extends Line>({
  lines,
  state,
}: {
  lines: readonly Part[];
  state: SubmissionState;
}): Part[] => (UNSHIPPED_STATES.includes(state) ? lines.filter((line) => awaitsPayment(line, state)) : []);

const STATUS_REASONS: readonly StatusReason[] = [
  { code: "payment_due_at_provider", states: UNSHIPPED_STATES, applies: awaitsPayment },
  { code: "file_missing_at_provider", states: UNSHIPPED_STATES, applies: means("awaiting_file") },
  { code: "on_hold_at_provider", states: UNSHIPPED_STATES, applies: means("on_hold") },
  { code: "refund_at_provider", states: AT_PROVIDER_STATES, applies: means("refund") },
  { code: "resent_by_provider", states: AT_PROVIDER_STATES, applies: means("resend") },
];

/** What ends once a parcel ships. */
export const ENDED_BY_SHIPPING: readonly AttentionCode[] = STATUS_REASONS.filter(
  ({ states }) => states === UNSHIPPED_STATES,
).map(({ code }) => code);

/**
 * Raises the reasons that the statuses of a submission's items stand for, and clears those that they no longer do. One that
 * staff has resolved stays resolved under the same statuses. What a payment or a cancellation under way settles needs nobody; an order that
 * nobody was told of yet may be paid automatically. Returns whether anything changed.
 */
export function syncStatusReasons(
  rows: OrderRows,
  ctx: DecideContext,
  submissionId: SubmissionId,
  { paysAutomatically }: { paysAutomatically: boolean },
): boolean {
  const isPlanned = paysAutomatically && planPayment(rows, submissionId);
  const submission = submissionIn(rows, submissionId);
  const { state, replacedAt, openWrite } = submission;
  const lines = submission.lines.toSorted((a, b) => a.position - b.position);
  let changed = isPlanned;
  for (const { code, states, applies } of STATUS_REASONS) {
    const shown = states.includes(state) && !replacedAt ? lines.filter((line) => applies(line, state)) : [];
    const known = rows.attentions.filter((one) => one.submissionId === submissionId && one.code === code);
    const affected = code === "payment_due_at_provider" && openWrite ? [] : shown;
    if (affected.length === 0) {
      if (known.every(({ clearedAt }) => clearedAt !== null)) continue;
      clearReasons(rows, ctx, { submissionId, codes: [code] }, "facts");
      changed = true;
      continue;
    }
    const { basis, detail } = reasonOf(ctx, affected);
    if (raiseUnlessResolved(rows, ctx, { ...idsOf(submission), code, basis, detail })) changed = true;
  }
  return changed;
}

/** Has an unpaid order paid automatically that nobody was told of yet. Returns whether that was to be done. */
function planPayment(rows: OrderRows, submissionId: SubmissionId): boolean {
  const { openWrite, replacedAt, version, ...submission } = submissionIn(rows, submissionId);
  if (openWrite || replacedAt || rows.order.cancelledAt || unpaidLines(submission).length === 0) return false;
  if (rows.attentions.some((one) => one.submissionId === submissionId && one.code === "payment_due_at_provider"))
    return false;
  setColumns(rows.submissions, submissionId, { openWrite: "pay", version: version + 1 });
  return true;
}

/** The basis and the detail of a reason for these items. */
function reasonOf(ctx: Pick<DecideContext, "encryptor">, affected: readonly (Line & { id: string })[]) {
  const detail = { lines: affected.map(({ id }) => id), ...statusesOf(affected) };
  return { basis: ctx.encryptor.hash(JSON.stringify(detail)), detail };
}

/** Somebody has to pay after all, since `why`: also where staff asked for the payment, which has resolved the reason before. */
export function raisePaymentDue(
  rows: OrderRows,
  ctx: DecideContext,
  submissionId: SubmissionId,
  why: Record<string, string>,
): void {
  const submission = submissionIn(rows, submissionId);
  const affected = unpaidLines({ ...submission, lines: submission.lines.toSorted((a, b) => a.position - b.position) });
  if (affected.length === 0 || submission.replacedAt) return;
  const { basis, detail } = reasonOf(ctx, affected);
  const reason = { code: "payment_due_at_provider", basis, detail: { ...detail, ...why } } as const;
  raiseReason(rows, ctx, { ...idsOf(submission), ...reason });
}

function statusesOf(lines: readonly Line[]): Record<string, string[]> {
  const distinct = (texts: readonly (string | null)[]) => [...new Set(texts.filter((text) => text !== null))];
  return {
    status: distinct(lines.map(({ orderStatus }) => orderStatus)),
    paymentStatus: distinct(lines.map(({ paymentStatus }) => paymentStatus)),
  };
}
