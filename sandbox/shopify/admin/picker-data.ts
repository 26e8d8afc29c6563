import { gid } from "../ids.ts";
import type { Product, Shop, Variant } from "../model.ts";
import { restTime } from "../time.ts";

/** What App Bridge's resource picker hands over for products whose title, vendor or SKU has those words. */
export function pickable(shop: Shop, query: string): ReturnType<typeof picked>[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  const text = (product: Product) =>
    [product.title, product.vendor, ...product.variants.flatMap((each) => [each.title, each.sku ?? ""])]
      .join(" ")
      .toLowerCase();
  return shop.products.filter((product) => words.every((word) => text(product).includes(word))).map(picked);
}

const images = (url: string | null, id: string, altText: string) =>
  url ? [{ id: gid("ProductImage", id), originalSrc: url, altText }] : [];

function picked(product: Product) {
  return {
    id: gid("Product", product.id),
    title: product.title,
    handle: product.handle,
    vendor: product.vendor,
    productType: product.productType,
    tags: product.tags,
    status: product.status,
    descriptionHtml: "",
    hasOnlyDefaultVariant: product.variants.length === 1 && product.variants[0]?.title === "Default Title",
    images: images(product.imageUrl, product.id, product.title),
    options: [],
    totalVariants: product.variants.length,
    createdAt: restTime(product.createdAt),
    updatedAt: restTime(product.updatedAt),
    variants: product.variants.map((variant) => pickedVariant(product, variant)),
  };
}

function pickedVariant(product: Product, variant: Variant) {
  return {
    id: gid("ProductVariant", variant.id),
    title: variant.title,
    displayName: `${product.title} - ${variant.title}`,
    sku: variant.sku,
    price: variant.price,
    barcode: variant.barcode,
    requiresShipping: variant.requiresShipping,
    selectedOptions: variant.options.map(({ value }) => ({ value })),
    position: product.variants.indexOf(variant) + 1,
    image: images(variant.imageUrl, variant.id, variant.title)[0] ?? null,
    inventoryItem: { id: gid("InventoryItem", variant.id) },
    product: { id: gid("Product", product.id) },
  };
}
