import type { MetafieldValues } from "../../../catalog/mapping-methods/metafields.ts";

/** Variants of one request: Shopify answers 100 nodes within its limit of a query's cost. */
export const METAFIELD_BATCH = 100;

/** `retryAfterMs`: how long Shopify asked to wait; 0: it did not. */
export type MetafieldsResponse =
  { outcome: "read"; artwork: MetafieldValues[string] } | { outcome: "unreachable"; retryAfterMs: number };
