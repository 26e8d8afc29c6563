import { Prisma, type PrismaClient } from "../../prisma/client/client.ts";
import { escapeLike } from "../database/sql.ts";
import type { ShopId } from "../ports/ids.ts";
import type { Gid } from "../ports/gid.ts";
import { ARTWORK_HOLDS } from "../orders/core/attention.ts";

type Db = { db: PrismaClient };

/** A summary of the mappings of one product. */
export interface MappingCoverage {
  productGid: Gid<"Product">;
  /** Variants with a mapping, including variants deleted in Shopify. */
  mapped: number;
  /** The print service's SKUs, each once. */
  skus: string[];
  /** The number of these variants with artwork for the side. */
  front: number;
  back: number;
  /** The number of these variants that were changed, or deleted, in Shopify since. */
  changed: number;
  deleted: number;
  /** The number of these variants whose artwork or SKU cannot be printed. */
  broken: number;
}

interface CoveragePage {
  products: MappingCoverage[];
  /** The product gid after which the next page begins; null for the last page. */
  next: string | null;
  previous: string | null;
}

export const PAGE_SIZE = 50;

const coverageColumns = (shopId: ShopId) => Prisma.sql`m."productGid",
  count(*)::int AS "mapped",
  array_agg(m."itemSku" ORDER BY (SELECT v."position" FROM "ProductVariant" v
    WHERE v."shopId" = m."shopId" AND v."variantGid" = m."variantGid"), m."itemSku") AS "skus",
  (count(*) FILTER (WHERE m."artworkFront" <> ''))::int AS "front",
  (count(*) FILTER (WHERE m."artworkBack" <> ''))::int AS "back",
  (count(*) FILTER (WHERE m."variantChange" <> 'deleted'))::int AS "changed",
  (count(*) FILTER (WHERE m."variantChange" = 'deleted'))::int AS "deleted",
  (count(*) FILTER (WHERE m."variantGid" IN (${broken(shopId)})))::int AS "broken"`;

/** The coverage of these products. A product without a mapping has none. */
export async function readCoverage(
  { db }: Db,
  shopId: ShopId,
  productGids: readonly Gid<"Product">[],
): Promise<Map<Gid<"Product">, MappingCoverage>> {
  const rows = await db.$queryRaw<MappingCoverage[]>`
    SELECT ${coverageColumns(shopId)} FROM "Mapping" m
    WHERE m."shopId" = ${shopId}::uuid AND m."productGid" = ANY(${[...productGids]})
    GROUP BY m."productGid"`;
  return new Map(rows.map((row) => [row.productGid, withDistinctSkus(row)]));
}

const withDistinctSkus = (row: MappingCoverage): MappingCoverage => ({ ...row, skus: [...new Set(row.skus)] });

interface MappedProductsQuery {
  /** Only products with a print SKU that contains the text. */
  sku: string;
  /** Only products with a variant that was changed or deleted in Shopify since it was mapped. */
  changed: boolean;
  after: string | null;
  before: string | null;
}

/** One page of a shop's mapped products by keyset. A cursor past the end answers with the first page. */
export async function mappedProducts(
  ctx: Db,
  shopId: ShopId,
  page: MappedProductsQuery,
  pageSize = PAGE_SIZE,
): Promise<CoveragePage> {
  const { after } = page;
  const before = after === null ? page.before : null;
  const rows = await ctx.db.$queryRaw<MappingCoverage[]>`
    SELECT ${coverageColumns(shopId)} FROM "Mapping" m
    WHERE m."shopId" = ${shopId}::uuid AND ${keysetCondition(after, before)}
    GROUP BY m."productGid"
    HAVING ${skuCondition(page.sku)} AND (NOT ${page.changed} OR count(m."variantChange") > 0)
    ORDER BY m."productGid" COLLATE "C" ${before === null ? Prisma.sql`ASC` : Prisma.sql`DESC`}
    LIMIT ${pageSize + 1}`;
  const isPastEnd = before === null ? after !== null && rows.length === 0 : rows.length <= pageSize;
  if (isPastEnd) return mappedProducts(ctx, shopId, { ...page, after: null, before: null }, pageSize);
  const more = rows.length > pageSize;
  const products = rows.slice(0, pageSize).map(withDistinctSkus);
  if (before !== null) products.reverse();
  return {
    products,
    next: before !== null || more ? (products.at(-1)?.productGid ?? null) : null,
    previous: after !== null || (before !== null && more) ? (products[0]?.productGid ?? null) : null,
  };
}

function keysetCondition(after: string | null, before: string | null): Prisma.Sql {
  if (after !== null) return Prisma.sql`m."productGid" COLLATE "C" > ${after}`;
  return before === null ? Prisma.sql`true` : Prisma.sql`m."productGid" COLLATE "C" < ${before}`;
}

function skuCondition(sku: string): Prisma.Sql {
  const pattern = `%${escapeLike(sku)}%`;
  return sku === "" ? Prisma.sql`true` : Prisma.sql`bool_or(m."itemSku" ILIKE ${pattern})`;
}

/** What staff said is never printed of a product. */
export interface NotPrintedCoverage {
  /** Every variant without a mapping. */
  product: boolean;
  /** Single variants without a mapping. */
  variants: number;
}

/** The marks of these products; a product without any has none. */
export async function readNotPrinted(
  { db }: Db,
  shopId: ShopId,
  productGids: readonly Gid<"Product">[],
): Promise<Map<Gid<"Product">, NotPrintedCoverage>> {
  const rows = await db.$queryRaw<(NotPrintedCoverage & { productGid: Gid<"Product"> })[]>`
    SELECT n."productGid", bool_or(n."variantGid" = '') AS "product",
      (count(*) FILTER (WHERE n."variantGid" <> ''))::int AS "variants"
    FROM "NotPrinted" n
    WHERE n."shopId" = ${shopId}::uuid AND n."productGid" = ANY(${[...productGids]})
      AND NOT EXISTS (SELECT 1 FROM "Mapping" m WHERE m."shopId" = n."shopId" AND m."variantGid" = n."variantGid")
    GROUP BY n."productGid"`;
  return new Map(rows.map(({ productGid, ...marks }) => [productGid, marks]));
}

/** Variants of lines whose artwork is missing or unreadable. */
const heldForArtwork = (shopId: ShopId) => Prisma.sql`
  SELECT l."variantGid" FROM "Attention" a JOIN "OrderLine" l
    ON l."orderId" = a."orderId" AND l."shopifyGid" = a."subject"
  WHERE a."shopId" = ${shopId}::uuid AND a."code" = ANY(${[...ARTWORK_HOLDS]}) AND a."clearedAt" IS NULL
    AND l."variantGid" IS NOT NULL`;

/** Mapped variants that print a file of which the last check says so. */
export const printingFile = (shopId: ShopId, finding: "changedAt" | "problem") => {
  const links = Prisma.sql`SELECT f."link" FROM "PrintFile" f
    WHERE f."shopId" = ${shopId}::uuid AND f.${Prisma.raw(`"${finding}"`)} IS NOT NULL`;
  const ofSide = (side: "artworkFront" | "artworkBack") => Prisma.sql`SELECT x."variantGid" FROM "Mapping" x
    WHERE x."shopId" = ${shopId}::uuid AND x.${Prisma.raw(`"${side}"`)} IN (${links})`;
  const ofFurtherSides = Prisma.sql`SELECT x."variantGid" FROM "Mapping" x
    WHERE x."shopId" = ${shopId}::uuid AND x."artworkSides" <> '{}'
      AND EXISTS (SELECT 1 FROM jsonb_each_text(x."artworkSides") side WHERE side."value" IN (${links}))`;
  return Prisma.sql`${ofSide("artworkFront")} UNION ${ofSide("artworkBack")} UNION ${ofFurtherSides}`;
};

/** SKUs that the print service rejects. */
export const rejectedSkus = (shopId: ShopId) => Prisma.sql`
  SELECT c."itemSku" FROM "Shop" s JOIN "SkuCheck" c ON c."printAccountId" = s."printAccountId"
  WHERE s."id" = ${shopId}::uuid AND c."confirmedAt" IS NOT NULL`;

/** Variants whose artwork cannot be printed, mapped or not. */
export const withBrokenArtwork = (shopId: ShopId) =>
  Prisma.sql`${heldForArtwork(shopId)} UNION ${printingFile(shopId, "problem")}`;

/**
 * Variants whose artwork or SKU cannot be printed, mapped or not. One set: of two that are joined with "or", PostgreSQL expects
 * half of all variants, and looks each of them up.
 */
export const broken = (shopId: ShopId) => Prisma.sql`${withBrokenArtwork(shopId)}
  UNION SELECT x."variantGid" FROM "Mapping" x
  WHERE x."shopId" = ${shopId}::uuid AND x."itemSku" IN (${rejectedSkus(shopId)})`;
