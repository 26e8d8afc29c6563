import { Rejected } from "../ports/errors.ts";
import type {
  ProductHead,
  ProductsList,
  ProductWithVariants,
  ShopCatalog,
  WantedProducts,
} from "../ports/shop-catalog.ts";
import {
  ListProducts,
  ReadProduct,
  ReadProducts,
  type ProductFieldsFragment,
  type ProductStatus,
  type ReadProductQuery,
} from "./admin.generated.ts";
import type { AdminClient } from "./client.ts";
import { restOf } from "./paging.ts";
import { productSearch } from "./product-search.ts";
import { text, textOr } from "./text.ts";

type WireProduct = NonNullable<ReadProductQuery["product"]>;

const AT_ONCE = 100;

/** A shop's products, over the Admin API. */
export function createShopCatalog(client: AdminClient): ShopCatalog {
  return {
    listProducts: (shop, wanted) => listProducts(client, shop, wanted),
    async readProducts(shop, gids) {
      const heads: ProductHead[] = [];
      for (let start = 0; start < gids.length; start += AT_ONCE) {
        const { nodes } = await client.run(shop, ReadProducts, { ids: gids.slice(start, start + AT_ONCE) });
        heads.push(...nodes.flatMap((node) => (node && "title" in node ? [headOf(node)] : [])));
      }
      return heads;
    },
    readProduct: (shop, gid) => readProduct(client, shop, gid),
  };
}

async function listProducts(client: AdminClient, shop: string, wanted: WantedProducts): Promise<ProductsList> {
  const { first: size, after, before } = wanted;
  const query = productSearch(wanted.words);
  const page = before !== null ? { last: size, before } : { first: size, after };
  const { nodes, pageInfo } = await run();
  return {
    products: nodes.map(headOf),
    next: pageInfo.hasNextPage ? pageInfo.endCursor : null,
    previous: pageInfo.hasPreviousPage ? pageInfo.startCursor : null,
  };

  async function run() {
    try {
      return (await client.run(shop, ListProducts, { query, ...page })).products;
    } catch (error) {
      // A cursor out of an old address is refused: its list begins anew.
      if (!(error instanceof Rejected) || (after === null && before === null)) throw error;
      return (await client.run(shop, ListProducts, { query, first: size })).products;
    }
  }
}

async function readProduct(client: AdminClient, shop: string, gid: string): Promise<ProductWithVariants | null> {
  const read = async (after: string | null) => (await client.run(shop, ReadProduct, { id: gid, after })).product;
  const product = await read(null);
  if (!product) return null;
  const variants = await restOf(product.variants, async (after) => (await read(after))?.variants ?? null);
  return variants && { ...headOf(product), giftCard: product.isGiftCard, variants: variants.map(variantOf) };
}

function headOf(product: ProductFieldsFragment): ProductHead {
  return {
    gid: product.id,
    title: textOr(product.title, product.id),
    status: STATUSES[product.status] ?? "other",
    imageUrl: product.featuredMedia?.preview?.image?.url ?? null,
    variantCount: product.variantsCount?.count ?? 0,
  };
}

// What Shopify adds later is not in the table.
const STATUSES: Partial<Record<ProductStatus, ProductHead["status"]>> = {
  ACTIVE: "active",
  DRAFT: "draft",
  ARCHIVED: "archived",
  UNLISTED: "unlisted",
};

function variantOf(variant: WireProduct["variants"]["nodes"][number]): ProductWithVariants["variants"][number] {
  return {
    gid: variant.id,
    title: textOr(variant.title, "Default Title"),
    sku: text(variant.sku),
    price: variant.price,
    imageUrl: variant.media.nodes[0]?.preview?.image?.url ?? null,
    requiresShipping: variant.inventoryItem.requiresShipping,
  };
}
