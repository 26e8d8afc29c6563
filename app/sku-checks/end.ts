import type { Prisma, SkuCheckProblem, SkuCheckRun } from "../../prisma/client/client.ts";
import type { SkuCheckContext } from "./context.ts";
import { enqueueSkuEvents } from "../orders/core/enqueue-flow-event.ts";
import { readSettings } from "../settings/settings.ts";
import type { Gid } from "../ports/gid.ts";
import type { ShopId } from "../ports/ids.ts";
import { MAX_EVENTS } from "./limits.ts";

/** Ends a run, with what it found. `problem`: why SKUs were left unchecked; the next night begins with all of them. */
export async function endRun(
  ctx: SkuCheckContext,
  run: Pick<SkuCheckRun, "id" | "printAccountId" | "startedAt">,
  problem: SkuCheckProblem | null,
): Promise<void> {
  const now = ctx.clock.now();
  await ctx.db.$transaction(async (tx) => {
    const ended = await tx.skuCheckRun.updateMany({
      where: { id: run.id, endedAt: null },
      data: { endedAt: now, problem },
    });
    if (ended.count === 0) return;
    // A SKU is to blame where the service accepts another one, or rejects the SKU in a second night.
    if (problem !== "all_rejected")
      await tx.$executeRaw`
        UPDATE "SkuCheck" c SET "confirmedAt" = ${now}
        WHERE c."printAccountId" = ${run.printAccountId}::uuid AND c."runId" = ${run.id}::uuid AND NOT c."pending"
          AND c."rejectedAt" IS NOT NULL AND c."confirmedAt" IS NULL
          AND (c."rejectedAt" < ${run.startedAt} OR EXISTS (
            SELECT FROM "SkuCheck" other WHERE other."printAccountId" = c."printAccountId"
              AND other."countryCode" = c."countryCode" AND other."acceptedAt" >= ${run.startedAt}))`;
    await enqueueAlerts(tx, ctx, run, now);
  });
  ctx.log.info({ printAccountId: run.printAccountId, problem }, "a SKU check ended");
}

interface AlertRow {
  shopId: ShopId;
  settings: unknown;
  productGid: Gid<"Product">;
  itemSku: string;
  countryCodes: string[];
  previousCost: string | null;
  cost: string | null;
}

/** Stores an event for Shopify Flow for each product whose SKU was confirmed as rejected, or costs something else, in this run. */
export async function enqueueAlerts(
  tx: Prisma.TransactionClient,
  ctx: Pick<SkuCheckContext, "clock" | "ids">,
  { id, startedAt }: Pick<SkuCheckRun, "id" | "startedAt">,
  confirmedAt: Date,
): Promise<void> {
  // A product whose SKU costs something else in two countries has two events, since the costs differ.
  const alerts = await tx.$queryRaw<AlertRow[]>`
    WITH changed AS (
      SELECT c."itemSku", c."printAccountId", array_agg(c."countryCode" ORDER BY c."countryCode") AS "countryCodes",
        NULL AS "previousCost", NULL AS "cost"
      FROM "SkuCheck" c WHERE c."runId" = ${id}::uuid AND c."confirmedAt" = ${confirmedAt}
      GROUP BY c."itemSku", c."printAccountId"
      UNION ALL
      SELECT c."itemSku", c."printAccountId", array_agg(c."countryCode" ORDER BY c."countryCode"), c."previousCost", c."cost"
      FROM "SkuCheck" c WHERE c."runId" = ${id}::uuid AND c."costChangedAt" >= ${startedAt}
      GROUP BY c."itemSku", c."printAccountId", c."previousCost", c."cost"),
    affected AS (
      SELECT DISTINCT s."id" AS "shopId", m."productGid", changed.*
      FROM changed JOIN "Shop" s ON s."printAccountId" = changed."printAccountId" AND s."uninstalledAt" IS NULL
      JOIN "Mapping" m ON m."shopId" = s."id" AND m."itemSku" = changed."itemSku")
    SELECT "shopId", "settings", "productGid", "itemSku", "countryCodes", "previousCost", "cost" FROM (
      SELECT affected.*, s."settings", row_number() OVER (
        PARTITION BY affected."shopId" ORDER BY affected."cost" NULLS FIRST, affected."itemSku", affected."productGid") AS "place"
      FROM affected JOIN "Shop" s ON s."id" = affected."shopId") AS placed
    WHERE "place" <= ${MAX_EVENTS}`;
  await enqueueSkuEvents(tx, ctx, alerts.map(toEvent));
}

function toEvent({ shopId, settings, productGid, itemSku, countryCodes, previousCost, cost }: AlertRow) {
  const about = { productGid, itemSku, countryCodes };
  if (previousCost === null || cost === null)
    return { shopId, trigger: "sku_rejected" as const, skuEvent: { ...about, cost: null } };
  const change = { previous: previousCost, now: cost, currency: readSettings(settings).serviceCurrency };
  return { shopId, trigger: "sku_cost_changed" as const, skuEvent: { ...about, cost: change } };
}
