/**
 * Of `printableRule.skuPrefixes`: every product matches, with a SKU or without. No kind of rule of its own, nor a reason of its own in
 * the database: a release that knows neither could not read them while both run, and would drop them from what it saves.
 */
export const ALL_PRODUCTS = "*";
