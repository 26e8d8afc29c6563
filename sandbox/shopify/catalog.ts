import type { Metafield, Product, Shop, Variant } from "./model.ts";
import { now, type Store } from "./store.ts";

export interface MetafieldInput {
  namespace: string;
  key: string;
  value: string;
  type?: string;
}

export interface VariantInput {
  title?: string;
  sku?: string | null;
  price?: string;
  requiresShipping?: boolean;
  options?: { name: string; value: string }[];
  metafields?: MetafieldInput[];
  /** Name of the location that stocks it; the shop's first one when left out. */
  location?: string;
  imageUrl?: string;
}

export interface ProductInput {
  title: string;
  vendor?: string;
  productType?: string;
  tags?: string[];
  isGiftCard?: boolean;
  imageUrl?: string;
  metafields?: MetafieldInput[];
  /** One "Default Title" variant when left out. */
  variants?: VariantInput[];
}

export const handleOf = (title: string): string =>
  title
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "");

function metafields(store: Store, inputs: MetafieldInput[] = []): Metafield[] {
  return inputs.map((input) => ({ id: store.nextId(), type: "single_line_text_field", ...input }));
}

function variant(store: Store, shop: Shop, product: Product, input: VariantInput): Variant {
  const location = shop.locations.find((each) => each.name === input.location);
  if (input.location && !location) throw new Error(`${shop.domain} has no location ${input.location}`);
  return {
    id: store.nextId(),
    productId: product.id,
    title: input.title ?? (input.options?.map((option) => option.value).join(" / ") || "Default Title"),
    sku: input.sku ?? null,
    barcode: null,
    price: input.price ?? "20.00",
    requiresShipping: input.requiresShipping ?? !product.isGiftCard,
    options: input.options ?? [{ name: "Title", value: input.title ?? "Default Title" }],
    metafields: metafields(store, input.metafields),
    imageUrl: input.imageUrl ?? null,
    locationId: location?.id ?? null,
    updatedAt: now(store),
  };
}

export function addProduct(store: Store, shop: Shop, input: ProductInput): Product {
  const product: Product = {
    id: store.nextId(),
    title: input.title,
    handle: handleOf(input.title),
    vendor: input.vendor ?? shop.name,
    productType: input.productType ?? "",
    tags: input.tags ?? [],
    status: "ACTIVE",
    isGiftCard: input.isGiftCard ?? false,
    imageUrl: input.imageUrl ?? null,
    metafields: metafields(store, input.metafields),
    variants: [],
    createdAt: now(store),
    updatedAt: now(store),
  };
  product.variants = (input.variants ?? [{}]).map((each) => variant(store, shop, product, each));
  shop.products.push(product);
  return product;
}

export function updateProduct(store: Store, shop: Shop, id: string, change: (product: Product) => void): Product {
  const product = shop.products.find((each) => each.id === id);
  if (!product) throw new Error(`${shop.domain} has no product ${id}`);
  change(product);
  product.updatedAt = now(store);
  return product;
}

/**
 * shopify: a deleted product leaves its line items with their texts, and without product and variant. Orders are not
 * touched.
 */
export function deleteProduct(shop: Shop, id: string): void {
  const at = shop.products.findIndex((each) => each.id === id);
  if (at < 0) throw new Error(`${shop.domain} has no product ${id}`);
  shop.products.splice(at, 1);
  for (const line of shop.orders.flatMap((order) => order.lines)) {
    if (line.productId === id) Object.assign(line, { productId: null, variantId: null });
  }
}

export function findVariant(shop: Shop, id: string): { product: Product; variant: Variant } | null {
  for (const product of shop.products) {
    const variant = product.variants.find((each) => each.id === id);
    if (variant) return { product, variant };
  }
  return null;
}
