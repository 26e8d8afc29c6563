import type { AttentionRow } from "../../orders/core/attention-registry.ts";
import type { AttentionCode } from "../../orders/core/attention.ts";
import { formatUpTo, pluralize } from "./format.ts";

type FixedInSettings = Exclude<NonNullable<AttentionRow["fixedIn"]>, "products" | "shopify">;
type Place = FixedInSettings | "support" | "webhooks" | "sending" | "start_date" | "products";

/** Where in Settings the cause of a reason is fixed, and what other pages lead to. */
export const SETTINGS_LINKS: Readonly<Record<Place, string>> = {
  print_account: "/app/settings/account",
  webhooks: "/app/settings/account#webhooks",
  support: "/app/settings/account#support",
  older_orders: "/app/settings/account#older-orders",
  sending: "/app/settings/sending",
  start_date: "/app/settings/sending#start-date",
  products: "/app/settings/sending#products",
  personalization: "/app/settings/personalization",
  payment: "/app/settings/payment",
  prices: "/app/settings/prices",
  contact: "/app/settings/shipping#contact",
  shipping: "/app/settings/shipping#shipping",
};

const VIEWS: Partial<Record<AttentionCode, string>> = {
  artwork_changed: "/app/products/variants?view=file_replaced",
  artwork_unreadable: "/app/products/variants?view=broken",
};

/** Where the mappings behind a reason are fixed, unless it names one. */
export const productsUrl = (code: AttentionCode): string => VIEWS[code] ?? "/app/products";

/** Rejected orders of which the print service has accepted the print SKU since. */
export const RESENDABLE = {
  title: (orders: number) => `${pluralize(orders, "rejected order")} can be sent again`,
  one: (itemSku: string) => `The print service now accepts ${itemSku}.`,
  all: "The print service now accepts their print SKUs.",
  action: "View orders",
} as const;

/** The orders page, where they can be selected and sent again. */
export const RESENDABLE_URL = "/app/orders?reason=rejected&resendable=1";

/** The page that shows one order after another whose personalization waits for a person. */
export const REVIEW_QUEUE = {
  url: "/app/orders/review",
  open: "Review one by one",
  openWaiting: (waiting: number, limit: number) => `Review personalization (${formatUpTo(limit, waiting)})`,
} as const;

/** The same, beginning with this order. */
export const reviewUrl = (orderNumber: string): string => `${REVIEW_QUEUE.url}?order=${orderNumber}`;

/** The page with the counts of all linked stores. */
export const ALL_STORES = { url: "/app/stores", label: "All stores" } as const;

/** The lists from whose orders the page of an order leads on to the next one. */
export const LISTS = { orders: "/app/orders", inbox: "/app/inbox" } as const;
export type ListName = keyof typeof LISTS;

/** The page of an order. `from`: the list that the way leads back to, and on. */
export const orderUrl = (orderNumber: string, from: ListName = "orders"): string =>
  `/app/orders/${orderNumber}${fromQuery(from)}`;

/** The page with what was sent of the order beside what Shopify and the print service show now. Its way back is the order's page. */
export const differencesUrl = (orderNumber: string, from: ListName): string =>
  `/app/orders/${orderNumber}/differences${fromQuery(from)}`;

const fromQuery = (from: ListName): string => (from === "orders" ? "" : `?from=${from}`);
