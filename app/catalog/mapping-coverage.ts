import { Prisma, type PrismaClient } from "@prisma/client";

type Db = { db: PrismaClient };

/** What the mappings of a product's variants say together. */
export interface Coverage {
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
  products: Coverage[];
  /** Product gid to go on from; null at the end. */
  next: string | null;
  previous: string | null;
}

export const PAGE_SIZE = 50;

const summary = Prisma.sql`m."productGid",
  count(*)::int AS "mapped",
  array_agg(DISTINCT m."itemSku") AS "skus",
  (count(*) FILTER (WHERE m."artworkFront" <> ''))::int AS "front",
  (count(*) FILTER (WHERE m."artworkBack" <> ''))::int AS "back"`;

/** Coverage of these products; those without a mapping are left out. */
export async function coverageOf(
  { db }: Db,
  shopId: string,
  productGids: readonly string[],
): Promise<Map<string, Coverage>> {
  const rows = await db.$queryRaw<Coverage[]>`
    SELECT ${summary} FROM "Mapping" m
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
  wanted: { sku: string; after: string | null; before: string | null },
  pageSize = PAGE_SIZE,
): Promise<CoveragePage> {
  const { after } = wanted;
  const before = after === null ? wanted.before : null;
  const found = await ctx.db.$queryRaw<Coverage[]>`
    SELECT ${summary} FROM "Mapping" m
    WHERE m."shopId" = ${shopId}::uuid AND ${from(after, before)}
    GROUP BY m."productGid"
    HAVING ${bySku(wanted.sku)}
    ORDER BY m."productGid" COLLATE "C" ${before === null ? Prisma.sql`ASC` : Prisma.sql`DESC`}
    LIMIT ${pageSize + 1}`;
  const short = before === null ? after !== null && found.length === 0 : found.length <= pageSize;
  if (short) return mappedProducts(ctx, shopId, { sku: wanted.sku, after: null, before: null }, pageSize);
  const more = found.length > pageSize;
  const products = found.slice(0, pageSize);
  if (before !== null) products.reverse();
  return {
    products,
    next: before !== null || more ? (products.at(-1)?.productGid ?? null) : null,
    previous: after !== null || (before !== null && more) ? (products[0]?.productGid ?? null) : null,
  };
}

function from(after: string | null, before: string | null): Prisma.Sql {
  if (after !== null) return Prisma.sql`m."productGid" COLLATE "C" > ${after}`;
  return before === null ? Prisma.sql`true` : Prisma.sql`m."productGid" COLLATE "C" < ${before}`;
}

function bySku(sku: string): Prisma.Sql {
  const pattern = `%${sku.replaceAll(/[\\%_]/g, "\\$&")}%`;
  return sku === "" ? Prisma.sql`true` : Prisma.sql`bool_or(m."itemSku" ILIKE ${pattern})`;
}
