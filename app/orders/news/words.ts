import { cleanText } from "../build/clean-text.ts";

const LONGEST = 200;

/** A status of the service as we keep it: its own words, one line, bounded; null when there are none. */
export function statusWords(given: string | null): string | null {
  return cleanText(given).slice(0, LONGEST) || null;
}

/** What a status means to us; the service's list of them is open (service-interface 3). */
export type Meaning = "in_production" | "address_problem" | "unknown";

/** The service's words in any spelling of capitals. */
export function meaning(words: string | null): Meaning {
  switch (words?.toLowerCase()) {
    case "in production":
      return "in_production";
    case "not verify":
      return "address_problem";
    default:
      return "unknown";
  }
}
