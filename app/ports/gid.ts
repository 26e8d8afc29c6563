/** Kinds of Shopify's global ids that the app meets, by Shopify's names of their types. */
export const GID_KINDS = [
  "Order",
  "LineItem",
  "Customer",
  "Product",
  "ProductVariant",
  "Fulfillment",
  "FulfillmentOrder",
  "FulfillmentOrderLineItem",
  "FulfillmentHold",
  "DeliveryCarrierService",
] as const;

export type GidKind = (typeof GID_KINDS)[number];

/**
 * A global id of one kind: the compiler tells an order's from a variant's, and both from a domain or the id of a row.
 */
export type Gid<K extends GidKind = GidKind> = `gid://shopify/${K}/${string}`;

/** The global id of the number that a page's address carries. */
export const gidOf = <K extends GidKind>(kind: K, number: string | undefined): Gid<K> =>
  `gid://shopify/${kind}/${number ?? ""}`;

/** The number at the end of a global id. The addresses of Shopify's admin and of the app's pages contain it. */
export const gidNumber = (gid: Gid): string => gid.slice(gid.lastIndexOf("/") + 1);
