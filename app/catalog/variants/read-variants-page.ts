import { Prisma, type PrismaClient, type VariantChange } from "../../../prisma/client/client.ts";
import { escapeLike, type Sql } from "../../database/sql.ts";
import type { Clock } from "../../ports/clock.ts";
import { gidNumber, gidOf, type Gid } from "../../ports/gid.ts";
import type { ShopId } from "../../ports/ids.ts";
import { toStoredMapping, type ShownMapping, type StoredMapping } from "../stored-mapping.ts";
import type { VariantFilter, VariantsQuery, VariantView } from "./variants-query.ts";
import { readFindingsOf, type ArtworkFinding } from "../../print-files/findings.ts";
import { soldSince } from "../variants-to-map.ts";
import { MAPPING_COLUMNS, MARK, VARIANTS, MARKED } from "../variant-copy.ts";
import { broken, printingFile, rejectedSkus, withBrokenArtwork } from "../mapping-coverage.ts";

/** A variant in the list, as the copy has it. */
export interface VariantRow {
  gid: Gid<"ProductVariant">;
  productGid: Gid<"Product">;
  productTitle: string;
  title: string;
  sku: string | null;
  inShopify: boolean;
  /** No gift card, and a physical product. */
  printable: boolean;
  mapping: ShownMapping | null;
  /** Staff marked the variant, or its whole product. */
  mark: "variant" | "product" | null;
  /** As for a product's page: nothing is mapped, and a mark decides. */
  notPrinted: boolean;
  /** What became of the variant since it was mapped; null: nothing. */
  variantChange: VariantChange | null;
  artworkBroken: boolean;
  artworkFindings: ArtworkFinding[];
  skuRejected: boolean;
}

/** A page of the list. */
export interface VariantsPage {
  rows: VariantRow[];
  /** Variants of all pages. */
  total: number;
  /** Numbers of the variants that other pages begin after, or end before; null: there are none. */
  next: string | null;
  previous: string | null;
}

type CountContext = { db: PrismaClient; clock: Clock };
type ListContext = CountContext & { sql: Sql };

export const VARIANTS_PAGE_SIZE = 50;

/** One page of a shop's variants, by product. A cursor whose variant is gone answers with the first page. */
export async function readVariantsPage(
  ctx: ListContext,
  shopId: ShopId,
  query: VariantsQuery,
  pageSize = VARIANTS_PAGE_SIZE,
): Promise<VariantsPage> {
  const scope = { shopId, soldSince: soldSince(ctx) };
  const condition = inView(scope, query);
  const [found, total] = await Promise.all([
    readRows(ctx, scope, condition, query, pageSize),
    countVariants(ctx, shopId, query),
  ]);
  return { ...found, total };
}

/** The number of variants that the list has. */
export async function countVariants(ctx: CountContext, shopId: ShopId, filter: VariantFilter): Promise<number> {
  const condition = inView({ shopId, soldSince: soldSince(ctx) }, filter);
  const [row] = await ctx.db.$queryRaw<{ total: number }[]>`
    SELECT count(*)::int AS "total" FROM ${VARIANTS} WHERE ${condition}`;
  return row?.total ?? 0;
}

type Cursors = Pick<VariantsQuery, "after" | "before">;

async function readRows(
  ctx: ListContext,
  scope: VariantScope,
  condition: Prisma.Sql,
  { after, before }: Cursors,
  pageSize: number,
): Promise<Omit<VariantsPage, "total">> {
  const backwards = after === null && before !== null;
  const found = await ctx.db.$queryRaw<FoundRow[]>`
    SELECT v."variantGid", v."productGid", v."productTitle", v."title", v."sku", v."deletedAt" IS NULL AS "inShopify",
      v."requiresShipping" AND NOT v."giftCard" AS "printable", ${MARK} AS "mark", m."variantChange",
      v."factsHash",
      ${artworkBroken(scope)} AS "artworkBroken", ${skuRejected(scope)} AS "skuRejected", ${MAPPING_COLUMNS}
    FROM ${VARIANTS} WHERE ${condition} AND ${beyond(scope, after ?? before, backwards)}
    ORDER BY ${order(backwards)} LIMIT ${pageSize + 1}`;
  const isPastEnd = backwards ? found.length <= pageSize : after !== null && found.length === 0;
  if (isPastEnd) return readRows(ctx, scope, condition, { after: null, before: null }, pageSize);
  const hasMore = found.length > pageSize;
  const shown = found.slice(0, pageSize).map(toRow);
  const findingsOf = await readFindingsOf(
    ctx,
    scope.shopId,
    shown.flatMap(({ mapping }) => mapping ?? []),
  );
  const rows = shown.map((row) => ({ ...row, artworkFindings: row.mapping ? findingsOf(row.mapping) : [] }));
  if (backwards) rows.reverse();
  const [first, last] = [rows[0], rows.at(-1)];
  return {
    rows,
    next: last && (backwards || hasMore) ? gidNumber(last.gid) : null,
    previous: first && (after !== null || (backwards && hasMore)) ? gidNumber(first.gid) : null,
  };
}

/** The place in the list: its index has the same columns. */
const PLACE = Prisma.sql`v."productTitle", v."productGid", v."position", v."variantGid"`;

const order = (backwards: boolean) =>
  backwards ? Prisma.sql`v."productTitle" DESC, v."productGid" DESC, v."position" DESC, v."variantGid" DESC` : PLACE;

function beyond({ shopId }: VariantScope, number: string | null, backwards: boolean): Prisma.Sql {
  if (number === null) return Prisma.sql`true`;
  const place = Prisma.sql`(SELECT c."productTitle", c."productGid", c."position", c."variantGid"
    FROM "ProductVariant" c WHERE c."shopId" = ${shopId}::uuid AND c."variantGid" = ${gidOf("ProductVariant", number)})`;
  return backwards ? Prisma.sql`(${PLACE}) < ${place}` : Prisma.sql`(${PLACE}) > ${place}`;
}

type Nullable<T> = { [Key in keyof T]: T[Key] | null };
type ListedRow = Omit<VariantRow, "artworkFindings">;
type FoundRow = Omit<ListedRow, "gid" | "mapping" | "notPrinted"> & {
  variantGid: Gid<"ProductVariant">;
  factsHash: string;
} & Nullable<StoredMapping>;

function toRow(found: FoundRow): ListedRow {
  const { variantGid: gid, productGid, productTitle, title, sku, inShopify, printable } = found;
  const { mark, variantChange, artworkBroken, skuRejected, factsHash } = found;
  const mapping = isMapped(found) ? { ...toStoredMapping(found), factsHash } : null;
  return {
    ...{ gid, productGid, productTitle, title, sku, inShopify, printable, mapping },
    ...{ mark, notPrinted: mapping === null && mark !== null, variantChange, artworkBroken, skuRejected },
  };
}

/** A mapping has all of its columns. */
const isMapped = (found: FoundRow): found is FoundRow & StoredMapping => found.itemSku !== null;

/** Which shop's variants, and since when what was sold counts. */
export interface VariantScope {
  shopId: ShopId;
  soldSince: Date;
}

const artworkBroken = ({ shopId }: VariantScope) =>
  Prisma.sql`(m."id" IS NOT NULL AND v."variantGid" IN (${withBrokenArtwork(shopId)}))`;

const skuRejected = ({ shopId }: VariantScope) =>
  Prisma.sql`(m."id" IS NOT NULL AND m."itemSku" IN (${rejectedSkus(shopId)}))`;

/** Changed in Shopify, or mapped to another file than the one that is at the link now. */
const changed = (scope: VariantScope) => Prisma.sql`m."id" IS NOT NULL AND v."variantGid" IN (
  SELECT x."variantGid" FROM "Mapping" x WHERE x."shopId" = ${scope.shopId}::uuid AND x."variantChange" IS NOT NULL
  UNION ${printingFile(scope.shopId, "changedAt")})`;

const sold = ({ shopId, soldSince }: VariantScope) => Prisma.sql`v."variantGid" IN (
  SELECT l."variantGid" FROM "Order" o JOIN "OrderLine" l ON l."orderId" = o."id"
  WHERE o."shopId" = ${shopId}::uuid AND o."shopifyCreatedAt" >= ${soldSince}
    AND o."cancelledAt" IS NULL AND l."quantity" > 0)`;

/** As a join of its own: of `m."id" IS NULL`, PostgreSQL expects one row, and then repeats the other joins for each. */
const UNMAPPED = Prisma.sql`NOT EXISTS (
  SELECT FROM "Mapping" x WHERE x."shopId" = v."shopId" AND x."variantGid" = v."variantGid")`;

/** Nothing says whether to print the variant, and the variant can be printed. */
const UNDECIDED = Prisma.sql`NOT v."giftCard" AND v."requiresShipping" AND v."deletedAt" IS NULL
  AND ${UNMAPPED} AND NOT ${MARKED}`;

const IN_VIEW: Readonly<Record<VariantView, (scope: VariantScope) => Prisma.Sql>> = {
  all: () => Prisma.sql`true`,
  unmapped: () => Prisma.sql`${UNDECIDED} AND v."status" <> 'archived'`,
  partly_mapped: ({ shopId }) => Prisma.sql`${UNDECIDED} AND v."status" <> 'archived'
    AND v."productGid" IN (SELECT x."productGid" FROM "Mapping" x WHERE x."shopId" = ${shopId}::uuid)`,
  sold: (scope) => Prisma.sql`${UNDECIDED} AND ${sold(scope)}`,
  broken: ({ shopId }) => Prisma.sql`m."id" IS NOT NULL AND v."variantGid" IN (${broken(shopId)})`,
  file_unreadable: ({ shopId }) => Prisma.sql`v."variantGid" IN (${printingFile(shopId, "problem")})`,
  changed,
  file_replaced: ({ shopId }) => Prisma.sql`v."variantGid" IN (${printingFile(shopId, "changedAt")})`,
  not_printed: () => Prisma.sql`${UNMAPPED} AND ${MARKED}`,
};

/** The variants of one shop in a view that have all words of the search. */
export function inView(scope: VariantScope, { view, query }: VariantFilter): Prisma.Sql {
  const words = query.split(/\s+/).filter(Boolean).map(hasWord);
  const all = [Prisma.sql`v."shopId" = ${scope.shopId}::uuid`, IN_VIEW[view](scope), ...words];
  return Prisma.join(all, " AND ");
}

function hasWord(word: string): Prisma.Sql {
  const pattern = `%${escapeLike(word)}%`;
  return Prisma.sql`(v."productTitle" ILIKE ${pattern} OR v."title" ILIKE ${pattern} OR v."sku" ILIKE ${pattern}
    OR m."itemSku" ILIKE ${pattern})`;
}
