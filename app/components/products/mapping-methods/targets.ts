import type { ProductPage, ProductVariant } from "../../../catalog/product-page.ts";
import type { Target } from "../../../catalog/mapping-methods/proposal.ts";
import { variantName, whyNotPrintable } from "../copy.ts";

/** The variants of a product that a method may map: those that can be printed, and that staff did not mark as never printed. */
export function targetsOf(page: ProductPage): Target[] {
  const giftCard = page.shopify?.giftCard ?? false;
  const isTarget = (one: ProductVariant) =>
    one.shopify !== null && !one.notPrinted && whyNotPrintable(one, giftCard) === null;
  return page.variants.filter(isTarget).map((variant) => ({
    gid: variant.gid,
    productGid: page.gid,
    name: variantName(variant),
    sku: variant.shopify?.sku ?? null,
    options: variant.shopify?.options ?? [],
    mapping: variant.mapping,
    notPrinted: variant.notPrinted,
  }));
}
