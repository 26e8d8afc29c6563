import { Prisma, type MappingImportValue } from "../../../prisma/client/client.ts";
import pLimit from "p-limit";
import { spreadsheetForm } from "../../csv/guard-cell.ts";
import type { ArtworkCheckResult } from "../../ports/artwork.ts";
import { recordMapped } from "../../print-files/record-check.ts";
import { RemoteError, UnavailableError } from "../../ports/errors.ts";
import type { MappingImportId, ShopId } from "../../ports/ids.ts";
import {
  askForSkus,
  recordSkuAnswers,
  findRejectedSku,
  nextSize,
  startSize,
  type GroupOutcome,
} from "../../quotes/sku-answers.ts";
import type { PricingShop } from "../../quotes/price-basket.ts";
import { readSkuHints, type SkuHint } from "../catalog-skus.ts";
import { findSpelling, PRICE_CHECK_DESTINATION, type CheckContext } from "../check-mappings.ts";
import type { Turn } from "../../long-runs/engine.ts";
import { isOverridable } from "../field-problems.ts";
import type { ImportProblem } from "./plan-row.ts";

type Shop = PricingShop & { id: ShopId };
type Key = Pick<MappingImportValue, "importId" | "kind" | "value">;
type Finding = { problem: ImportProblem | null; unconfirmed: boolean };

/** Whether staff may save a value despite its problem. A converted SKU may be one that the print service does know. */
const allowsSaving = (problem: ImportProblem): boolean =>
  problem.kind === "converted" ||
  problem.kind === "not_in_catalog" ||
  ((problem.kind === "sku_rejected" || problem.kind === "link") && isOverridable(problem));

/** Links read at once. */
const CONCURRENCY = 4;
const LINKS = 20;
/** SKUs in one price request at most. */
const MAX_GROUP = 100;

/**
 * Checks the new SKUs of an import with the print service, many in one request, and its new links with their servers, each
 * once. Returns whether all are checked; where the turn was over before, a next call continues.
 */
export async function checkValues(
  ctx: CheckContext,
  shop: Shop,
  importId: MappingImportId,
  turn: Pick<Turn, "isOver">,
): Promise<boolean> {
  let size = startSize(MAX_GROUP);
  while (!turn.isOver()) {
    const open = { importId, checked: false };
    const skus = await ctx.db.mappingImportValue.findMany({ where: { ...open, kind: "sku" }, take: size.next });
    if (skus.length > 0) {
      const texts = skus.map(({ value }) => value);
      const outcome = await checkSkus(ctx, shop, importId, texts);
      if (outcome) size = nextSize(size, outcome);
      continue;
    }
    const links = await ctx.db.mappingImportValue.findMany({ where: { ...open, kind: "link" }, take: LINKS });
    if (links.length === 0) return true;
    const answers = await pLimit(CONCURRENCY).map(links, ({ value }) => ctx.artwork.check(value));
    await recordMapped(
      ctx,
      shop.id,
      new Map(links.flatMap(({ value }, at) => (answers[at] ? [[value, answers[at]]] : []))),
    );
    const findings = answers.map(toFinding);
    await ctx.db.$transaction(links.map((value, at) => keep(ctx, value, findings[at])));
  }
  return false;
}

// Many at once: staff may discard the import meanwhile.
function keep({ db }: CheckContext, { importId, kind, value }: Key, finding: Finding | undefined) {
  const { problem = null, unconfirmed = false } = finding ?? {};
  const overridable = problem !== null && allowsSaving(problem);
  return db.mappingImportValue.updateMany({
    where: { importId, kind, value },
    data: { checked: true, problem: problem ? { ...problem } : Prisma.DbNull, unconfirmed, overridable },
  });
}

/**
 * Asks for SKUs together, and keeps what comes of it. SKUs that were not asked for yet are left for the next group. null: the
 * print service did not answer, and the SKUs count as unconfirmed.
 */
async function checkSkus(
  ctx: CheckContext,
  shop: Shop,
  importId: MappingImportId,
  skus: readonly string[],
): Promise<GroupOutcome["outcome"] | null> {
  const ofImport = { importId, kind: "sku" as const };
  const keepAccepted = (accepted: readonly string[]) =>
    ctx.db.mappingImportValue.updateMany({
      where: { ...ofImport, value: { in: [...accepted] } },
      data: { checked: true },
    });
  const { printAccountId } = shop;
  const { countryCode } = PRICE_CHECK_DESTINATION;
  try {
    if (printAccountId === null) throw new UnavailableError("no print account is connected");
    const checked = await findRejectedSku(skus, async (group) => {
      const answer = await askForSkus(ctx, printAccountId, PRICE_CHECK_DESTINATION, group);
      if (answer.accepted) {
        await keepAccepted(group);
        await recordSkuAnswers(ctx, { printAccountId, countryCode, accepted: group });
      }
      return answer;
    });
    if (checked.outcome === "found") {
      await recordSkuAnswers(ctx, { printAccountId, countryCode, rejected: [checked.itemSku] });
      const finding = await rejectedFinding(ctx, shop, checked.itemSku, checked.providerMessage);
      await keep(ctx, { ...ofImport, value: checked.itemSku }, finding);
    }
    return checked.outcome;
  } catch (error) {
    if (!(error instanceof RemoteError)) throw error;
    const left = await ctx.db.mappingImportValue.findMany({
      where: { ...ofImport, value: { in: [...skus] }, checked: false },
    });
    const texts = left.map(({ value }) => value);
    const hints = await readSkuHints(ctx, printAccountId, texts);
    await ctx.db.$transaction(
      left.map((value) => keep(ctx, value, unconfirmedFinding(value.value, hints.get(value.value)))),
    );
    return null;
  }
}

const toFinding = (answer: ArtworkCheckResult): Finding => ({
  problem: answer.ok ? null : { kind: "link", reason: answer.reason },
  unconfirmed: false,
});

/** A SKU that the print service does not confirm may be what a spreadsheet made of another one, or one that the catalog lacks. */
function unconfirmedFinding(sku: string, hint: SkuHint | undefined): Finding {
  const as = spreadsheetForm(sku);
  if (as) return { problem: { kind: "converted", as, text: sku }, unconfirmed: false };
  const isLacking = hint?.kind === "unknown" || hint?.kind === "gone";
  return isLacking
    ? { problem: { kind: "not_in_catalog", hint, rejected: false, providerMessage: null }, unconfirmed: true }
    : { problem: null, unconfirmed: true };
}

async function rejectedFinding(
  ctx: CheckContext,
  shop: Shop,
  sku: string,
  providerMessage: string | null,
): Promise<Finding> {
  const as = spreadsheetForm(sku);
  if (as) return { problem: { kind: "converted", as, text: sku }, unconfirmed: false };
  const hint = (await readSkuHints(ctx, shop.printAccountId, [sku])).get(sku);
  if (hint && hint.kind !== "out_of_stock")
    return { problem: { kind: "not_in_catalog", hint, rejected: true, providerMessage }, unconfirmed: false };
  const suggestion = (await withLeadingZeros(ctx, shop.id, sku)) ?? (await findSpelling(ctx, shop, sku));
  return { problem: { kind: "sku_rejected", providerMessage, suggestion }, unconfirmed: false };
}

/** A SKU in use that a spreadsheet turns into this number; null without one. */
async function withLeadingZeros({ db }: CheckContext, shopId: ShopId, sku: string): Promise<string | null> {
  if (!/^\d+$/.test(sku)) return null;
  const [found] = await db.$queryRaw<{ itemSku: string }[]>`
    SELECT "itemSku" FROM "Mapping"
    WHERE "shopId" = ${shopId}::uuid AND "itemSku" LIKE '0%' AND ltrim("itemSku", '0') = ${sku} LIMIT 1`;
  return found?.itemSku ?? null;
}
