/** What the snapshot of a webhook and that of the Admin API have in common. */
import { Decimal } from "decimal.js";
import { ADDRESS_FIELDS, type Address, type ArtworkLinks } from "../ports/order-model.ts";

export const NO_ARTWORK: Readonly<ArtworkLinks> = { front: null, back: null, mockup: null };

export const addressFrom = (read: (field: keyof Address) => string | null): Address =>
  Object.fromEntries(ADDRESS_FIELDS.map((field) => [field, read(field)])) as unknown as Address;

/** shopify: a tip is a line titled "Tip" that belongs to no product. Nothing else marks it. */
export function isTip(line: { title: string; hasVariant: boolean; hasProduct: boolean; sku: string | null }): boolean {
  return line.title.trim().toLowerCase() === "tip" && !line.hasVariant && !line.hasProduct && !line.sku;
}

/**
 * An amount without the taxes in it. `taxes`: those of `whole`, of which the amount is a part. shopify: where an order's taxes are
 * included, every price of it contains them.
 */
export function beforeTax(
  amount: Decimal.Value,
  { taxes, whole }: { taxes: readonly (string | null | undefined)[]; whole: Decimal.Value },
): string {
  const tax = taxes.reduce<Decimal>((sum, one) => sum.plus(one ?? 0), new Decimal(0));
  if (tax.isZero() || new Decimal(whole).isZero()) return new Decimal(amount).toFixed();
  return new Decimal(amount).minus(tax.times(amount).dividedBy(whole)).toDecimalPlaces(4).toFixed();
}
