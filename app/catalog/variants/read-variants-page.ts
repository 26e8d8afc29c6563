import { Prisma, type PrismaClient, type VariantChange } from "../../../prisma/client/client.ts";
import type { Clock } from "../../ports/clock.ts";
import { gidNumber, gidOf, type Gid } from "../../ports/gid.ts";
import type { ShopId } from "../../ports/ids.ts";
import type { ShownMapping } from "../shown-variant.ts";
import type { StoredMapping } from "../stored-mapping.ts";
import type { VariantFilter, VariantsQuery } from "./variants-query.ts";
import { readFindingsOf, type ArtworkFinding } from "../artwork-findings.ts";
import { soldSince } from "../sold-since.ts";
import { MAPPING_COLUMNS, MARK, VARIANTS } from "../variant-rows.ts";
import { artworkBroken, inView, skuRejected, type VariantScope } from "./view-conditions.ts";

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

type ListContext = { db: PrismaClient; clock: Clock };

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
export async function countVariants(ctx: ListContext, shopId: ShopId, filter: VariantFilter): Promise<number> {
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
  const { variantGid, factsHash, itemSku, artworkFront, artworkBack, mockup, note, requiredSides, ...row } = found;
  // A mapping has all of its columns.
  const columns: Nullable<StoredMapping> = { itemSku, artworkFront, artworkBack, mockup, note, requiredSides };
  const mapping = isMapping(columns) ? { ...columns, factsHash } : null;
  return { ...row, gid: variantGid, mapping, notPrinted: mapping === null && row.mark !== null };
}

const isMapping = (columns: Nullable<StoredMapping>): columns is StoredMapping => columns.itemSku !== null;
