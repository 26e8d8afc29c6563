import { Prisma, type MappingImportValue } from "@prisma/client";
import pLimit from "p-limit";
import { spreadsheetForm } from "../../csv/guard-cell.ts";
import type { MappingImportId, ShopId } from "../../ports/ids.ts";
import type { PricingShop } from "../../quotes/price-basket.ts";
import { findSpelling, priceSku } from "../check-mappings.ts";
import type { CatalogContext } from "../context.ts";
import type { ImportProblem } from "./row-problems.ts";

type CheckContext = Pick<CatalogContext, "db" | "clock" | "printService" | "artwork">;
type Shop = PricingShop & { id: ShopId };
type Value = Pick<MappingImportValue, "kind" | "value">;
type Finding = { problem: ImportProblem | null; unconfirmed: boolean };

/** Calls at once: those of an import share the print account with the orders. */
const CONCURRENCY = 4;
const BATCH = 20;

/**
 * Checks the new SKUs of an import with the print service, and its new links with their servers, each once. Returns
 * whether all are checked; not, when `isOver` says that it is time to end, and a next call goes on.
 */
export async function checkValues(
  ctx: CheckContext,
  shop: Shop,
  importId: MappingImportId,
  isOver: () => boolean,
): Promise<boolean> {
  while (!isOver()) {
    const batch = await ctx.db.mappingImportValue.findMany({ where: { importId, checked: false }, take: BATCH });
    if (batch.length === 0) return true;
    const findings = await pLimit(CONCURRENCY).map(batch, (value) => checkValue(ctx, shop, value));
    await ctx.db.$transaction(batch.map((value, at) => keep(ctx, value, findings[at])));
  }
  return false;
}

// Many at once: staff may discard the import meanwhile.
function keep({ db }: CheckContext, { importId, kind, value }: MappingImportValue, finding: Finding | undefined) {
  const problem = finding?.problem ? { ...finding.problem } : Prisma.DbNull;
  const data = { checked: true, problem, unconfirmed: finding?.unconfirmed ?? false };
  return db.mappingImportValue.updateMany({ where: { importId, kind, value }, data });
}

function checkValue(ctx: CheckContext, shop: Shop, { kind, value }: Value): Promise<Finding> {
  return kind === "sku" ? checkSku(ctx, shop, value) : checkLink(ctx, value);
}

async function checkLink(ctx: CheckContext, link: string): Promise<Finding> {
  const answer = await ctx.artwork.check(link);
  return { problem: answer.ok ? null : { kind: "link", reason: answer.reason }, unconfirmed: false };
}

/** A SKU that the print service does not confirm may be what a spreadsheet made of another one. */
async function checkSku(ctx: CheckContext, shop: Shop, sku: string): Promise<Finding> {
  const priced = await priceSku(ctx, shop, sku);
  if (priced.status === "priced") return { problem: null, unconfirmed: false };
  const as = spreadsheetForm(sku);
  if (as) return { problem: { kind: "converted", as, text: sku }, unconfirmed: false };
  if (priced.status !== "rejected") return { problem: null, unconfirmed: true };
  const suggestion = (await withLeadingZeros(ctx, shop.id, sku)) ?? (await findSpelling(ctx, shop, sku));
  return {
    problem: { kind: "sku_rejected", providerMessage: priced.providerMessage, suggestion },
    unconfirmed: false,
  };
}

/** A SKU in use that a spreadsheet turns into this number; null without one. */
async function withLeadingZeros({ db }: CheckContext, shopId: ShopId, sku: string): Promise<string | null> {
  if (!/^\d+$/.test(sku)) return null;
  const [found] = await db.$queryRaw<{ itemSku: string }[]>`
    SELECT "itemSku" FROM "Mapping"
    WHERE "shopId" = ${shopId}::uuid AND "itemSku" LIKE '0%' AND ltrim("itemSku", '0') = ${sku} LIMIT 1`;
  return found?.itemSku ?? null;
}
