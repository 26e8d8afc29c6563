import { DEV_SHOP } from "../../sandbox/dev-shop.ts";
import type { Sandbox } from "../../sandbox/open.ts";
import type { SampleOrders } from "./sample-orders.testing.ts";

/** The app's pages that need nothing but the sandbox's goods. */
export const appPages = ({ products }: Sandbox): string[] => [
  "/app",
  "/app/inbox",
  "/app/activity",
  "/app/orders",
  "/app/orders/review",
  "/app/claims",
  "/app/products",
  `/app/products/${products.shirt.id}`,
  "/app/products/variants",
  "/app/reports",
  "/app/reports/bill",
  "/app/quote",
  "/app/settings",
  ...[
    "sending",
    "personalization",
    "payment",
    "prices",
    "shipping",
    "rates",
    "artwork",
    "shopify",
    "rules",
    "notifications",
    "account",
    "staff",
  ].map((page) => `/app/settings/${page}`),
  "/app/stores",
  "/app/webhooks",
  "/app/failed-webhooks",
  "/app/dry-run",
  "/app/diagnostics",
  "/app/privacy",
  "/app/data-requests",
  "/app/access-log",
];

/** A page of each order, since what is shown follows from its state. */
export const orderPages = (shop: SampleOrders): string[] => [
  ...Object.values(shop).map(({ id }) => `/app/orders/${id}`),
  `/app/orders/${shop.addressProblem.id}/differences`,
];

/** Pages of the stand-ins, by their full address. */
export function sandboxPages({ shopifyUrl, printServiceUrl, inbox }: Sandbox, shop: SampleOrders): string[] {
  const [handle] = DEV_SHOP.split(".");
  const admin = ["orders", `orders/${shop.fulfilled.id}`, `orders/${shop.addressProblem.id}`, "products"];
  return [
    ...admin.map((path) => `${shopifyUrl}/store/${handle}/${path}`),
    `${shopifyUrl}/storefront/${handle}`,
    inbox.url,
    ...["", "registrations", "events", "faults"].map((path) => `${printServiceUrl}/${path}`),
  ];
}
