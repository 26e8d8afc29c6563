import { Decimal } from "decimal.js";
import { namedCountry, type Country } from "../address/country.ts";
import type { ShopRow } from "../orders/core/shop-row.ts";
import { countResendableBySku } from "../orders/core/resendable.ts";
import type { Gid } from "../ports/gid.ts";
import { percentOf } from "../profit/money.ts";
import { readSettings } from "../settings/settings.ts";
import type { SkuCheckContext } from "./ask.ts";
import { COST_CHANGE_DAYS } from "./limits.ts";
import { DAY_MS } from "../ports/clock.ts";
import type { SkuCheckProblem } from "../../prisma/client/client.ts";

/** What the print service said about the print SKU of a variant. Times are ISO 8601, UTC. */
export interface SkuFinding {
  itemSku: string;
  /** `acceptedAt`: when the service last accepted the SKU for one of these countries. */
  rejected: { countries: Country[]; acceptedAt: string | null } | null;
  costChanges: CostChange[];
  /** The number of orders that were rejected for the SKU, which the service has accepted since. */
  resendableOrders: number;
}

interface CostChange {
  country: Country;
  at: string;
  /** Base costs of one unit, decimal strings in `currency`. */
  previous: string;
  now: string;
  currency: string;
  /** What remains of the variant's price before shipping and tax, in percent; null where the currencies differ. */
  margin: { previous: string; now: string } | null;
}

export type SkuFindings = Readonly<Record<Gid<"ProductVariant">, SkuFinding>>;

interface Row {
  variantGid: Gid<"ProductVariant">;
  itemSku: string;
  price: string | null;
  currency: string | null;
  countryCode: string;
  confirmedAt: Date | null;
  acceptedAt: Date | null;
  cost: string | null;
  previousCost: string | null;
  costChangedAt: Date | null;
}

/** The findings of a product's mapped variants. */
export async function readFindings(
  { db, clock }: Pick<SkuCheckContext, "db" | "clock">,
  { id: shopId, settings }: Pick<ShopRow, "id" | "settings">,
  productGid: Gid<"Product">,
): Promise<SkuFindings> {
  const since = new Date(clock.now().getTime() - COST_CHANGE_DAYS * DAY_MS);
  const rows = await db.$queryRaw<Row[]>`
    SELECT m."variantGid", m."itemSku", v."price", s."currency", c."countryCode", c."confirmedAt", c."acceptedAt", c."cost",
      c."previousCost", c."costChangedAt"
    FROM "Mapping" m JOIN "Shop" s ON s."id" = m."shopId"
    JOIN "SkuCheck" c ON c."printAccountId" = s."printAccountId" AND c."itemSku" = m."itemSku"
    LEFT JOIN "ProductVariant" v ON v."shopId" = m."shopId" AND v."variantGid" = m."variantGid"
    WHERE m."shopId" = ${shopId}::uuid AND m."productGid" = ${productGid}
      AND (c."confirmedAt" IS NOT NULL OR c."costChangedAt" >= ${since})
    ORDER BY m."variantGid", c."countryCode"`;
  const { serviceCurrency } = readSettings(settings);
  const findings: Record<Gid<"ProductVariant">, SkuFinding> = {};
  const findingOf = ({ variantGid, itemSku }: Pick<Row, "variantGid" | "itemSku">) =>
    (findings[variantGid] ??= { itemSku, rejected: null, costChanges: [], resendableOrders: 0 });
  for (const row of rows) {
    const finding = findingOf(row);
    if (row.confirmedAt) finding.rejected = withCountry(finding.rejected, row);
    else finding.costChanges.push(...costChangeOf(row, serviceCurrency));
  }
  const mapped = await db.mapping.findMany({ where: { shopId, productGid } });
  const skus = mapped.map(({ itemSku }) => itemSku);
  const resendable = await countResendableBySku({ db }, shopId, skus);
  for (const one of mapped) {
    const orders = resendable.get(one.itemSku);
    if (orders) findingOf(one).resendableOrders = orders;
  }
  return findings;
}

function withCountry(rejected: SkuFinding["rejected"], { countryCode, acceptedAt }: Row): SkuFinding["rejected"] {
  const times = [rejected?.acceptedAt, acceptedAt?.toISOString()].filter((at) => typeof at === "string");
  return {
    countries: [...(rejected?.countries ?? []), namedCountry(countryCode)],
    acceptedAt: times.toSorted().at(-1) ?? null,
  };
}

function costChangeOf(row: Row, serviceCurrency: string): CostChange[] {
  const { countryCode, costChangedAt, previousCost: previous, cost: now, price } = row;
  if (!costChangedAt || previous === null || now === null) return [];
  const remains = (cost: string) => price && percentOf(new Decimal(price).minus(cost), price);
  const [before, after] = row.currency === serviceCurrency ? [remains(previous), remains(now)] : [null, null];
  const margin = before && after ? { previous: before, now: after } : null;
  return [
    {
      country: namedCountry(countryCode),
      at: costChangedAt.toISOString(),
      previous,
      now,
      currency: serviceCurrency,
      margin,
    },
  ];
}

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

type SummaryRow = SkuAlert & { rejected: boolean; count: number };

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
  const rows = await db.$queryRaw<SummaryRow[]>`
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
