/** What the snapshot of a webhook and that of the Admin API have in common. */
import { ADDRESS_FIELDS, type Address, type ArtworkLinks } from "../ports/order-model.ts";

export const NO_ARTWORK: Readonly<ArtworkLinks> = { front: null, back: null, mockup: null };

export const addressFrom = (read: (field: keyof Address) => string | null): Address =>
  Object.fromEntries(ADDRESS_FIELDS.map((field) => [field, read(field)])) as unknown as Address;

/** shopify: a tip is a line titled "Tip" that belongs to no product. Nothing else marks it. */
export function isTip(line: { title: string; hasVariant: boolean; hasProduct: boolean; sku: string | null }): boolean {
  return line.title.trim().toLowerCase() === "tip" && !line.hasVariant && !line.hasProduct && !line.sku;
}
