/** Words between asterisks, as people stress them: `*ring the bell*`. */
const STRESSED = /(?<!\S)(\*+)(?![\s*])([^*]*)(?<![\s*])\1(?!\S)/g;

/**
 * Marks in place of characters: several in a row, or an asterisk that ends or interrupts a word. One bullet may be a separator, and
 * one asterisk between blanks a mark of its own.
 */
const MASK = /[*＊•●■█]{2}|[\p{Letter}\p{Number}][*＊]|[*＊][\p{Letter}\p{Number}]/u;

/** Whether marks stand for characters that are withheld, as marketplaces hand personal data on: `********`, `J*** D***`, `张*`. */
export const isMasked = (text: string): boolean => MASK.test(text.replace(STRESSED, "$2"));
