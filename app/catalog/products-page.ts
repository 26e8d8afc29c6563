import { RemoteError } from "../ports/errors.ts";
import type { ProductSummary } from "../ports/shop-catalog.ts";
import type { ProductReadContext } from "./context.ts";
import {
  mappedProducts,
  PAGE_SIZE,
  readCoverage,
  readNotPrinted,
  type MappingCoverage,
  type NotPrintedCoverage,
} from "./mapping-coverage.ts";
import { gidNumber, type Gid } from "../ports/gid.ts";
import type { ProductsQuery } from "./products-query.ts";
import type { ShopId } from "../ports/ids.ts";

/** A product in the list. `shopify` is null while Shopify cannot be read, or after the product was deleted. */
export interface ProductRow extends Omit<MappingCoverage, "productGid"> {
  /** Shopify's number of the product. */
  number: string;
  shopify: Omit<ProductSummary, "gid"> | null;
  notPrinted: NotPrintedCoverage;
}

export interface ProductsPage {
  /** false: Shopify could not be read, and only mapped products are listed. */
  reachable: boolean;
  rows: ProductRow[];
  next: string | null;
  previous: string | null;
}

interface ShopRef {
  id: ShopId;
  domain: string;
}

/** One page of a shop's products: Shopify's list, or the products with a mapping. */
export async function readProductsPage(
  ctx: ProductReadContext,
  shop: ShopRef,
  query: ProductsQuery,
): Promise<ProductsPage> {
  if (query.tab === "mapped" || query.tab === "changed") return mappedPage(ctx, shop, query);
  const { search: words, after, before } = query;
  const list = await nullOnRemoteError(
    ctx.catalog.listProducts(shop.domain, { searchText: words, after, before, first: PAGE_SIZE }),
  );
  if (!list)
    return { ...(await mappedPage(ctx, shop, { ...query, search: "", after: null, before: null })), reachable: false };
  const gids = list.products.map(({ gid }) => gid);
  const [coverage, notPrinted] = await Promise.all([
    readCoverage(ctx, shop.id, gids),
    readNotPrinted(ctx, shop.id, gids),
  ]);
  return {
    reachable: true,
    rows: list.products.map((head) => toRow(head.gid, head, coverage.get(head.gid), notPrinted.get(head.gid))),
    next: list.next,
    previous: list.previous,
  };
}

async function mappedPage(ctx: ProductReadContext, shop: ShopRef, query: ProductsQuery): Promise<ProductsPage> {
  const { tab, search: sku, after, before } = query;
  const { products, next, previous } = await mappedProducts(ctx, shop.id, {
    sku,
    changed: tab === "changed",
    after,
    before,
  });
  const gids = products.map(({ productGid }) => productGid);
  const [heads, notPrinted] = await Promise.all([
    gids.length === 0 ? [] : nullOnRemoteError(ctx.catalog.readProducts(shop.domain, gids)),
    readNotPrinted(ctx, shop.id, gids),
  ]);
  const known = new Map((heads ?? []).map((head) => [head.gid, head]));
  return {
    reachable: heads !== null,
    rows: products.map((one) => toRow(one.productGid, known.get(one.productGid), one, notPrinted.get(one.productGid))),
    next,
    previous,
  };
}

const NO_MARKS: NotPrintedCoverage = { product: false, variants: 0 };

function toRow(
  gid: Gid<"Product">,
  head: ProductSummary | undefined,
  coverage: MappingCoverage | undefined,
  notPrinted = NO_MARKS,
): ProductRow {
  const { mapped = 0, skus = [], front = 0, back = 0, changed = 0, deleted = 0, broken = 0 } = coverage ?? {};
  const variants = { mapped, skus, front, back, changed, deleted, broken };
  return { number: gidNumber(gid), shopify: head ?? null, ...variants, notPrinted };
}

/** null when Shopify cannot be read. */
export async function nullOnRemoteError<T>(request: Promise<T>): Promise<T | null> {
  return request.catch((error: unknown) => {
    if (error instanceof RemoteError) return null;
    throw error;
  });
}
