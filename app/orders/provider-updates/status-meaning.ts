import { cleanText, cutText } from "../../common/clean-text.ts";
import type { SubmissionLine, ReportedBy } from "../../../prisma/client/client.ts";
import type { OrdersContext } from "../core/context.ts";
import type { SubmissionRow } from "../core/submission-row.ts";
import type { WebhookDeliveryId } from "../../ports/ids.ts";

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

/** Ignores capitals and separators (`Out of stock`, `OUT_OF_STOCK`, `OutOfStock`). */
export function statusMeaning(status: string | null): StatusMeaning {
  const normalized = normalizeStatus(status ?? "");
  return MEANINGS.find(([, pattern]) => pattern.test(normalized))?.[0] ?? "unknown";
}

/** Whether a payment status says that the service has not been paid in full. */
export const isPaymentDue = (status: string | null): boolean => PAYMENT_DUE.test(normalizeStatus(status ?? ""));

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
