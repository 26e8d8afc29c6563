/**
 * Words of a person as a search of Shopify's: products that have all of them, each at least as the beginning of a word of
 * theirs. Nothing typed counts as an operator (shopify: search syntax).
 */
export function productSearch(searchText: string): string {
  return searchText
    .split(/[\s"'()\\]+/)
    .map((word) => word.replace(/^-+/, "").replace(/[:*]/g, (char) => (char === ":" ? "\\:" : "")))
    .filter((word) => word !== "")
    .map((word) => `${word}*`)
    .join(" ");
}
