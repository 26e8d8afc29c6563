import { RejectedError } from "../ports/errors.ts";
import type {
  ProductSummary,
  ProductPage,
  ProductWithVariants,
  ShopCatalog,
  ProductQuery,
  VariantFacts,
  VariantPage,
} from "../ports/shop-catalog.ts";
import {
  ReadShopFacts,
  ListProducts,
  ListVariants,
  ReadProduct,
  ReadProducts,
  ReadVariantProduct,
  type ProductFieldsFragment,
  type ProductStatus,
  type ReadProductQuery,
  type VariantFieldsFragment,
} from "./admin.generated.ts";
import type { AdminClient } from "./client.ts";
import { batchesOf, remainingNodes } from "./paging.ts";
import { asOneRead } from "./points-budget.ts";
import { searchWords } from "./search-words.ts";
import { text, textOr } from "./fields.ts";
import type { Gid } from "../ports/gid.ts";

type WireProduct = NonNullable<ReadProductQuery["product"]>;

const BATCH_SIZE = 100;

/** A shop's products, over the Admin API. */
export function createShopCatalog(client: AdminClient): ShopCatalog {
  return {
    listProducts: (shop, input) => listProducts(client, shop, input),
    async readProducts(shop, gids) {
      const summaries: ProductSummary[] = [];
      for (const ids of batchesOf(gids, BATCH_SIZE)) {
        const { nodes } = await client.run(shop, ReadProducts, { ids });
        summaries.push(...nodes.flatMap((node) => (node && "title" in node ? [summaryOf(node)] : [])));
      }
      return summaries;
    },
    readProduct: (shop, gid) => readProduct(client, shop, gid),
    listVariants: (shop, after) => listVariants(client, shop, after),
    async readShopFacts(domain) {
      const { shop, productVariantsCount } = await client.run(domain, ReadShopFacts, {});
      return { variants: productVariantsCount?.count ?? 0, timezone: shop.ianaTimezone };
    },
    productOfVariant: async (shop, id) =>
      (await client.run(shop, ReadVariantProduct, { id })).productVariant?.product.id ?? null,
  };
}

async function listProducts(client: AdminClient, shop: string, input: ProductQuery): Promise<ProductPage> {
  const { first: size, after, before } = input;
  const query = searchWords(input.searchText);
  const page = before !== null ? { last: size, before } : { first: size, after };
  const { nodes, pageInfo } = await run();
  return {
    products: nodes.map(summaryOf),
    next: pageInfo.hasNextPage ? pageInfo.endCursor : null,
    previous: pageInfo.hasPreviousPage ? pageInfo.startCursor : null,
  };

  async function run() {
    try {
      return (await client.run(shop, ListProducts, { query, ...page })).products;
    } catch (error) {
      // A cursor out of an old address is refused: its list begins again.
      if (!(error instanceof RejectedError) || (after === null && before === null)) throw error;
      return (await client.run(shop, ListProducts, { query, first: size })).products;
    }
  }
}

const readProduct = (client: AdminClient, shop: string, gid: Gid<"Product">): Promise<ProductWithVariants | null> =>
  asOneRead(async () => {
    const read = async (after: string | null) => (await client.run(shop, ReadProduct, { id: gid, after })).product;
    const product = await read(null);
    if (!product) return null;
    const variants = await remainingNodes(product.variants, async (after) => (await read(after))?.variants ?? null);
    return variants && { ...summaryOf(product), variants: variants.map(variantOf) };
  });

async function listVariants(client: AdminClient, shop: string, after: string | null): Promise<VariantPage> {
  const { nodes, pageInfo } = (await client.run(shop, ListVariants, { after })).productVariants;
  const variants = nodes.map(({ product, ...variant }) => ({ ...factsOf(variant), product: identityOf(product) }));
  return { variants, next: pageInfo.hasNextPage ? pageInfo.endCursor : null };
}

type WireIdentity = Pick<ProductFieldsFragment, "id" | "title" | "isGiftCard" | "status">;

const identityOf = (product: WireIdentity) => ({
  gid: product.id,
  title: textOr(product.title, product.id),
  giftCard: product.isGiftCard,
  status: STATUSES[product.status] ?? "other",
});

function summaryOf(product: ProductFieldsFragment): ProductSummary {
  return {
    ...identityOf(product),
    imageUrl: product.featuredMedia?.preview?.image?.url ?? null,
    variantCount: product.variantsCount?.count ?? 0,
  };
}

// What Shopify adds later is not in the table.
const STATUSES: Partial<Record<ProductStatus, ProductSummary["status"]>> = {
  ACTIVE: "active",
  DRAFT: "draft",
  ARCHIVED: "archived",
  UNLISTED: "unlisted",
};

function variantOf(variant: WireProduct["variants"]["nodes"][number]): ProductWithVariants["variants"][number] {
  return { ...factsOf(variant), imageUrl: variant.media.nodes[0]?.preview?.image?.url ?? null };
}

function factsOf(variant: VariantFieldsFragment): VariantFacts {
  return {
    gid: variant.id,
    title: textOr(variant.title, "Default Title"),
    sku: text(variant.sku),
    options: variant.selectedOptions.map(({ name, value }) => ({
      name: textOr(name, ""),
      value: textOr(value, ""),
    })),
    price: variant.price,
    position: variant.position,
    requiresShipping: variant.inventoryItem.requiresShipping,
  };
}
