/** Kinds of Shopify's global ids that the app meets. */
export type GidKind = "Order" | "LineItem" | "Product" | "ProductVariant" | "FulfillmentOrder";

/**
 * A global id of one kind: the compiler tells an order's from a variant's, and both from a domain or the id of a row.
 */
export type Gid<K extends GidKind> = `gid://shopify/${K}/${string}`;

/** The global id of the number that a page's address carries. */
export const gidOf = <K extends GidKind>(kind: K, number: string | undefined): Gid<K> =>
  `gid://shopify/${kind}/${number ?? ""}`;

/** The number at the end of a global id. The addresses of Shopify's admin and of the app's pages contain it. */
export const gidNumber = (gid: string): string => gid.slice(gid.lastIndexOf("/") + 1);
