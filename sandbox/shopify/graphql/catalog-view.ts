import { gid, parseGid } from "../ids.ts";
import type { Metafield, Product, Variant } from "../model.ts";
import { graphTime } from "../time.ts";
import { connection, type PageArgs } from "./connection.ts";
import type { GraphContext, View } from "./context.ts";
import { fileView } from "./file-view.ts";

export const metafieldView = (field: Metafield): View => ({
  __typename: "Metafield",
  id: gid("Metafield", field.id),
  namespace: field.namespace,
  key: field.key,
  type: field.type,
  value: field.value,
  reference: (_args: unknown, { shop }: GraphContext) => {
    const file = shop.files.find(({ id }) => field.type === "file_reference" && id === parseGid(field.value)?.id);
    return file ? fileView(file) : null;
  },
});

export function metafieldFields(fields: Metafield[]): View {
  return {
    metafield: ({ namespace, key }: { namespace?: string | null; key: string }) => {
      const found = fields.find((each) => each.namespace === (namespace ?? "custom") && each.key === key);
      return found ? metafieldView(found) : null;
    },
    metafields: (args: PageArgs & { namespace?: string | null; keys?: string[] | null }) => {
      const wanted = fields.filter((each) => !args.namespace || each.namespace === args.namespace);
      const keyed = wanted.filter((each) => !args.keys || args.keys.includes(`${each.namespace}.${each.key}`));
      return connection(keyed, args, metafieldView);
    },
  };
}

function mediaView(owner: string, url: string): View {
  const id = gid("MediaImage", owner);
  const image = { id: gid("ImageSource", owner), url: () => url, altText: null, width: 1200, height: 1400 };
  return { __typename: "MediaImage", id, alt: null, mediaContentType: "IMAGE", preview: { image }, image };
}

export function productView(product: Product): View {
  return {
    __typename: "Product",
    id: gid("Product", product.id),
    legacyResourceId: product.id,
    title: product.title,
    handle: product.handle,
    vendor: product.vendor,
    productType: product.productType,
    tags: product.tags,
    status: product.status,
    isGiftCard: product.isGiftCard,
    hasOnlyDefaultVariant: product.variants.length === 1 && product.variants[0]?.title === "Default Title",
    createdAt: graphTime(product.createdAt),
    updatedAt: graphTime(product.updatedAt),
    onlineStoreUrl: null,
    variantsCount: { count: product.variants.length, precision: "EXACT" },
    totalVariants: product.variants.length,
    featuredMedia: () => (product.imageUrl ? mediaView(product.id, product.imageUrl) : null),
    media: (args: PageArgs) =>
      connection(product.imageUrl ? [product.imageUrl] : [], args, (url) => mediaView(product.id, url)),
    variants: (args: PageArgs) => connection(product.variants, args, (variant) => variantView(product, variant)),
    ...metafieldFields(product.metafields),
  };
}

export function variantView(product: Product, variant: Variant): View {
  const inventoryItem = {
    __typename: "InventoryItem",
    id: gid("InventoryItem", variant.id),
    legacyResourceId: variant.id,
    requiresShipping: variant.requiresShipping,
    tracked: false,
    sku: variant.sku,
  };
  return {
    __typename: "ProductVariant",
    id: gid("ProductVariant", variant.id),
    legacyResourceId: variant.id,
    title: variant.title,
    displayName: `${product.title} - ${variant.title}`,
    sku: variant.sku,
    barcode: variant.barcode,
    price: variant.price,
    compareAtPrice: null,
    position: product.variants.indexOf(variant) + 1,
    availableForSale: true,
    inventoryQuantity: 0,
    taxable: true,
    createdAt: graphTime(product.createdAt),
    updatedAt: graphTime(variant.updatedAt),
    selectedOptions: variant.options,
    inventoryItem,
    product: () => productView(product),
    media: (args: PageArgs) =>
      connection(variant.imageUrl ? [variant.imageUrl] : [], args, (url) => mediaView(variant.id, url)),
    ...metafieldFields(variant.metafields),
  };
}
