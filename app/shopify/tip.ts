/** shopify: a tip is a line titled "Tip" that belongs to no product. Nothing else marks it. */
export function isTip(line: { title: string; hasVariant: boolean; hasProduct: boolean; sku: string | null }): boolean {
  return line.title.trim().toLowerCase() === "tip" && !line.hasVariant && !line.hasProduct && !line.sku;
}
