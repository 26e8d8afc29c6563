import { cleanText, cutText } from "../../common/clean-text.ts";

const MAX_LENGTH = 255;

/** No carrier's number has one of these: they join several. */
const BETWEEN_NUMBERS = /[,;|\r\n]+/;
const INVISIBLE = /\p{Default_Ignorable_Code_Point}+/gu;

/**
 * The carrier's numbers in what the print service gives as one (print-service: TrackingEvent, SyncedTracking), as they are stored: two
 * numbers joined by a comma are two parcels, as the list of trackings would show them. None where no letter or digit is in the
 * text. Of two spellings of one number, the first stays.
 */
export function trackingNumbersIn(given: string): string[] {
  const numbers = given
    .split(BETWEEN_NUMBERS)
    // Cleaned again: the cut may have left a blank at the end.
    .map((part) => cleanText(cutText(cleanText(part.replace(INVISIBLE, "")), MAX_LENGTH)))
    .filter((number) => trackingKey(number) !== "");
  return numbers.filter((number, at) => numbers.findIndex((one) => isSameNumber(one, number)) === at);
}

/**
 * What tells a tracking number from others: its letters and digits. Carriers, lists and people set blanks, hyphens and the case
 * of letters as they like.
 */
export const trackingKey = (number: string): string =>
  number
    .normalize("NFKC")
    .replace(/[^\p{Letter}\p{Number}]+/gu, "")
    .toUpperCase();

export const isSameNumber = (one: string, other: string): boolean => trackingKey(one) === trackingKey(other);
