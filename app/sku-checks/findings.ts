import { Decimal } from "decimal.js";
import { namedCountry, type Country } from "../address/country.ts";
import type { ShopRow } from "../orders/core/shop-row.ts";
import { countResendableBySku } from "../orders/core/resendable.ts";
import type { Gid } from "../ports/gid.ts";
import { percentOf } from "../quotes/margin.ts";
import { readSettings } from "../settings/settings.ts";
import type { SkuCheckContext } from "./context.ts";
import { COST_CHANGE_DAYS } from "./limits.ts";
import { DAY_MS } from "../ports/clock.ts";

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
