import { Prisma, type PrismaClient } from "@prisma/client";

type Db = { db: PrismaClient };

/** What the mappings of a product's variants say together. */
export interface MappingCoverage {
  productGid: string;
  /** Variants with a mapping, also those that Shopify has no more. */
  mapped: number;
  /** Of the print service, each once. */
  skus: string[];
  /** How many of them have artwork for that side. */
  front: number;
  back: number;
}

export interface CoveragePage {
  products: MappingCoverage[];
  /** Product gid to go on from; null at the end. */
  next: string | null;
  previous: string | null;
}

export const PAGE_SIZE = 50;

const coverageColumns = Prisma.sql`m."productGid",
  count(*)::int AS "mapped",
  array_agg(DISTINCT m."itemSku") AS "skus",
  (count(*) FILTER (WHERE m."artworkFront" <> ''))::int AS "front",
  (count(*) FILTER (WHERE m."artworkBack" <> ''))::int AS "back"`;

/** Coverage of these products; those without a mapping are left out. */
export async function readCoverage(
  { db }: Db,
  shopId: string,
  productGids: readonly string[],
): Promise<Map<string, MappingCoverage>> {
  const rows = await db.$queryRaw<MappingCoverage[]>`
    SELECT ${coverageColumns} FROM "Mapping" m
    WHERE m."shopId" = ${shopId}::uuid AND m."productGid" = ANY(${[...productGids]})
    GROUP BY m."productGid"`;
  return new Map(rows.map((row) => [row.productGid, row]));
}

/**
 * One page of a shop's mapped products by keyset. `sku`: only products with a variant whose SKU of the print service contains it.
 * A place that leads into the void answers with the first page.
 */
export async function mappedProducts(
  ctx: Db,
  shopId: string,
  page: { sku: string; after: string | null; before: string | null },
  pageSize = PAGE_SIZE,
): Promise<CoveragePage> {
  const { after } = page;
  const before = after === null ? page.before : null;
  const rows = await ctx.db.$queryRaw<MappingCoverage[]>`
    SELECT ${coverageColumns} FROM "Mapping" m
    WHERE m."shopId" = ${shopId}::uuid AND ${keysetCondition(after, before)}
    GROUP BY m."productGid"
    HAVING ${skuCondition(page.sku)}
    ORDER BY m."productGid" COLLATE "C" ${before === null ? Prisma.sql`ASC` : Prisma.sql`DESC`}
    LIMIT ${pageSize + 1}`;
  const isPastEnd = before === null ? after !== null && rows.length === 0 : rows.length <= pageSize;
  if (isPastEnd) return mappedProducts(ctx, shopId, { sku: page.sku, after: null, before: null }, pageSize);
  const more = rows.length > pageSize;
  const products = rows.slice(0, pageSize);
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
  const pattern = `%${sku.replaceAll(/[\\%_]/g, "\\$&")}%`;
  return sku === "" ? Prisma.sql`true` : Prisma.sql`bool_or(m."itemSku" ILIKE ${pattern})`;
}
