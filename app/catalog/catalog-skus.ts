import leven from "leven";
import type { Sql } from "../database/sql.ts";
import type { PrintAccountId } from "../ports/ids.ts";
import { catalogProduct, catalogVariantsBySku, searchCatalog, type VariantOfSku } from "../print-catalog/catalog.ts";
import { nearestVariants } from "../print-catalog/nearest-variants.ts";
import type { PrismaClient } from "../../prisma/client/client.ts";
import { nearestSkus } from "../quotes/nearest-skus.ts";
import { foldWords } from "./catalog-match.ts";
import type { CatalogShop } from "./context.ts";

type Shop = Pick<CatalogShop, "id" | "printAccountId">;
type CatalogReader = { sql: Sql };

/** What a picker of print SKUs has to offer: the print service's catalog, or the SKUs in use alone. null: neither. */
export type SkuOffer = "catalog" | "in_use" | null;

/** What staff may choose print SKUs from. */
export async function readSkuOffer(ctx: CatalogReader & { db: PrismaClient }, shop: Shop): Promise<SkuOffer> {
  if (await hasCatalog(ctx, shop.printAccountId)) return "catalog";
  const used = await ctx.db.mapping.findFirst({ where: { shopId: shop.id }, select: { id: true } });
  return used ? "in_use" : null;
}

/** Whether a whole catalog was copied or uploaded once. Before that, a SKU that is not found says nothing. */
async function hasCatalog(ctx: CatalogReader, printAccountId: PrintAccountId | null): Promise<boolean> {
  if (printAccountId === null) return false;
  const [row] = await ctx.sql.query<{ isThere: boolean }>`
    SELECT EXISTS (SELECT FROM "CatalogCopy" c WHERE c."printAccountId" = ${printAccountId}::uuid AND c."copiedAt" IS NOT NULL)
      AND EXISTS (SELECT FROM "CatalogVariant" v WHERE v."printAccountId" = ${printAccountId}::uuid AND v."goneAt" IS NULL)
      AS "isThere"`;
  return row?.isThere ?? false;
}

/** What the catalog says of a SKU that staff should know. None of it keeps the SKU from being saved. */
export type SkuHint =
  /** `nearest`: the SKU of the catalog that was probably meant; null: none is near. */
  | { kind: "unknown"; nearest: string | null }
  /** `nearest`: in stock, of the same product, the nearest in size and color; null: none is in stock. */
  | { kind: "gone"; nearest: string | null }
  | { kind: "renamed"; to: string }
  | { kind: "out_of_stock" };

/** SKUs of one call that the nearest one is looked for: a file may be of another print service. */
const MAX_LOOKUPS = 25;

/**
 * What the account's catalog says of SKUs. A SKU of which nothing is to be said is left out, and all are without a catalog. `lookups`: for
 * how many the nearest one is looked for.
 */
export async function readSkuHints(
  ctx: CatalogReader,
  printAccountId: PrintAccountId | null,
  skus: readonly string[],
  lookups = MAX_LOOKUPS,
): Promise<Map<string, SkuHint>> {
  const hints = new Map<string, SkuHint>();
  const asked = [...new Set(skus.map((sku) => sku.trim()).filter(Boolean))];
  if (printAccountId === null || asked.length === 0) return hints;
  const found = await catalogVariantsBySku(ctx, printAccountId, asked);
  const missing = asked.filter((sku) => !found.has(sku));
  const isComplete = missing.length === 0 || (await hasCatalog(ctx, printAccountId));
  let left = Math.min(lookups, MAX_LOOKUPS);
  for (const sku of asked) {
    const meant = found.get(sku);
    if (!meant && !isComplete) continue;
    const hint: SkuHint | null = meant ? hintOf(meant) : { kind: "unknown", nearest: null };
    if (!hint) continue;
    const isLost = "nearest" in hint && hint.nearest === null && (left -= 1) >= 0;
    const nearest = () =>
      meant ? substituteFor(ctx, printAccountId, meant) : nearestInCatalog(ctx, printAccountId, sku);
    hints.set(sku, isLost ? { ...hint, nearest: await nearest() } : hint);
  }
  return hints;
}

function hintOf({ matchedBy, variant }: VariantOfSku): SkuHint | null {
  if (matchedBy === "old_sku") return { kind: "renamed", to: variant.itemSku };
  if (matchedBy === "prefix") return { kind: "unknown", nearest: variant.itemSku };
  if (variant.isGone) return { kind: "gone", nearest: null };
  return variant.outOfStock ? { kind: "out_of_stock" } : null;
}

/** The first of what the findings propose (catalog-findings.ts). */
async function substituteFor(
  ctx: CatalogReader,
  printAccountId: PrintAccountId,
  { variant, product }: VariantOfSku,
): Promise<string | null> {
  const whole = await catalogProduct(ctx, printAccountId, product.id);
  const inStock = (whole?.variants ?? []).filter(({ isGone, outOfStock }) => !isGone && !outOfStock);
  return nearestVariants(variant, inStock, 1)[0]?.itemSku ?? null;
}

/** Products whose SKUs are compared. */
const PRODUCTS = 3;
/** With all words of the SKU, then without the last one, and so on. */
const MAX_TRIES = 4;

/** The SKU of the catalog that is nearest to one that it lacks; null: none is near. */
async function nearestInCatalog(
  ctx: CatalogReader,
  printAccountId: PrintAccountId,
  sku: string,
): Promise<string | null> {
  const words = sku.split(/[^\p{L}\p{N}.]+/u).filter(Boolean);
  for (let left = words.length; left > 0 && left > words.length - MAX_TRIES; left -= 1) {
    const query = words.slice(0, left).join(" ");
    const { products } = await searchCatalog(ctx, printAccountId, { query, limit: PRODUCTS });
    const whole = await Promise.all(products.map(({ id }) => catalogProduct(ctx, printAccountId, id)));
    const skus = whole.flatMap((product) => product?.variants ?? []).filter(({ isGone }) => !isGone);
    const nearest = nearestOf(
      sku,
      skus.map(({ itemSku }) => itemSku),
    );
    if (nearest !== null) return nearest;
  }
  return null;
}

/** The same words in another spelling, one that is being typed, or the one with the fewest other letters. */
export function nearestOf(sku: string, skus: readonly string[]): string | null {
  const folded = foldWords(sku);
  const same = skus.find((one) => foldWords(one) === folded);
  if (same !== undefined) return same;
  const [typed] = nearestSkus(sku, skus, 1);
  if (typed !== undefined) return typed;
  const text = sku.toLowerCase();
  const ranked = skus
    .map((one) => ({ one, far: leven(text, one.toLowerCase()) }))
    .toSorted((one, other) => one.far - other.far);
  return ranked[0] && ranked[0].far <= text.length / 3 ? ranked[0].one : null;
}
