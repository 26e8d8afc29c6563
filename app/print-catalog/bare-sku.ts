import { foldName } from "../common/clean-text.ts";

/**
 * The print service renamed SKUs: `PW-` and `PW17-` stand side by side in its documentation. Two letters before the first hyphen, with or
 * without a number, are a prefix; more are a word of the SKU.
 */
const PREFIX = /^([a-z]{2})\d*-(?=.)/;

/** The letters of a SKU's prefix; null: it has none. */
export const prefixOf = (sku: string): string | null => PREFIX.exec(foldName(sku))?.[1] ?? null;

/** A SKU without its prefix, to be compared. */
export const bareSku = (sku: string): string => foldName(sku).replace(PREFIX, "");
