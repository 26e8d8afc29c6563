/** Of a number with its country code at most (ITU-T E.164). */
const MAX_DIGITS = 15;
/** The shortest national numbers with an area code: less reaches nobody from another place. */
const MIN_DIGITS = 7;

/** Characters that phone numbers are written with, and an extension. */
const WRITTEN = /^\+?[\d\s().\-/\u2010-\u2015]+(?:(?:ext\.?|x|#)\s*\d{1,7})?$/i;

/** Whether a text that somebody typed can be a phone number, in whatever way numbers of a country are written. */
export function isPhoneNumber(text: string): boolean {
  const [number = ""] = text.trim().split(/ext|x|#/i);
  const digits = number.replaceAll(/\D/g, "").length;
  return WRITTEN.test(text.trim()) && digits >= MIN_DIGITS && digits <= MAX_DIGITS;
}
