/** Most that `POST /app/api/mappings` takes at once. */
const BATCH = 250;

export interface PayloadMapping {
  productGid: string;
  variantGid: string;
  itemSku: string;
  artworkFront: string;
}

/** Every variant of an orders/create body, mapped to one SKU: as requests for `POST /app/api/mappings`. */
export function mappingBatches(body: string, sku: string): PayloadMapping[][] {
  // Ids as they are written: numbers above 2^53 would be rounded.
  const ids = [...body.matchAll(/"(product_id|variant_id)"\s*:\s*(\d+)/g)];
  const named = (name: string) => ids.filter((found) => found[1] === name).map((found) => found[2]);
  const [products, variants] = [named("product_id"), named("variant_id")];
  const mappings = variants.map((variant, at) => ({
    productGid: `gid://shopify/Product/${products[at] ?? products[0]}`,
    variantGid: `gid://shopify/ProductVariant/${variant}`,
    itemSku: sku,
    artworkFront: "https://cdn.shopify.com/artwork/any.png",
  }));
  const once = [...new Map(mappings.map((mapping) => [mapping.variantGid, mapping])).values()];
  return Array.from({ length: Math.ceil(once.length / BATCH) }, (_, at) => once.slice(at * BATCH, (at + 1) * BATCH));
}
