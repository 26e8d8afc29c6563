import type { SkuCheckProblem } from "../../prisma/client/client.ts";
import type { ShopRow } from "../orders/core/shop-row.ts";
import type { Gid } from "../ports/gid.ts";
import { readSettings } from "../settings/settings.ts";
import type { SkuCheckContext } from "./context.ts";
import { COST_CHANGE_DAYS } from "./limits.ts";
import { DAY_MS } from "../ports/clock.ts";

/** A mapped SKU that staff is alerted to, with one variant of it. */
export interface SkuAlert {
  itemSku: string;
  productGid: Gid<"Product">;
  variantGid: Gid<"ProductVariant">;
  /** null while the variant was not read from Shopify yet. */
  productTitle: string | null;
}

/** The nightly SKU check of a shop. Times are ISO 8601, UTC. */
export interface SkuCheckSummary {
  /** false: staff switched the check off. What it found before still shows. */
  enabled: boolean;
  /** null before the first check ended. */
  last: { at: string; problem: SkuCheckProblem | null } | null;
  /** The number of SKUs, and the first of them. */
  rejected: { count: number; skus: SkuAlert[] };
  costChanged: { count: number; skus: SkuAlert[] };
}

const SHOWN = 5;

type Row = SkuAlert & { rejected: boolean; count: number };

/** null without a live print account: nothing is checked. */
export async function readSkuCheckSummary(
  { db, clock }: Pick<SkuCheckContext, "db" | "clock">,
  {
    id: shopId,
    printAccountId,
    printAccount,
    settings,
  }: Pick<ShopRow, "id" | "printAccountId" | "printAccount" | "settings">,
): Promise<SkuCheckSummary | null> {
  if (printAccountId === null || printAccount?.kind !== "live") return null;
  const since = new Date(clock.now().getTime() - COST_CHANGE_DAYS * DAY_MS);
  const last = await db.skuCheckRun.findFirst({
    where: { printAccountId, endedAt: { not: null } },
    orderBy: { startedAt: "desc" },
  });
  // A SKU that is rejected anywhere is not shown as one whose cost changed.
  const rows = await db.$queryRaw<Row[]>`
    WITH found AS (
      SELECT "itemSku", bool_or("confirmedAt" IS NOT NULL) AS "rejected" FROM "SkuCheck"
      WHERE "printAccountId" = ${printAccountId}::uuid AND ("confirmedAt" IS NOT NULL OR "costChangedAt" >= ${since})
      GROUP BY "itemSku"),
    mapped AS (
      SELECT DISTINCT ON (m."itemSku") m."itemSku", m."productGid", m."variantGid", v."productTitle", found."rejected"
      FROM found JOIN "Mapping" m ON m."itemSku" = found."itemSku"
      LEFT JOIN "ProductVariant" v ON v."shopId" = m."shopId" AND v."variantGid" = m."variantGid"
      WHERE m."shopId" = ${shopId}::uuid ORDER BY m."itemSku", m."variantGid"),
    placed AS (
      SELECT mapped.*, row_number() OVER (PARTITION BY "rejected" ORDER BY "itemSku") AS "place",
        (count(*) OVER (PARTITION BY "rejected"))::int AS "count" FROM mapped)
    SELECT "itemSku", "productGid", "variantGid", "productTitle", "rejected", "count" FROM placed
    WHERE "place" <= ${SHOWN} ORDER BY "itemSku"`;
  const alertsOf = (isRejected: boolean) => {
    const shown = rows.filter(({ rejected }) => rejected === isRejected);
    const skus = shown.map(({ rejected: _, count: __, ...alert }) => alert);
    return { count: shown[0]?.count ?? 0, skus };
  };
  return {
    enabled: readSettings(settings).nightlySkuCheck,
    last: last && {
      at: (last.endedAt ?? last.startedAt).toISOString(),
      problem: last.problem,
    },
    rejected: alertsOf(true),
    costChanged: alertsOf(false),
  };
}
