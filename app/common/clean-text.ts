import type { z } from "zod";

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

/**
 * Marks that print nothing: soft hyphen, zero width space, word joiner, byte order mark, and those of a writing direction, which come
 * along with a copied phone number. Joiners stay where letters or emoji may need them.
 */
const UNPRINTED =
  /[\u00AD\u061C\u180E\u200B\u200E\u200F\u202A-\u202E\u2060-\u2064\u2066-\u206F\uFEFF]|(?<=[ -~])[\u200C\u200D](?=[ -~])/gu;

/**
 * The text of a label or a code, cleaned, and without marks that the next system counts, compares or prints as boxes. Shopify joins
 * street and number by a blank and a word joiner (Shopify/worldwide: combined_address_format).
 */
export const labelText = (text: string | null | undefined): string => cleanText(text?.replace(UNPRINTED, ""));

/**
 * The text's first characters, at most `max` code points, as PostgreSQL and the print service count. A cut within a character would
 * leave half of it, which PostgreSQL refuses in a `jsonb`.
 */
export const cutText = (text: string, max: number): string => [...text.slice(0, max * 2)].slice(0, max).join("");

/** The first of the texts with something visible in it, cleaned; "" when there is none. */
export function firstText(...texts: (string | null | undefined)[]): string {
  for (const text of texts) {
    const clean = cleanText(text);
    if (clean !== "") return clean;
  }
  return "";
}

/** A name or SKU as it is compared: the same for `Black`, `black` and `Black `. */
export const foldName = (name: string): string => name.trim().toLowerCase();

/** Whether a text has more than `max` characters, counted as `cutText` counts: an emoji is one. */
export const isLongerThan = (text: string, max: number): boolean => text.length > max && cutText(text, max) !== text;

/** For `superRefine`: a text of at most `max` characters. Zod's own `max` counts many emoji and rare letters twice. */
export const atMost =
  (max: number) =>
  (text: string, ctx: z.core.$RefinementCtx<string>): void => {
    if (isLongerThan(text, max))
      ctx.addIssue({ code: "too_big", origin: "string", maximum: max, inclusive: true, input: text });
  };

/** Words between asterisks, as people stress them: `*ring the bell*`. */
const STRESSED = /(?<!\S)(\*+)(?![\s*])([^*]*)(?<![\s*])\1(?!\S)/g;

/**
 * Marks in place of characters: several in a row, or an asterisk that ends or interrupts a word. One bullet may be a separator, and
 * one asterisk between blanks a mark of its own.
 */
const MASK = /[*＊•●■█]{2}|[\p{Letter}\p{Number}][*＊]|[*＊][\p{Letter}\p{Number}]/u;

/** Whether marks stand for characters that are withheld, as marketplaces hand personal data on: `********`, `J*** D***`, `张*`. */
export const isMasked = (text: string): boolean => MASK.test(text.replace(STRESSED, "$2"));
