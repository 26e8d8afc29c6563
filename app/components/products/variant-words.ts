import { productNumber } from "../../catalog/product-number.ts";
import type { ProductVariant } from "../../catalog/product-page.ts";

/** A variant's title; Shopify's stand-in for "has no variants" is none. */
export function variantName(variant: ProductVariant): string {
  const title = variant.shopify?.title ?? `Variant ${productNumber(variant.gid)}`;
  return title === "Default Title" ? "The only variant" : title;
}

/** Why a variant is never sent to print, whatever it is mapped to; null when it can be. */
export function whyNotPrintable({ shopify }: ProductVariant, giftCard: boolean): string | null {
  if (giftCard) return "Gift cards are never sent to print.";
  return shopify?.requiresShipping === false ? "Needs no shipping, so it is never sent to print." : null;
}
