/**
 * Words of a person as a search of Shopify's: products that have all of them, each at least as the beginning of a word of
 * theirs. Nothing typed counts as an operator (shopify: search syntax).
 */
export function productSearch(words: string): string {
  return words
    .split(/[\s"'()\\]+/)
    .map((word) => word.replace(/^-+/, "").replace(/[:*]/g, (sign) => (sign === ":" ? "\\:" : "")))
    .filter((word) => word !== "")
    .map((word) => `${word}*`)
    .join(" ");
}
