/**
 * A typed text as a search query: products that have all words, each at least as a prefix. Nothing typed counts as an
 * operator (shopify: search syntax).
 */
export function productSearch(searchText: string): string {
  return searchText
    .split(/[\s"'()\\]+/)
    .map((word) => word.replace(/^-+/, "").replace(/[:*]/g, (char) => (char === ":" ? "\\:" : "")))
    .filter((word) => word !== "")
    .map((word) => `${word}*`)
    .join(" ");
}
