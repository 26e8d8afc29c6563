/** What is to be priced: SKUs of the print service, and where they go. */
export interface Basket {
  /** ISO 3166 alpha-2 */
  countryCode: string;
  /** At most 4 characters; the country code where there is no province (print-service: testPrice wants one always). */
  provinceCode: string;
  items: { itemSku: string; quantity: number }[];
}

/** A price for standard shipping (print-service: testPrice). All amounts are decimal strings in `currency`. */
export interface Price {
  /** The shop's setting: the interface names no currency. */
  currency: string;
  lines: PriceLine[];
  /** Base costs of all units. */
  goods: string;
  shipping: string;
  /** Apart from the total: the service reckons tax separately. */
  tax: string;
  /** As the service said it. */
  total: string;
  /** When the service was asked, ISO 8601 UTC. */
  askedAt: string;
  /** What does not add up; each at most once. */
  discrepancies: PriceDiscrepancy[];
}

/**
 * total_differs: the total is not the sum of the lines' totals, though the interface says that it is. Not to be relied on.
 * line_differs: a line's total is reckoned another way than in the interface's one example. Worth a look.
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
  /** It said no, e.g. to a SKU it does not have. `words`: its own, for the person who asked; never log them. */
  | { status: "rejected"; providerMessage: string | null }
  /** No print account is connected, or it refuses our credentials. */
  | { status: "not_connected" }
  | { status: "account_rejected" }
  /** No answer, or none that is a price. Trying later may help. */
  | { status: "unavailable" };
