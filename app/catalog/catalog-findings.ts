import { Prisma, type PrismaClient } from "../../prisma/client/client.ts";
import type { Gid } from "../ports/gid.ts";
import type { PrintAccountId, ShopId } from "../ports/ids.ts";
import { nearestVariants, type Substitute } from "../print-catalog/nearest-variants.ts";
import type { NoteAction } from "../shops/staff-actions.ts";
import type { CatalogContext, CatalogShop } from "./context.ts";
import { saveValidMappings } from "./save-valid-mappings.ts";
import { toStoredMapping } from "./stored-mapping.ts";

/** What the print service's catalog says of a mapped SKU before an order comes: it has another SKU now, is gone, or is out of stock. */
export const CATALOG_FINDINGS = ["renamed", "gone", "out_of_stock"] as const;
export type CatalogFindingKind = (typeof CATALOG_FINDINGS)[number];

type FindingShop = Pick<CatalogShop, "id" | "printAccountId">;

export interface CatalogFinding {
  kind: CatalogFindingKind;
  itemSku: string;
  /** Variants of the shop that are mapped to it, and one of their products. */
  variants: number;
  productGid: Gid<"Product">;
  productTitle: string | null;
  /** Of the catalog: what the SKU means there. */
  catalogProduct: { id: string; name: string; title: string };
  /** renamed: the SKU of today. */
  newSku: string | null;
  /** In stock, of the same product of the catalog, the nearest color and size first. Of a renamed one: none. */
  substitutes: Substitute[];
}

export type FindingCounts = Record<CatalogFindingKind, number>;

const NONE: FindingCounts = { renamed: 0, gone: 0, out_of_stock: 0 };

/** The findings of a page; the counts say how many there are. */
const SHOWN = 50;
const SUBSTITUTES = 3;
/** Variants that substitutes are looked for among: a page of products may have tens of thousands. */
const MAX_IN_STOCK = 20_000;

/** Mapped SKUs with what the catalog says of them. A shop whose account has no catalog has none. */
const found = (shopId: ShopId, printAccountId: PrintAccountId) => Prisma.sql`
  mapped AS (
    SELECT m."itemSku", count(*)::int AS "variants", min(m."productGid") AS "productGid" FROM "Mapping" m
    WHERE m."shopId" = ${shopId}::uuid AND EXISTS (SELECT FROM "CatalogCopy" c
      WHERE c."printAccountId" = ${printAccountId}::uuid AND c."copiedAt" IS NOT NULL) GROUP BY m."itemSku"),
  found AS (
    SELECT mapped.*, r."newId", CASE WHEN r."count" = 1 THEN 'renamed' WHEN e."goneAt" IS NOT NULL THEN 'gone'
      WHEN e."outOfStock" THEN 'out_of_stock' END AS "kind", coalesce(CASE WHEN r."count" = 1 THEN r."newId" END, e."id") AS "id"
    FROM mapped LEFT JOIN "CatalogVariant" e
      ON e."printAccountId" = ${printAccountId}::uuid AND e."itemSku" = mapped."itemSku"
    CROSS JOIN LATERAL (
      SELECT count(*)::int AS "count", min(v."id"::text)::uuid AS "newId" FROM "CatalogVariant" v
      WHERE (e."id" IS NULL OR e."goneAt" IS NOT NULL) AND v."printAccountId" = ${printAccountId}::uuid
        AND v."oldSkus" @> ARRAY[mapped."itemSku"] AND v."oldSkus" <> '{}' AND v."goneAt" IS NULL) r)`;

/** How many mapped SKUs the catalog says something about. */
export async function countCatalogFindings({ db }: { db: PrismaClient }, shop: FindingShop): Promise<FindingCounts> {
  if (shop.printAccountId === null) return NONE;
  const rows = await db.$queryRaw<{ kind: CatalogFindingKind; count: number }[]>`
    WITH ${found(shop.id, shop.printAccountId)}
    SELECT "kind", count(*)::int AS "count" FROM found WHERE "kind" IS NOT NULL GROUP BY "kind"`;
  return rows.reduce((counts, { kind, count }) => ({ ...counts, [kind]: count }), NONE);
}

/** What Home tells of the catalog. `shrank`: a copy had so few variants that it is not believed. */
export interface CatalogAlerts {
  counts: FindingCounts;
  shrank: boolean;
}

export async function readCatalogAlerts(ctx: { db: PrismaClient }, shop: FindingShop): Promise<CatalogAlerts> {
  const { printAccountId } = shop;
  if (printAccountId === null) return { counts: NONE, shrank: false };
  const [counts, distrusted] = await Promise.all([
    countCatalogFindings(ctx, shop),
    ctx.db.catalogCopy.count({ where: { printAccountId, distrustedAt: { not: null } } }),
  ]);
  return { counts, shrank: distrusted > 0 };
}

type FindingRow = Omit<CatalogFinding, "catalogProduct" | "substitutes"> &
  Pick<Substitute, "color" | "hexColor" | "size"> & { catalogId: string; catalogName: string; title: string };

/** The first findings of a kind, those of most variants first. */
export async function readCatalogFindings(
  { db }: { db: PrismaClient },
  shop: FindingShop,
  kind: CatalogFindingKind,
): Promise<CatalogFinding[]> {
  if (shop.printAccountId === null) return [];
  const rows = await db.$queryRaw<FindingRow[]>`
    WITH ${found(shop.id, shop.printAccountId)},
    shown AS (SELECT * FROM found WHERE "kind" = ${kind} ORDER BY "variants" DESC, "itemSku" LIMIT ${SHOWN})
    SELECT s."kind", s."itemSku", s."variants", s."productGid", p."id" AS "catalogId", p."name" AS "catalogName", v."title",
      v."color", v."hexColor", v."size", CASE WHEN s."kind" = 'renamed' THEN v."itemSku" END AS "newSku",
      (SELECT min(o."productTitle") FROM "ProductVariant" o
        WHERE o."shopId" = ${shop.id}::uuid AND o."productGid" = s."productGid") AS "productTitle"
    FROM shown s JOIN "CatalogVariant" v ON v."id" = s."id" JOIN "CatalogProduct" p ON p."id" = v."productId"
    ORDER BY s."variants" DESC, s."itemSku"`;
  const productIds = kind === "renamed" ? [] : [...new Set(rows.map(({ catalogId }) => catalogId))];
  const inStock = await db.catalogVariant.findMany({
    where: { productId: { in: productIds }, goneAt: null, outOfStock: false },
    select: { productId: true, itemSku: true, title: true, color: true, hexColor: true, size: true },
    orderBy: [{ productId: "asc" }, { itemSku: "asc" }],
    take: MAX_IN_STOCK,
  });
  const byProduct = Map.groupBy(inStock, ({ productId }) => productId);
  return rows.map(({ catalogId, catalogName, title, color, hexColor, size, ...finding }) => ({
    ...finding,
    catalogProduct: { id: catalogId, name: catalogName, title },
    substitutes: nearestVariants({ color, hexColor, size }, byProduct.get(catalogId) ?? [], SUBSTITUTES),
  }));
}

/** Mappings that one request changes: each new SKU is asked for at the print service. */
const MENDED_AT_ONCE = 200;

export interface MendResult {
  saved: number;
  /** Not saved: the print service refuses the new SKU, or somebody changed the variant meanwhile. */
  failed: number;
  /** Mappings with an old SKU that are left for the next time. */
  left: number;
}

/**
 * Changes mappings with an earlier SKU to the SKU of today, as if staff had typed it: the SKU is checked, and the orders that wait for these
 * variants are woken. `itemSku`: of this SKU alone.
 */
export async function mendRenamed(
  ctx: CatalogContext,
  shop: CatalogShop,
  itemSku: string | null,
  note?: NoteAction,
): Promise<MendResult> {
  if (shop.printAccountId === null) return { saved: 0, failed: 0, left: 0 };
  const renamed = await ctx.db.$queryRaw<{ itemSku: string; newSku: string }[]>`
    WITH ${found(shop.id, shop.printAccountId)}
    SELECT f."itemSku", v."itemSku" AS "newSku" FROM found f JOIN "CatalogVariant" v ON v."id" = f."newId"
    WHERE f."kind" = 'renamed' AND (${itemSku}::text IS NULL OR f."itemSku" = ${itemSku})`;
  const newSku = new Map(renamed.map((one) => [one.itemSku, one.newSku]));
  const where = { shopId: shop.id, itemSku: { in: [...newSku.keys()] } };
  const mappings = await ctx.db.mapping.findMany({
    where,
    orderBy: [{ itemSku: "asc" }, { variantGid: "asc" }],
    take: MENDED_AT_ONCE,
  });
  const requests = mappings.map((row) => ({
    ...toStoredMapping(row),
    ...{ productGid: row.productGid, variantGid: row.variantGid, itemSku: newSku.get(row.itemSku) ?? row.itemSku },
    saveAnyway: false,
    shown: { mapping: toStoredMapping(row), notPrinted: false },
  }));
  const { outcomes } = await saveValidMappings(ctx, shop, requests, note);
  const saved = outcomes.filter((one) => one.saved).length;
  const left = await ctx.db.mapping.count({ where });
  const failed = outcomes.length - saved;
  return { saved, failed, left: Math.max(0, left - failed) };
}
