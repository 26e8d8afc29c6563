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
import { Prisma, type SkuCheck, type SkuCheckProblem } from "../../prisma/client/client.ts";
import type { PrintAccountId, ShopId } from "../ports/ids.ts";

/** What the print service said about the print SKU of a variant. Times are ISO 8601, UTC. */
export interface SkuFinding {
  itemSku: string;
  /** `acceptedAt`: when the service last accepted the SKU for one of these countries. */
  rejected: { countries: Country[]; acceptedAt: string | null } | null;
  costChanges: (CostChange & {
    /** What remains of the variant's price before shipping and tax, in percent; null where the currencies differ. */
    margin: { previous: string; now: string } | null;
  })[];
  /** The number of orders that were rejected for the SKU, which the service has accepted since. */
  resendableOrders: number;
}

export interface CostChange {
  country: Country;
  at: string;
  /** Base costs of one unit. These and the effect: decimal strings in `currency`. */
  previous: string;
  now: string;
  currency: string;
  isRaised: boolean;
  month: MonthEffect;
}

/** What a changed cost means for a month: what was sent in the last 30 days, times the difference. */
export interface MonthEffect {
  units: number;
  /** Negative where the cost fell. */
  effect: string;
  /** Only the newest orders were counted. */
  isAtLeast: boolean;
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
  { id: shopId, printAccountId, settings }: Pick<ShopRow, "id" | "printAccountId" | "settings">,
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
  const changed = rows.filter(({ confirmedAt }) => confirmedAt === null).map(({ itemSku }) => itemSku);
  const sent = await countSent({ db, clock }, { shopId, printAccountId }, changed);
  const findings: Record<Gid<"ProductVariant">, SkuFinding> = {};
  const findingOf = ({ variantGid, itemSku }: Pick<Row, "variantGid" | "itemSku">) =>
    (findings[variantGid] ??= { itemSku, rejected: null, costChanges: [], resendableOrders: 0 });
  for (const row of rows) {
    const finding = findingOf(row);
    if (row.confirmedAt) finding.rejected = withCountry(finding.rejected, row);
    else finding.costChanges.push(...variantChangeOf(row, sent, serviceCurrency));
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

function variantChangeOf(row: Row, sent: SentUnits, serviceCurrency: string): SkuFinding["costChanges"] {
  const { price } = row;
  const remains = (cost: string) => price && percentOf(new Decimal(price).minus(cost), price);
  return costChangeOf(row, sent, serviceCurrency).map((change) => {
    const [before, after] =
      row.currency === serviceCurrency ? [remains(change.previous), remains(change.now)] : [null, null];
    return { ...change, margin: before && after ? { previous: before, now: after } : null };
  });
}

type CheckRow = Pick<SkuCheck, "itemSku" | "countryCode" | "cost" | "previousCost" | "costChangedAt">;

function costChangeOf(row: CheckRow, sent: SentUnits, currency: string): CostChange[] {
  const { itemSku, countryCode, costChangedAt, previousCost: previous, cost: now } = row;
  if (!costChangedAt || previous === null || now === null) return [];
  const units = sent.unitsOf(itemSku, countryCode);
  const effect = new Decimal(now).minus(previous).times(units).toFixed();
  const month = { units, effect, isAtLeast: sent.isAtLeast };
  const isRaised = new Decimal(now).greaterThan(previous);
  const at = costChangedAt.toISOString();
  return [{ country: namedCountry(countryCode), at, previous, now, currency, isRaised, month }];
}

const SENT_DAYS = 30;
/** Of a shop that sent more in that time, the newest count: pages stay quick. */
const MAX_SENT = 10_000;

interface SentUnits {
  /** Pieces that the cost for this country stands for: a country that is not checked counts for the most frequent one that is. */
  unitsOf(itemSku: string, countryCode: string): number;
  isAtLeast: boolean;
}

/** How many pieces of these SKUs the shop sent in the last 30 days, and where to. */
async function countSent(
  { db, clock }: Pick<SkuCheckContext, "db" | "clock">,
  { shopId, printAccountId }: { shopId: ShopId; printAccountId: PrintAccountId | null },
  skus: readonly string[],
): Promise<SentUnits> {
  if (skus.length === 0 || printAccountId === null) return { unitsOf: () => 0, isAtLeast: false };
  const since = new Date(clock.now().getTime() - SENT_DAYS * DAY_MS);
  const wanted = Prisma.sql`${[...new Set(skus)]}::text[]`;
  const [rows, checked] = await Promise.all([
    db.$queryRaw<{ itemSku: string | null; country: string; units: number; more: boolean }[]>`
      WITH sent AS MATERIALIZED (
        SELECT "id", "orderId" FROM "Submission"
        WHERE "printAccountId" = ${printAccountId}::uuid AND "sentAt" >= ${since} AND "shopId" = ${shopId}::uuid
          AND "submittedAt" IS NOT NULL ORDER BY "sentAt" DESC LIMIT ${MAX_SENT})
      SELECT l."itemSku", coalesce(o."destinationCountry", '') AS "country", sum(l."quantity")::int AS "units",
        (SELECT count(*) FROM sent) = ${MAX_SENT} AS "more"
      FROM sent JOIN "SubmissionLine" l ON l."submissionId" = sent."id" AND l."itemSku" = ANY(${wanted})
      JOIN "Order" o ON o."id" = sent."orderId" GROUP BY 1, 2`,
    db.skuCheck.findMany({
      where: { printAccountId, itemSku: { in: [...skus] }, cost: { not: null } },
      select: { itemSku: true, countryCode: true },
    }),
  ]);
  const unitsTo = (itemSku: string, isCounted: (country: string) => boolean) =>
    rows.filter((row) => row.itemSku === itemSku && isCounted(row.country)).reduce((sum, { units }) => sum + units, 0);
  return {
    unitsOf(itemSku, countryCode) {
      const countries = checked.filter((one) => one.itemSku === itemSku).map((one) => one.countryCode);
      const own = (code: string) => unitsTo(itemSku, (country) => country === code);
      const [main] = countries.toSorted((a, b) => own(b) - own(a) || a.localeCompare(b));
      const others = main === countryCode ? unitsTo(itemSku, (country) => !countries.includes(country)) : 0;
      return own(countryCode) + others;
    },
    isAtLeast: rows.some(({ more }) => more),
  };
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
  /** raised: at least one country pays more. */
  costRaised: { count: number; skus: CostAlert[] };
  costLowered: { count: number; skus: CostAlert[] };
}

/** A mapped SKU whose cost changed. */
export type CostAlert = SkuAlert & { changes: CostChange[] };

const SHOWN = 5;

type SummaryRow = SkuAlert & { kind: "rejected" | "raised" | "lowered"; count: number };

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
      SELECT "itemSku", CASE WHEN bool_or("confirmedAt" IS NOT NULL) THEN 'rejected'
        WHEN bool_or("cost"::numeric > "previousCost"::numeric) FILTER (WHERE "costChangedAt" >= ${since}) THEN 'raised'
        ELSE 'lowered' END AS "kind" FROM "SkuCheck"
      WHERE "printAccountId" = ${printAccountId}::uuid AND ("confirmedAt" IS NOT NULL OR "costChangedAt" >= ${since})
      GROUP BY "itemSku"),
    mapped AS (
      SELECT DISTINCT ON (m."itemSku") m."itemSku", m."productGid", m."variantGid", v."productTitle", found."kind"
      FROM found JOIN "Mapping" m ON m."itemSku" = found."itemSku"
      LEFT JOIN "ProductVariant" v ON v."shopId" = m."shopId" AND v."variantGid" = m."variantGid"
      WHERE m."shopId" = ${shopId}::uuid ORDER BY m."itemSku", m."variantGid"),
    placed AS (
      SELECT mapped.*, row_number() OVER (PARTITION BY "kind" ORDER BY "itemSku") AS "place",
        (count(*) OVER (PARTITION BY "kind"))::int AS "count" FROM mapped)
    SELECT "itemSku", "productGid", "variantGid", "productTitle", "kind", "count" FROM placed
    WHERE "place" <= ${SHOWN} ORDER BY "itemSku"`;
  const costs = rows.filter(({ kind }) => kind !== "rejected").map(({ itemSku }) => itemSku);
  const changed =
    costs.length === 0
      ? []
      : await db.skuCheck.findMany({
          where: { printAccountId, itemSku: { in: costs }, costChangedAt: { gte: since } },
          orderBy: { countryCode: "asc" },
        });
  const sent = await countSent({ db, clock }, { shopId, printAccountId }, costs);
  const { serviceCurrency } = readSettings(settings);
  const alertsOf = (wanted: SummaryRow["kind"]) => {
    const shown = rows.filter(({ kind }) => kind === wanted);
    return { count: shown[0]?.count ?? 0, skus: shown.map(({ kind: _, count: __, ...alert }) => alert) };
  };
  const costAlertsOf = (wanted: "raised" | "lowered") => {
    const { count, skus } = alertsOf(wanted);
    const changesOf = (sku: string) =>
      changed.filter(({ itemSku }) => itemSku === sku).flatMap((row) => costChangeOf(row, sent, serviceCurrency));
    return { count, skus: skus.map((alert) => ({ ...alert, changes: changesOf(alert.itemSku) })) };
  };
  return {
    enabled: readSettings(settings).nightlySkuCheck,
    last: last && {
      at: (last.endedAt ?? last.startedAt).toISOString(),
      problem: last.problem,
    },
    rejected: alertsOf("rejected"),
    costRaised: costAlertsOf("raised"),
    costLowered: costAlertsOf("lowered"),
  };
}
