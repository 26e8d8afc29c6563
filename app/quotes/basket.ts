import { createHash } from "node:crypto";
import type { PrintOrder } from "../ports/order-model.ts";
import type { Basket } from "./model.ts";

/** The basket that a print order is priced by, in the check before sending and on the order's page. */
export const basketOf = ({ countryCode, provinceCode, items }: PrintOrder): Basket => ({
  countryCode,
  provinceCode,
  items: items.map(({ itemSku, quantity }) => ({ itemSku, quantity })),
});

/**
 * A basket with its items sorted: their order makes no other question. Items of one SKU stay apart, as in an order: the service
 * charges shipping by the line (print-service: testPrice).
 */
export function canonicalBasket({ countryCode, provinceCode, items }: Basket): Basket {
  const sorted = items
    .map(({ itemSku, quantity }) => ({ itemSku, quantity }))
    .sort((a, b) => (a.itemSku === b.itemSku ? a.quantity - b.quantity : a.itemSku < b.itemSku ? -1 : 1));
  return { countryCode, provinceCode, items: sorted };
}

/** The same for baskets that differ only in the order of their items. */
export function basketHash(basket: Basket): string {
  const { countryCode, provinceCode, items } = canonicalBasket(basket);
  const text = JSON.stringify([countryCode, provinceCode, items.map((item) => [item.itemSku, item.quantity])]);
  return createHash("sha256").update(text).digest("hex");
}
