import { Prisma, type CatalogProblem, type CatalogSource } from "../../prisma/client/client.ts";
import { escapeLike, type Sql } from "../database/sql.ts";
import type { PrintAccountId } from "../ports/ids.ts";
import type * as service from "../ports/print-service.ts";
import { bareSku, prefixOf } from "./bare-sku.ts";

const { sql, empty, join } = Prisma;

/** Every function here reads the copy alone, and never waits for the print service. */
export interface CatalogContext {
  sql: Sql;
}

export interface CatalogColor {
  name: string;
  /** As the service wrote it; null: not told. */
  hex: string | null;
}

/** A product as a list shows it: what is counted are the variants that the catalog has. */
export interface FoundProduct {
  id: string;
  code: string;
  name: string;
  pictureUrl: string;
  isGone: boolean;
  variants: number;
  inStock: number;
  colors: CatalogColor[];
  /** From small to large. */
  sizes: string[];
  /** The lowest base cost that is known, a decimal string in the currency of the account; null: none is. */
  fromCost: string | null;
}

export interface StoredProduct {
  id: string;
  code: string;
  name: string;
  pictureUrl: string;
  /** The picture that print areas are drawn over; "": none. */
  templateUrl: string;
  isGone: boolean;
}

export interface StoredVariant extends Omit<service.CatalogVariant, "variantId"> {
  id: string;
  outOfStock: boolean;
  color: string | null;
  hexColor: string | null;
  size: string | null;
  /** The lowest of the base costs that are known. */
  cost: string | null;
  isGone: boolean;
}

export interface CatalogSearch {
  /** Every word has to be found: in the name, the code, a color, a size or a SKU. Words of one or two characters only as a whole. */
  query: string;
  /** A variant has to have both; capitals do not matter. */
  color?: string;
  size?: string;
  /** true: with a variant in stock; false: with one that is out of stock. */
  inStock?: boolean;
  /** What the catalog no longer has, instead of what it has. */
  gone?: boolean;
  /** `next` of the page before. */
  cursor?: string | null;
  limit: number;
}

const MAX_WORDS = 8;
const MAX_WORD = 100;
/** An index finds parts of this length. */
const SHORTEST_PART = 3;

/** Products of an account's catalog by name, and where the next page begins; null: at its end. */
export async function searchCatalog(
  ctx: CatalogContext,
  printAccountId: PrintAccountId,
  search: CatalogSearch,
): Promise<{ products: FoundProduct[]; next: string | null }> {
  const { gone = false, limit } = search;
  const skip = readCursor(search.cursor);
  // Of a product that is gone every variant is.
  const counted = gone ? sql`TRUE` : sql`v."goneAt" IS NULL`;
  const rows = await ctx.sql.query<FoundProduct>(sql`
    SELECT p."id", p."code", p."name", p."pictureUrl", p."isGone", f."variants", f."inStock", f."fromCost",
      coalesce(f."colors", '[]') AS "colors", coalesce(f."sizes", '{}') AS "sizes"
    FROM (SELECT c."id", c."code", c."name", c."pictureUrl", c."goneAt" IS NOT NULL AS "isGone" FROM "CatalogProduct" c
      WHERE c."printAccountId" = ${printAccountId}::uuid ${hasWords(search.query)} ${isGone(gone)}
        ${hasVariant(printAccountId, search)}
      ORDER BY c."name", c."id" LIMIT ${limit + 1}::int OFFSET ${skip}::int) p
    CROSS JOIN LATERAL (SELECT (count(*) FILTER (WHERE ${counted}))::int AS "variants",
        (count(*) FILTER (WHERE v."goneAt" IS NULL AND NOT v."outOfStock"))::int AS "inStock",
        (min(v."cost"::numeric) FILTER (WHERE ${counted}))::text AS "fromCost",
        jsonb_agg(DISTINCT jsonb_build_object('name', v."color", 'hex', v."hexColor"))
          FILTER (WHERE v."color" IS NOT NULL AND ${counted}) AS "colors",
        array_agg(DISTINCT v."size") FILTER (WHERE v."size" IS NOT NULL AND ${counted}) AS "sizes"
      FROM "CatalogVariant" v WHERE v."productId" = p."id") f
    ORDER BY p."name", p."id"`);
  const products = rows.slice(0, limit).map((row) => ({
    ...row,
    colors: onePerName(row.colors),
    sizes: row.sizes.toSorted(compareSizes),
  }));
  return { products, next: rows.length > limit ? String(skip + limit) : null };
}

/** A text of an address may be anything. */
export const readCursor = (cursor: string | null | undefined): number =>
  /^\d{1,6}$/.test(cursor ?? "") ? Number(cursor) : 0;

function hasWords(query: string): Prisma.Sql {
  const words = query.trim().split(/\s+/).filter(Boolean).slice(0, MAX_WORDS);
  const found = words.map((word) => {
    const text = escapeLike(word.slice(0, MAX_WORD));
    const pattern = Array.from(word).length < SHORTEST_PART ? `%\n${text}\n%` : `%${text}%`;
    return sql`AND c."text" LIKE lower(${pattern})`;
  });
  return found.length === 0 ? empty : join(found, " ");
}

const isGone = (gone: boolean): Prisma.Sql =>
  gone
    ? sql`AND (c."goneAt" IS NOT NULL
      OR c."id" IN (SELECT g."productId" FROM "CatalogVariant" g
        WHERE g."printAccountId" = c."printAccountId" AND g."goneAt" IS NOT NULL))`
    : sql`AND c."goneAt" IS NULL`;

/** One variant has to meet all of them. */
function hasVariant(printAccountId: PrintAccountId, { color, size, inStock, gone }: CatalogSearch): Prisma.Sql {
  const conditions = [
    ...(color ? [sql`lower(v."color") = lower(${color})`] : []),
    ...(size ? [sql`lower(v."size") = lower(${size})`] : []),
    ...(inStock === undefined ? [] : [inStock ? sql`NOT v."outOfStock"` : sql`v."outOfStock"`]),
  ];
  if (conditions.length === 0) return empty;
  const present = gone ? sql`v."goneAt" IS NOT NULL` : sql`v."goneAt" IS NULL`;
  return sql`AND c."id" IN (SELECT v."productId" FROM "CatalogVariant" v
    WHERE v."printAccountId" = ${printAccountId}::uuid AND ${present} AND ${join(conditions, " AND ")})`;
}

/** What a color and a size may be chosen from: those of the variants that the catalog has. */
export async function catalogOptions(
  ctx: CatalogContext,
  printAccountId: PrintAccountId,
): Promise<{ colors: CatalogColor[]; sizes: string[] }> {
  const rows = await ctx.sql.query<{ color: string | null; hex: string | null; size: string | null }>`
    SELECT DISTINCT v."color", v."hexColor" AS "hex", NULL AS "size" FROM "CatalogVariant" v
    WHERE v."printAccountId" = ${printAccountId}::uuid AND v."goneAt" IS NULL AND v."color" IS NOT NULL
    UNION ALL
    SELECT DISTINCT NULL, NULL, v."size" FROM "CatalogVariant" v
    WHERE v."printAccountId" = ${printAccountId}::uuid AND v."goneAt" IS NULL AND v."size" IS NOT NULL`;
  return {
    colors: onePerName(rows.flatMap(({ color, hex }) => (color === null ? [] : [{ name: color, hex }]))),
    sizes: rows.flatMap(({ size }) => size ?? []).toSorted(compareSizes),
  };
}

/** A color that variants tell with a swatch and without one, or with two, is one. */
function onePerName(colors: readonly CatalogColor[]): CatalogColor[] {
  const found = new Map<string, CatalogColor>();
  for (const color of colors) {
    const key = color.name.toLowerCase();
    if (!found.get(key)?.hex) found.set(key, { name: found.get(key)?.name ?? color.name, hex: color.hex });
  }
  return [...found.values()].toSorted((one, other) => one.name.localeCompare(other.name, "en"));
}

const LETTER_SIZE = /^(\d*)(X*)(S|M|L)$/;
const MIDDLE: Readonly<Record<string, number>> = { S: -1, M: 0, L: 1 };

/** XS, S, M, L, XL, 2XL, …; null for another size. */
function rankOfSize(size: string): number | null {
  const [, count = "", xs = "", letter = ""] = LETTER_SIZE.exec(size.trim().toUpperCase()) ?? [];
  const middle = MIDDLE[letter];
  if (middle === undefined || (count !== "" && xs.length !== 1)) return null;
  return middle * (1 + (count === "" ? xs.length : Number(count)));
}

/** From small to large: sizes of letters first, then the others by their numbers. */
export function compareSizes(one: string, other: string): number {
  const [a, b] = [rankOfSize(one), rankOfSize(other)];
  if (a !== null && b !== null && a !== b) return a - b;
  if ((a === null) !== (b === null)) return a === null ? 1 : -1;
  return one.localeCompare(other, "en", { numeric: true });
}

const VARIANT = sql`v."id", v."itemSku", v."title", v."oldSkus", v."availability", v."outOfStock", v."attributes",
  v."locations", v."color", v."hexColor", v."size", v."cost", v."goneAt" IS NOT NULL AS "isGone"`;

const PRODUCT = sql`p."id", p."code", p."name", p."pictureUrl", p."templateUrl", p."goneAt" IS NOT NULL AS "isGone"`;

/** A page of more would be no page. */
const MAX_VARIANTS = 5_000;

const ID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** A product with all of its variants, those that are gone last; null: the account's catalog has none of the id. */
export async function catalogProduct(
  ctx: CatalogContext,
  printAccountId: PrintAccountId,
  productId: string,
): Promise<(StoredProduct & { variants: StoredVariant[] }) | null> {
  if (!ID.test(productId)) return null;
  const [products, variants] = await Promise.all([
    ctx.sql.query<StoredProduct>`
      SELECT ${PRODUCT} FROM "CatalogProduct" p
      WHERE p."id" = ${productId}::uuid AND p."printAccountId" = ${printAccountId}::uuid`,
    ctx.sql.query<StoredVariant>`
      SELECT ${VARIANT} FROM "CatalogVariant" v
      WHERE v."productId" = ${productId}::uuid AND v."printAccountId" = ${printAccountId}::uuid
      ORDER BY v."goneAt" IS NOT NULL, v."title", v."itemSku" LIMIT ${MAX_VARIANTS}::int`,
  ]);
  const [product] = products;
  return product ? { ...product, variants: variants.toSorted(compareVariants) } : null;
}

const compareVariants = (one: StoredVariant, other: StoredVariant): number =>
  Number(one.isGone) - Number(other.isGone) ||
  (one.color ?? "").localeCompare(other.color ?? "", "en") ||
  compareSizes(one.size ?? "", other.size ?? "") ||
  one.itemSku.localeCompare(other.itemSku, "en");

/** A variant that a SKU means. */
export interface VariantOfSku {
  /** old_sku: the SKU is an earlier one of the variant. prefix: both agree but for the prefix (PW-, PW17-, none). */
  matchedBy: "sku" | "old_sku" | "prefix";
  variant: StoredVariant;
  product: StoredProduct;
}

/** SKUs of one statement. */
const SKUS_AT_ONCE = 1_000;

/**
 * The variants that SKUs mean, by the SKU asked for: the same SKU, else an earlier one of one variant, else one that alone agrees without
 * the prefix. A variant that is gone is found by its own SKU, where no other one is meant. A SKU that means none, or several, is left out.
 */
export async function catalogVariantsBySku(
  ctx: CatalogContext,
  printAccountId: PrintAccountId,
  skus: readonly string[],
): Promise<Map<string, VariantOfSku>> {
  const asked = [...new Set(skus)].filter((sku) => sku !== "");
  const found = new Map<string, VariantOfSku>();
  for (let at = 0; at < asked.length; at += SKUS_AT_ONCE) {
    const part = asked.slice(at, at + SKUS_AT_ONCE);
    const known = Map.groupBy(await readSkus(ctx, printAccountId, part), (one) => one.asked);
    for (const [sku, candidates] of known) {
      const meant = variantMeant(candidates);
      if (meant) found.set(sku, meant);
    }
    const unknown = part.filter((sku) => !known.has(sku));
    const alike = Map.groupBy(await readWithoutPrefix(ctx, printAccountId, unknown), (one) => one.asked);
    for (const [sku, [meant, another]] of alike) if (meant && !another) found.set(sku, meant);
  }
  return found;
}

type Candidate = VariantOfSku & { asked: string };
type CandidateRow = StoredVariant & Pick<Candidate, "asked" | "matchedBy" | "product">;

const CANDIDATE = sql`${VARIANT}, (SELECT row_to_json(x) FROM (SELECT ${PRODUCT}) x) AS "product"`;

const toCandidate = ({ asked, matchedBy, product, ...variant }: CandidateRow): Candidate => ({
  ...{ asked, matchedBy, product, variant },
});

async function readSkus(ctx: CatalogContext, printAccountId: PrintAccountId, asked: string[]): Promise<Candidate[]> {
  const rows = await ctx.sql.query<CandidateRow>`
    SELECT a."sku" AS "asked", m."matchedBy", ${CANDIDATE} FROM unnest(${asked}::text[]) AS a("sku")
    CROSS JOIN LATERAL (
      SELECT 'sku' AS "matchedBy", e."id" FROM "CatalogVariant" e
      WHERE e."printAccountId" = ${printAccountId}::uuid AND e."itemSku" = a."sku"
      UNION ALL
      SELECT 'old_sku', e."id" FROM "CatalogVariant" e
      WHERE e."printAccountId" = ${printAccountId}::uuid AND e."oldSkus" @> ARRAY[a."sku"] AND e."oldSkus" <> '{}'
        AND e."goneAt" IS NULL) m
    JOIN "CatalogVariant" v ON v."id" = m."id" JOIN "CatalogProduct" p ON p."id" = v."productId"`;
  return rows.map(toCandidate);
}

function variantMeant(candidates: readonly Candidate[]): VariantOfSku | null {
  const same = candidates.find(({ matchedBy }) => matchedBy === "sku") ?? null;
  const [old, another] = candidates.filter(({ matchedBy }) => matchedBy === "old_sku");
  return same && !same.variant.isGone ? same : old && !another ? old : same;
}

/** Two of each SKU at most. PW- and PW17- agree, and so does a prefix that is missing on one side. */
async function readWithoutPrefix(ctx: CatalogContext, printAccountId: PrintAccountId, asked: string[]) {
  if (asked.length === 0) return [];
  const rows = await ctx.sql.query<CandidateRow>`
    SELECT a."sku" AS "asked", 'prefix' AS "matchedBy", ${CANDIDATE}
    FROM unnest(${asked}::text[], ${asked.map(bareSku)}::text[], ${asked.map(prefixOf)}::text[]) AS a("sku", "bare", "prefix")
    CROSS JOIN LATERAL (
      SELECT e."id" FROM "CatalogVariant" e
      WHERE e."printAccountId" = ${printAccountId}::uuid AND e."bareSku" = a."bare" AND e."goneAt" IS NULL
        AND (a."prefix" IS NULL OR lower(e."itemSku") = e."bareSku" OR lower(left(e."itemSku", 2)) = a."prefix") LIMIT 2) m
    JOIN "CatalogVariant" v ON v."id" = m."id" JOIN "CatalogProduct" p ON p."id" = v."productId"`;
  return rows.map(toCandidate);
}

export interface CatalogStatus {
  source: CatalogSource;
  /** When the catalog that is believed was copied, or uploaded; null: there is none yet. */
  copiedAt: Date | null;
  /** What the catalog has; not what is gone. */
  products: number;
  variants: number;
  /** The copy that is under way, and how many variants it has read; null: none is. */
  underWay: { startedAt: Date; variants: number } | null;
  /** A whole copy had so few variants that it is not believed. */
  distrusted: { at: Date; variants: number } | null;
  /** Why the last copy ended before its end. */
  problem: CatalogProblem | null;
}

/** What is known of an account's catalog; null: nothing, and nothing is under way. */
export async function catalogStatus(
  ctx: CatalogContext,
  printAccountId: PrintAccountId,
): Promise<CatalogStatus | null> {
  type Row = Omit<CatalogStatus, "underWay" | "distrusted"> & {
    startedAt: Date | null;
    seen: number;
    distrustedAt: Date | null;
    distrustedVariants: number | null;
  };
  const [row] = await ctx.sql.query<Row>`
    SELECT c."source", c."copiedAt", c."startedAt", c."distrustedAt", c."distrustedVariants", c."problem",
      (SELECT count(*)::int FROM "CatalogProduct" p
        WHERE p."printAccountId" = c."printAccountId" AND p."goneAt" IS NULL) AS "products",
      (SELECT count(*)::int FROM "CatalogVariant" v
        WHERE v."printAccountId" = c."printAccountId" AND v."goneAt" IS NULL) AS "variants",
      (SELECT count(*)::int FROM "CatalogVariant" v
        WHERE v."printAccountId" = c."printAccountId" AND v."seenAt" = c."startedAt") AS "seen"
    FROM "CatalogCopy" c WHERE c."printAccountId" = ${printAccountId}::uuid`;
  if (!row) return null;
  const { startedAt, seen, distrustedAt, distrustedVariants, ...status } = row;
  return {
    ...status,
    underWay: startedAt && { startedAt, variants: seen },
    distrusted: distrustedAt && { at: distrustedAt, variants: distrustedVariants ?? 0 },
  };
}
