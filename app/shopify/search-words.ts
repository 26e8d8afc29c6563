/**
 * A typed text as a search query: what has all words, each at least as a prefix. Nothing typed counts as an
 * operator (shopify: search syntax).
 */
export function searchWords(searchText: string): string {
  return searchText
    .split(/[\s"'()\\]+/)
    .map((word) => word.replace(/^-+/, "").replace(/[:*]/g, (char) => (char === ":" ? "\\:" : "")))
    .filter((word) => word !== "")
    .map((word) => `${word}*`)
    .join(" ");
}
