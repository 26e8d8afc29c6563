import type { ProductSummary, VariantDetails } from "../ports/shop-catalog.ts";
import type { ProductReadContext } from "./context.ts";
import { nullOnRemoteError } from "./products-page.ts";
import { readVariantChanges, type MappedVariantChange } from "./variant-changes.ts";
import { toStoredMapping, type ShownMapping } from "./stored-mapping.ts";
import { unsentOrders } from "./mappings.ts";
import { readFactsHashes } from "./variant-copy.ts";
import { readVariantsToMap } from "./variants-to-map.ts";
import type { Gid } from "../ports/gid.ts";
import type { ShopId } from "../ports/ids.ts";
import { Prisma, type PrismaClient } from "../../prisma/client/client.ts";

export interface ProductVariant {
  gid: Gid<"ProductVariant">;
  /** null while Shopify cannot be read, or after the variant was deleted. */
  shopify: Omit<VariantDetails, "gid"> | null;
  mapping: ShownMapping | null;
  /** The number of orders on hold until the variant is mapped. */
  heldOrders: number;
  /** The number of unsent orders with the variant: removing the mapping holds them. */
  unsentOrders: number;
  /** Staff said that the print service does not print the variant. */
  notPrinted: boolean;
  /** What Shopify changed since staff mapped the variant; null: nothing. */
  change: MappedVariantChange | null;
}

/** A variant as a form of mappings knows it. */
export type MappedVariant = Pick<ProductVariant, "gid" | "mapping" | "notPrinted">;

/** One product: Shopify's variants first, then deleted variants with a mapping or with orders on hold. */
export interface ProductPage {
  gid: Gid<"Product">;
  /** null while Shopify cannot be read (`reachable` false), or after the product was deleted. */
  shopify: Omit<ProductSummary, "gid"> | null;
  reachable: boolean;
  /** Staff said so of the whole product: its variants without a mapping are not printed. */
  notPrinted: boolean;
  /** The mapped product that this one looks like a copy of; null with a mapping of its own. */
  copyOf: { gid: Gid<"Product">; title: string } | null;
  variants: ProductVariant[];
}

/** One product of a shop with its mappings; null when neither Shopify nor the database has it. */
export async function readProductPage(
  ctx: ProductReadContext,
  shop: { id: ShopId; domain: string },
  productGid: Gid<"Product">,
): Promise<ProductPage | null> {
  const mappings = await ctx.db.mapping.findMany({
    where: { shopId: shop.id, productGid },
    orderBy: { variantGid: "asc" },
  });
  const unmapped = (await readVariantsToMap(ctx, shop.id)).filter((one) => one.productGid === productGid);
  // The wrapping distinguishes a deleted product from a failed read.
  const read = await nullOnRemoteError(
    ctx.catalog.readProduct(shop.domain, productGid).then((product) => ({ product })),
  );
  if (read && !read.product && mappings.length === 0 && unmapped.length === 0) return null;

  const inShopify = read?.product?.variants ?? [];
  const known = new Map(inShopify.map((variant) => [variant.gid, variant]));
  const mapped = new Map(mappings.map((row) => [row.variantGid, row]));
  const referencedGids = [...mappings, ...unmapped].flatMap((row) => row.variantGid ?? []);
  const otherGids = [...new Set(referencedGids)].filter((gid) => !known.has(gid));
  const marks = await ctx.db.notPrinted.findMany({ where: { shopId: shop.id, productGid } });
  const marked = new Set(marks.map(({ variantGid }) => variantGid));
  const changes = await readVariantChanges(ctx, shop.id, productGid);
  const [copy] = mapped.size > 0 ? [] : await readProductCopies(ctx, shop.id, { productGid });
  const unsentByVariant = await unsentOrders(ctx, shop.id, [...mapped.keys()]);
  const factsHashes = await readFactsHashes(ctx.db, { shopId: shop.id, productGid });
  const mappingOf = (gid: Gid<"ProductVariant">) => {
    const row = mapped.get(gid);
    return row ? { ...toStoredMapping(row), factsHash: factsHashes.get(gid) ?? null } : null;
  };
  const variantOf = (gid: Gid<"ProductVariant">): ProductVariant => ({
    gid,
    shopify: known.get(gid) ?? null,
    mapping: mappingOf(gid),
    heldOrders: unmapped.find((one) => one.variantGid === gid)?.orders ?? 0,
    unsentOrders: unsentByVariant.get(gid) ?? 0,
    notPrinted: !mapped.has(gid) && (marked.has("") || marked.has(gid)),
    change: changes.get(gid) ?? null,
  });
  return {
    gid: productGid,
    shopify: read?.product ? toHead(read.product) : null,
    reachable: read !== null,
    notPrinted: marked.has(""),
    copyOf: copy ? copy.original : null,
    variants: [...inShopify.map(({ gid }) => gid), ...otherGids].map(variantOf),
  };
}

function toHead({ title, status, imageUrl, variantCount, giftCard }: NonNullable<ProductPage["shopify"]>) {
  return { title, status, imageUrl, variantCount, giftCard };
}

/** A product without a mapping that looks like a copy of a mapped one: its orders would pass by unprinted. */
export interface ProductCopy {
  gid: Gid<"Product">;
  title: string;
  original: { gid: Gid<"Product">; title: string };
}

interface ProductCopyRow {
  productGid: Gid<"Product">;
  title: string;
  originalGid: Gid<"Product">;
  originalTitle: string;
}

const MAX_COPIES = 20;

/**
 * Products that look like a copy of a mapped one, up to 20: with the title of one, or that title after Shopify's "Copy of",
 * or with a SKU that only the two have. A SKU that more products have is the SKU of a blank garment, and says nothing.
 * `productGid`: this product alone.
 */
export async function readProductCopies(
  { db }: { db: PrismaClient },
  shopId: ShopId,
  { productGid }: { productGid?: Gid<"Product"> } = {},
): Promise<ProductCopy[]> {
  const chosen = productGid === undefined ? Prisma.sql`true` : Prisma.sql`c."productGid" = ${productGid}`;
  const rows = await db.$queryRaw<ProductCopyRow[]>`
    WITH products AS MATERIALIZED (
      SELECT v."productGid", min(v."productTitle") AS "title", bool_or(m."id" IS NOT NULL) AS "mapped",
        array_agg(DISTINCT v."sku") FILTER (WHERE v."sku" <> '') AS "skus"
      FROM "ProductVariant" v
      LEFT JOIN "Mapping" m ON m."shopId" = v."shopId" AND m."variantGid" = v."variantGid"
      WHERE v."shopId" = ${shopId}::uuid AND v."deletedAt" IS NULL AND v."status" <> 'archived'
      GROUP BY v."productGid"),
    titles AS (SELECT lower("title") AS "title", min("productGid") AS "productGid" FROM products WHERE "mapped" GROUP BY 1),
    shared AS (
      SELECT min(p."productGid") FILTER (WHERE p."mapped") AS "original", min(p."productGid") FILTER (WHERE NOT p."mapped") AS "copy"
      FROM products p, unnest(p."skus") AS sku GROUP BY sku HAVING count(*) = 2 AND count(*) FILTER (WHERE p."mapped") = 1),
    found AS (
      SELECT c."productGid", t."productGid" AS "original"
      FROM products c
      CROSS JOIN unnest(ARRAY[lower(c."title"), regexp_replace(lower(c."title"), '^copy of ', '')]) AS name
      JOIN titles t ON t."title" = name WHERE NOT c."mapped"
      UNION SELECT "copy", "original" FROM shared)
    SELECT DISTINCT ON (c."productGid") c."productGid", c."title", o."productGid" AS "originalGid", o."title" AS "originalTitle"
    FROM found f JOIN products c ON c."productGid" = f."productGid" JOIN products o ON o."productGid" = f."original"
    WHERE ${chosen} AND NOT EXISTS (SELECT 1 FROM "NotPrinted" n
      WHERE n."shopId" = ${shopId}::uuid AND n."productGid" = c."productGid" AND n."variantGid" = '')
    ORDER BY c."productGid", o."productGid" LIMIT ${MAX_COPIES}`;
  return rows.map(({ productGid: gid, title, originalGid, originalTitle }) => ({
    gid,
    title,
    original: { gid: originalGid, title: originalTitle },
  }));
}
