import { createHash } from "node:crypto";
import type { PrintOrder } from "../ports/order-model.ts";

/** Print SKUs and their destination, to be priced. */
export interface Basket {
  /** ISO 3166 alpha-2 */
  countryCode: string;
  /** At most 4 characters; the country code where there is no province, since testPrice requires one. */
  provinceCode: string;
  items: { itemSku: string; quantity: number }[];
  /** Code of the shipping service; left out: Standard. */
  service?: string;
}

/** A price for standard shipping, or for the basket's service (print-service: testPrice). All amounts are decimal strings in `currency`. */
export interface Price {
  /** The shop's setting: the interface names no currency. */
  currency: string;
  lines: PriceLine[];
  /** Base costs of all units. */
  goods: string;
  shipping: string;
  /** Not in the total: the service charges tax separately. */
  tax: string;
  /** As the service gave it. */
  total: string;
  /** When it was requested, ISO 8601 UTC. */
  askedAt: string;
  /** Each at most once. */
  discrepancies: PriceDiscrepancy[];
  /** The service quotes nothing yet: it is worked out from its catalog and its list of fees. Left out: it is a quote. */
  fromFees?: { taxKnown: boolean };
}

/**
 * total_differs: the total is not the sum of the lines' totals, against the interface: the price is unreliable.
 * line_differs: a line's total is not computed as in the interface's only example.
 */
export type PriceDiscrepancy = "total_differs" | "line_differs";

export interface PriceLine {
  itemSku: string;
  quantity: number;
  /** Of one unit. */
  baseCost: string;
  /** baseCost × quantity */
  goods: string;
  shippingFee: string;
  taxFee: string;
  total: string;
}

export type PriceResult =
  | { status: "priced"; price: Price }
  /** For example an unknown SKU. Show `providerMessage` only to staff, and never log it. */
  | { status: "rejected"; providerMessage: string | null }
  /** No print account is connected, or the service rejects its credentials. */
  | { status: "not_connected" }
  | { status: "account_rejected" }
  /** No answer, or none that is a price. Retry later. */
  | { status: "unavailable" }
  /** The service answers, and names no price before an order is paid. */
  | { status: "not_priced" };

/** The basket that a print order is priced by, in the check before sending and on the order's page. */
export const basketOf = ({ countryCode, provinceCode, items, method }: PrintOrder): Basket => ({
  countryCode,
  provinceCode,
  items: items.map(({ itemSku, quantity }) => ({ itemSku, quantity })),
  ...(typeof method === "string" ? { service: method } : {}),
});

/**
 * A basket with its items sorted: their order makes no other question. Items of one SKU stay apart, as in an order: the service
 * charges shipping by the line (print-service: testPrice).
 */
export function canonicalBasket({ countryCode, provinceCode, items, service }: Basket): Basket {
  const sorted = items
    .map(({ itemSku, quantity }) => ({ itemSku, quantity }))
    .sort((a, b) => (a.itemSku === b.itemSku ? a.quantity - b.quantity : a.itemSku < b.itemSku ? -1 : 1));
  return { countryCode, provinceCode, items: sorted, ...(service === undefined ? {} : { service }) };
}

/** The same for baskets that differ only in the order of their items. */
export function basketHash(basket: Basket): string {
  const { countryCode, provinceCode, items, service } = canonicalBasket(basket);
  const parts = [countryCode, provinceCode, items.map((item) => [item.itemSku, item.quantity])];
  // What is kept of Standard has no fourth part.
  const text = JSON.stringify(service === undefined ? parts : [...parts, service]);
  return createHash("sha256").update(text).digest("hex");
}
