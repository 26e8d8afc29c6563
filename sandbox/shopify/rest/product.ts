import { gid } from "../ids.ts";
import type { Product, Variant } from "../model.ts";
import { restTime } from "../time.ts";

/** shopify: body of products/create and products/update, without what the stand-in has no value for. */
export function restProduct(product: Product) {
  return {
    id: Number(product.id),
    admin_graphql_api_id: gid("Product", product.id),
    title: product.title,
    handle: product.handle,
    vendor: product.vendor,
    product_type: product.productType,
    tags: product.tags.join(", "),
    status: product.status.toLowerCase(),
    created_at: restTime(product.createdAt),
    updated_at: restTime(product.updatedAt),
    variants: product.variants.map((variant, at) => restVariant(product, variant, at + 1)),
  };
}

function restVariant(product: Product, variant: Variant, position: number) {
  const [option1, option2, option3] = variant.options.map(({ value }) => value);
  return {
    id: Number(variant.id),
    admin_graphql_api_id: gid("ProductVariant", variant.id),
    product_id: Number(product.id),
    title: variant.title,
    sku: variant.sku,
    price: variant.price,
    position,
    option1: option1 ?? null,
    option2: option2 ?? null,
    option3: option3 ?? null,
    updated_at: restTime(variant.updatedAt),
  };
}
