import { Prisma, type PrismaClient } from "../../prisma/client/client.ts";
import { guardCell } from "../csv/guard-cell.ts";
import type { Gid } from "../ports/gid.ts";
import type { ShopId } from "../ports/ids.ts";
import type { ArtworkSide, FurtherArtwork, FurtherSide } from "../ports/order-model.ts";
import { COLUMNS, DESCRIPTIONS, sidesText, writtenColumns, type Column } from "./columns.ts";
import { MAPPING_COLUMNS, MARKED, VARIANTS } from "./variant-copy.ts";

/** Which variants a file has. unmapped: without those that staff marked as never printed. */
export const EXPORTS = ["all", "mapped", "unmapped"] as const;
export type Export = (typeof EXPORTS)[number];

type Db = { db: PrismaClient };

/** A variant with what is stored for it; null without a mapping. */
interface ExportedVariant {
  variantGid: Gid<"ProductVariant">;
  productGid: Gid<"Product">;
  position: number;
  product: string;
  variant: string;
  sku: string;
  itemSku: string | null;
  artworkFront: string | null;
  artworkBack: string | null;
  mockup: string | null;
  artworkSides: FurtherArtwork | null;
  note: string | null;
  requiredSides: ArtworkSide[] | null;
}

const BATCH = 1_000;

/** The rows of a mapping file in batches, the header first; cells are guarded against spreadsheets. */
export async function* exportMappings({ db }: Db, shopId: ShopId, variants: Export): AsyncGenerator<string[][]> {
  const columns = writtenColumns(await readUsedSides(db, shopId));
  yield [[...DESCRIPTIONS, ...columns.map((column) => COLUMNS[column])]];
  yield* inBatches(columns, (last) => variantsAfter(db, shopId, variants, last));
  if (variants !== "unmapped") yield* inBatches(columns, (last) => unreadAfter(db, shopId, last));
}

/** The further sides that any mapping of the shop has artwork for. */
async function readUsedSides(db: PrismaClient, shopId: ShopId): Promise<FurtherSide[]> {
  const rows = await db.$queryRaw<{ side: FurtherSide }[]>`
    SELECT DISTINCT jsonb_object_keys(m."artworkSides") AS "side" FROM "Mapping" m
    WHERE m."shopId" = ${shopId}::uuid AND m."artworkSides" <> '{}'`;
  return rows.map(({ side }) => side);
}

async function* inBatches(
  columns: readonly Column[],
  read: (last: ExportedVariant | null) => Promise<ExportedVariant[]>,
) {
  for (let last: ExportedVariant | null = null; ;) {
    const rows = await read(last);
    last = rows.at(-1) ?? null;
    if (last === null) return;
    yield rows.map((row) => toCells(row, columns));
  }
}

/** What can be printed and is not mapped, and staff did not say that it is never printed. */
const toMap = Prisma.sql`m."id" IS NULL AND NOT ${MARKED}`;

const CONDITIONS: Record<Export, Prisma.Sql> = {
  all: Prisma.sql`TRUE`,
  mapped: Prisma.sql`m."id" IS NOT NULL`,
  unmapped: toMap,
};

/** The shop's variants as the products page lists them. */
function variantsAfter(db: PrismaClient, shopId: ShopId, variants: Export, last: ExportedVariant | null) {
  const after = last
    ? Prisma.sql`(v."productTitle", v."productGid", v."position", v."variantGid")
        > (${last.product}, ${last.productGid}, ${last.position}, ${last.variantGid})`
    : Prisma.sql`TRUE`;
  return db.$queryRaw<ExportedVariant[]>`
    SELECT v."variantGid", v."productGid", v."position", v."productTitle" AS "product", v."title" AS "variant",
      coalesce(v."sku", '') AS "sku", ${MAPPING_COLUMNS}
    FROM ${VARIANTS}
    WHERE v."shopId" = ${shopId}::uuid AND ${after} AND ${CONDITIONS[variants]}
      AND (m."id" IS NOT NULL OR (v."deletedAt" IS NULL AND NOT v."giftCard" AND v."requiresShipping"))
    ORDER BY v."productTitle", v."productGid", v."position", v."variantGid" LIMIT ${BATCH}`;
}

/** Mappings whose variant was not read from Shopify yet. */
function unreadAfter(db: PrismaClient, shopId: ShopId, last: ExportedVariant | null) {
  return db.$queryRaw<ExportedVariant[]>`
    SELECT m."variantGid", m."productGid", 0 AS "position", '' AS "product", '' AS "variant", '' AS "sku", ${MAPPING_COLUMNS}
    FROM "Mapping" m
    WHERE m."shopId" = ${shopId}::uuid AND m."variantGid" > ${last?.variantGid ?? ""} AND NOT EXISTS (
      SELECT FROM "ProductVariant" v WHERE v."shopId" = m."shopId" AND v."variantGid" = m."variantGid")
    ORDER BY m."variantGid" LIMIT ${BATCH}`;
}

function toCells({ product, variant, sku, ...row }: ExportedVariant, columns: readonly Column[]): string[] {
  const cells: Partial<Record<Column, string>> = {
    ...row.artworkSides,
    variantId: row.variantGid,
    itemSku: row.itemSku ?? "",
    artworkFront: row.artworkFront ?? "",
    artworkBack: row.artworkBack ?? "",
    mockup: row.mockup ?? "",
    note: row.note ?? "",
    requiredSides: row.requiredSides ? sidesText(row.requiredSides) : "",
  };
  return [product, variant, sku, ...columns.map((column) => cells[column] ?? "")].map(guardCell);
}
