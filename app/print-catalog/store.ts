import { Decimal } from "decimal.js";
import type { Prisma } from "../../prisma/client/client.ts";
import type { Ids } from "../ports/clock.ts";
import type { PrintAccountId } from "../ports/ids.ts";
import type { CatalogProduct, CatalogVariant, PrintArea } from "../ports/print-service.ts";
import { bareSku } from "./bare-sku.ts";

/** What an answer may hold of each: more is no catalog, and is cut. */
const MAX_TEXT = 500;
const MAX_LINK = 2_000;
const MAX_OLD_SKUS = 50;
const MAX_ATTRIBUTES = 30;
const MAX_LOCATIONS = 30;
const MAX_AREAS = 50;

/** PostgreSQL stores neither NUL nor half of a character. */
const cut = (text: string, max = MAX_TEXT): string => text.replaceAll("\0", "").slice(0, max).toWellFormed();
const cutOrNull = (text: string | null): string | null => (text === null ? null : cut(text));

type Db = Pick<Prisma.TransactionClient, "$queryRaw" | "$executeRaw">;

export interface StoreContext {
  db: Db;
  ids: Ids;
}

/**
 * Writes products with their variants, in sets: what is there is changed, and is no longer gone. A product without a code goes by its name;
 * without either, or a variant without a SKU, there is nothing to order, and it is left out. Of a SKU that comes twice the first counts.
 */
export async function storeProducts(
  { db, ids }: StoreContext,
  printAccountId: PrintAccountId,
  products: readonly CatalogProduct[],
  seenAt: Date,
): Promise<void> {
  const named = products.map((product) => ({ product, code: cut(product.code || product.name) }));
  const byCode = Map.groupBy(
    named.filter(({ code }) => code !== ""),
    ({ code }) => code,
  );
  if (byCode.size === 0) return;
  const rows = [...byCode].map(([code, [first]]) => ({
    ...{ id: ids.uuid(), code, name: cut(first?.product.name || code) },
    pictureUrl: cut(first?.product.pictureUrl ?? "", MAX_LINK),
    templateUrl: cut(first?.product.templateUrl ?? "", MAX_LINK),
  }));
  // A file may name the picture in one row of a product alone.
  const stored = await db.$queryRaw<{ id: string; code: string }[]>`
    INSERT INTO "CatalogProduct" AS p ("id", "printAccountId", "code", "name", "pictureUrl", "templateUrl", "seenAt")
    SELECT x."id", ${printAccountId}::uuid, x."code", x."name", x."pictureUrl", x."templateUrl", ${seenAt}::timestamptz
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      AS x("id" uuid, "code" text, "name" text, "pictureUrl" text, "templateUrl" text)
    ON CONFLICT ("printAccountId", "code") DO UPDATE SET "name" = EXCLUDED."name", "templateUrl" = EXCLUDED."templateUrl",
      "pictureUrl" = CASE WHEN EXCLUDED."pictureUrl" = '' AND p."seenAt" = EXCLUDED."seenAt" THEN p."pictureUrl"
        ELSE EXCLUDED."pictureUrl" END,
      "seenAt" = EXCLUDED."seenAt", "goneAt" = NULL
    RETURNING "id", "code"`;
  const idOf = new Map(stored.map(({ id, code }) => [code, id]));
  const variants = new Map<string, object>();
  for (const [code, all] of byCode)
    for (const { product } of all)
      for (const variant of product.variants) {
        const itemSku = cut(variant.itemSku);
        if (itemSku !== "" && !variants.has(itemSku))
          variants.set(itemSku, { id: ids.uuid(), productId: idOf.get(code), ...variantRow(variant, itemSku) });
      }
  await db.$executeRaw`
    INSERT INTO "CatalogVariant" ("id", "printAccountId", "productId", "itemSku", "bareSku", "title", "oldSkus", "availability",
      "outOfStock", "attributes", "locations", "color", "hexColor", "size", "cost", "seenAt")
    SELECT x."id", ${printAccountId}::uuid, x."productId", x."itemSku", x."bareSku", x."title", x."oldSkus", x."availability",
      x."outOfStock", x."attributes", x."locations", x."color", x."hexColor", x."size", x."cost", ${seenAt}::timestamptz
    FROM jsonb_to_recordset(${JSON.stringify([...variants.values()])}::jsonb)
      AS x("id" uuid, "productId" uuid, "itemSku" text, "bareSku" text, "title" text, "oldSkus" text[], "availability" text,
        "outOfStock" boolean, "attributes" jsonb, "locations" jsonb, "color" text, "hexColor" text, "size" text, "cost" text)
    ON CONFLICT ("printAccountId", "itemSku") DO UPDATE SET "productId" = EXCLUDED."productId", "bareSku" = EXCLUDED."bareSku",
      "title" = EXCLUDED."title", "oldSkus" = EXCLUDED."oldSkus", "availability" = EXCLUDED."availability",
      "outOfStock" = EXCLUDED."outOfStock", "attributes" = EXCLUDED."attributes", "locations" = EXCLUDED."locations",
      "color" = EXCLUDED."color", "hexColor" = EXCLUDED."hexColor", "size" = EXCLUDED."size", "cost" = EXCLUDED."cost",
      "seenAt" = EXCLUDED."seenAt", "goneAt" = NULL`;
  await writeTexts(db, [...idOf.values()]);
}

/** Writes what a search finds products by. */
export async function writeTexts(db: Db, productIds: readonly string[]): Promise<void> {
  await db.$executeRaw`
    UPDATE "CatalogProduct" p SET "text" = t."text" FROM (
      SELECT c."id", lower(E'\n' || c."name" || E'\n' || c."code" || E'\n' || coalesce((
        SELECT string_agg(one, E'\n' ORDER BY one) || E'\n' FROM (
          SELECT regexp_split_to_table(c."name", '\\s+') AS one
          UNION SELECT v."itemSku" FROM "CatalogVariant" v WHERE v."productId" = c."id"
          UNION SELECT unnest(v."oldSkus") FROM "CatalogVariant" v WHERE v."productId" = c."id"
          UNION SELECT regexp_split_to_table(concat_ws(' ', v."color", v."size"), '\\s+') FROM "CatalogVariant" v
            WHERE v."productId" = c."id"
          UNION SELECT v."color" FROM "CatalogVariant" v WHERE v."productId" = c."id" AND v."color" IS NOT NULL
          UNION SELECT v."size" FROM "CatalogVariant" v WHERE v."productId" = c."id" AND v."size" IS NOT NULL) AS texts), '')) AS "text"
      FROM "CatalogProduct" c WHERE c."id" = ANY(${[...productIds]}::uuid[])) t
    WHERE p."id" = t."id" AND p."text" <> t."text"`;
}

function variantRow(variant: CatalogVariant, itemSku: string) {
  const attributes = variant.attributes.slice(0, MAX_ATTRIBUTES).map(({ name, value, hexColor }) => ({
    ...{ name: cut(name), value: cut(value), hexColor: cutOrNull(hexColor) },
  }));
  const locations = variant.locations.slice(0, MAX_LOCATIONS).map((place) => ({
    ...{ name: cut(place.name), code: cut(place.code), madeIn: cut(place.madeIn) },
    ...{ baseCost: priceOf(place.baseCost), printAreas: place.printAreas.slice(0, MAX_AREAS).map(cutArea) },
  }));
  const named = (name: RegExp) => attributes.find((one) => name.test(one.name) && one.value !== "");
  const color = named(/colou?r/i);
  return {
    ...{ itemSku, bareSku: bareSku(itemSku), title: cut(variant.title), attributes, locations },
    oldSkus: [...new Set(variant.oldSkus.slice(0, MAX_OLD_SKUS).map((sku) => cut(sku)))].filter(
      (sku) => sku !== itemSku,
    ),
    availability: cutOrNull(variant.availability),
    outOfStock: saysOutOfStock(variant.availability),
    ...{ color: color?.value ?? null, hexColor: hexOf(color?.hexColor ?? null), size: named(/size/i)?.value ?? null },
    cost: lowest(locations.flatMap(({ baseCost }) => baseCost ?? [])),
  };
}

const cutArea = (area: PrintArea): PrintArea => ({
  ...{ key: cut(area.key), name: cut(area.name), width: area.width, height: area.height },
  ...{ fileFormat: cutOrNull(area.fileFormat), resolution: area.resolution },
});

/** A decimal string of a price; null: what is 0, negative or no number is not known. */
export function priceOf(text: string | null): string | null {
  const found = /^\d{1,9}(\.\d{1,6})?$/.test(text?.trim() ?? "") ? new Decimal(text?.trim() ?? 0) : null;
  return found?.greaterThan(0) ? found.toFixed() : null;
}

const lowest = (prices: readonly string[]): string | null =>
  prices.length === 0 ? null : Decimal.min(...prices).toFixed();

/** For a swatch; null: no color of a style sheet. */
const hexOf = (text: string | null): string | null => {
  const [, digits] = /^#?([\da-f]{6}|[\da-f]{3})$/i.exec(text?.trim() ?? "") ?? [];
  return digits ? `#${digits.toLowerCase()}` : null;
};

/** Words that were seen, or may come: any other says nothing. */
const OUT_OF_STOCK = ["false", "0", "no", "outofstock", "unavailable", "notavailable", "soldout", "discontinued"];

/** Whether the service says that a variant cannot be had. */
export const saysOutOfStock = (availability: string | null): boolean =>
  OUT_OF_STOCK.includes((availability ?? "").toLowerCase().replaceAll(/[^a-z0-9]/g, ""));

/** What no copy has seen since `wholeAt` is gone. Returns how many variants are there. */
export async function markGone(db: Db, printAccountId: PrintAccountId, wholeAt: Date, now: Date): Promise<number> {
  await db.$executeRaw`
    UPDATE "CatalogVariant" SET "goneAt" = ${now}
    WHERE "printAccountId" = ${printAccountId}::uuid AND "seenAt" < ${wholeAt} AND "goneAt" IS NULL`;
  await db.$executeRaw`
    UPDATE "CatalogProduct" SET "goneAt" = ${now}
    WHERE "printAccountId" = ${printAccountId}::uuid AND "seenAt" < ${wholeAt} AND "goneAt" IS NULL`;
  const [row] = await db.$queryRaw<{ count: number }[]>`
    SELECT count(*)::int AS "count" FROM "CatalogVariant"
    WHERE "printAccountId" = ${printAccountId}::uuid AND "goneAt" IS NULL`;
  return row?.count ?? 0;
}
