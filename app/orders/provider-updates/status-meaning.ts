import { cleanText } from "../../common/clean-text.ts";

const MAX_LENGTH = 200;

/** A status as it is stored: the service's text, one line, bounded; null where there is none. */
export function cleanStatus(given: string | null): string | null {
  return cleanText(given).slice(0, MAX_LENGTH) || null;
}

/**
 * What a status means; the service's list of statuses is open (print-service: OrderStatus). `ended`: the item will not
 * be printed unless somebody acts.
 */
export type StatusMeaning = "in_production" | "address_problem" | "ended" | "unknown";

/** Ignores capitals and separators (`Out of stock`, `OUT_OF_STOCK`, `OutOfStock`). */
export function statusMeaning(status: string | null): StatusMeaning {
  const normalized = normalizeStatus(status ?? "");
  if (normalized === "in production") return "in_production";
  if (normalized === "not verify") return "address_problem";
  return ENDED.test(normalized) ? "ended" : "unknown";
}

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
