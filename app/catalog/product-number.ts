import { gidOf, type Gid } from "../ports/gid.ts";

/** Shopify's number of a product or variant, out of its global id. */
export const productNumber = (gid: string): string => gid.slice(gid.lastIndexOf("/") + 1);

/** The global id of a product; null where the text is no number of Shopify's. */
export const productGid = (number: string): Gid<"Product"> | null =>
  /^[1-9]\d{0,19}$/.test(number) ? gidOf("Product", number) : null;
