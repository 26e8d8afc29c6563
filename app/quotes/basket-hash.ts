import { createHash } from "node:crypto";
import type { Basket } from "./model.ts";

/**
 * The basket as it is asked: baskets that differ only in the order of their items are one question. Items of one SKU stay
 * apart, as they do in an order: the service charges shipping by the line (print-service: testPrice).
 */
export function canonicalBasket(basket: Basket): Basket {
  const items = basket.items
    .map(({ itemSku, quantity }) => ({ itemSku, quantity }))
    .sort((a, b) => (a.itemSku === b.itemSku ? a.quantity - b.quantity : a.itemSku < b.itemSku ? -1 : 1));
  return { countryCode: basket.countryCode, provinceCode: basket.provinceCode, items };
}

/** Hash of a basket: alike for baskets that are one question. */
export function basketHash(basket: Basket): string {
  const { countryCode, provinceCode, items } = canonicalBasket(basket);
  const text = JSON.stringify([countryCode, provinceCode, items.map((item) => [item.itemSku, item.quantity])]);
  return createHash("sha256").update(text).digest("hex");
}
