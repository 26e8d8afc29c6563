import { cleanText } from "../../common/clean-text.ts";

const MAX_LENGTH = 200;

/** A status of the service as we keep it: its own words, one line, bounded; null when there are none. */
export function cleanStatus(given: string | null): string | null {
  return cleanText(given).slice(0, MAX_LENGTH) || null;
}

/**
 * What a status means to us; the service's list of them is open (print-service: OrderStatus). `ended`: the item is not
 * going to be printed, or not without somebody's doing.
 */
export type StatusMeaning = "in_production" | "address_problem" | "ended" | "unknown";

/** The service's words, however they are capitalized and joined (`Out of stock`, `OUT_OF_STOCK`, `OutOfStock`). */
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

/** Interface section 3 names none of them: an alarm too many costs a look, one too few an order. */
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
