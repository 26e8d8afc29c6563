import { cleanText } from "../../common/clean-text.ts";

const LONGEST = 200;

/** A status of the service as we keep it: its own words, one line, bounded; null when there are none. */
export function statusWords(given: string | null): string | null {
  return cleanText(given).slice(0, LONGEST) || null;
}

/**
 * What a status means to us; the service's list of them is open (service-interface 3). `ended`: the item is not going to be
 * printed, or not without somebody's doing.
 */
export type Meaning = "in_production" | "address_problem" | "ended" | "unknown";

/** The service's words, however they are capitalized and joined (`Out of stock`, `OUT_OF_STOCK`, `OutOfStock`). */
export function meaning(words: string | null): Meaning {
  const said = plainWords(words ?? "");
  if (said === "in production") return "in_production";
  if (said === "not verify") return "address_problem";
  return ENDED.test(said) ? "ended" : "unknown";
}

const plainWords = (words: string): string =>
  words
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
