/** Invisible text. U+2800 is a blank that Unicode counts as a symbol. */
const INVISIBLE = /^[\s\p{Default_Ignorable_Code_Point}\u2800]*$/u;

/**
 * One line of text that every JSON parser accepts: lone surrogates become U+FFFD, control characters and line ends a
 * space. Letters of every script stay. "" when nothing visible is left.
 */
export function cleanText(text: string | null | undefined): string {
  if (!text) return "";
  const line = text
    .replace(/\p{Surrogate}/gu, "\uFFFD")
    .replace(/[\p{Control}\u2028\u2029]+/gu, " ")
    .replace(/ {2,}/g, " ")
    .trim();
  return INVISIBLE.test(line) ? "" : line;
}

/** The first of the texts with something visible in it, cleaned; "" when there is none. */
export function firstText(...texts: (string | null | undefined)[]): string {
  for (const text of texts) {
    const clean = cleanText(text);
    if (clean !== "") return clean;
  }
  return "";
}

/** A name as it is compared: without outer blanks, and in lower case. */
export const foldName = (name: string): string => name.trim().toLowerCase();
