import { gidOf, type Gid } from "../ports/gid.ts";

/** The number at the end of the gid of a product or variant. */
export const productNumber = (gid: string): string => gid.slice(gid.lastIndexOf("/") + 1);

/** The gid of a product; null for a text that is no Shopify number. */
export const productGid = (number: string): Gid<"Product"> | null =>
  /^[1-9]\d{0,19}$/.test(number) ? gidOf("Product", number) : null;
