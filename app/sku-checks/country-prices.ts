import { Decimal } from "decimal.js";
import { namedCountry, type Country } from "../address/country.ts";
import type { OrdersContext } from "../orders/core/context.ts";
import type { ShopRow } from "../orders/core/shop-row.ts";
import { isRateLimited } from "../orders/submit/rate-limit.ts";
import { DAY_MS } from "../ports/clock.ts";
import type { Gid } from "../ports/gid.ts";
import type { ShopId } from "../ports/ids.ts";
import type { Price, PriceResult } from "../quotes/basket.ts";
import { CATALOG_PRICE_MAX_AGE_MS, priceBaskets } from "../quotes/price-basket.ts";
import { marginAt, sellPrice, sellTerms, type PriceCosts, type SellTerms } from "../quotes/sell-price.ts";
import { readSettings, type ShopSettings } from "../settings/settings.ts";
import { dayOf } from "../settings/wall-time.ts";
import { SOLD_DAYS } from "./limits.ts";

/** What one piece of a product costs in some countries, beside its price in Shopify. */
export interface CountryPrices {
  /** null: prices can be asked for. */
  problem: "not_connected" | "account_rejected" | "unavailable" | null;
  countries: Country[];
  /** Where the orders of the last days went to, the most frequent first. */
  ordered: { country: Country; orders: number }[];
  groups: PriceGroup[];
  /** There are more groups than those. */
  moreGroups: number;
  /** Prices that were not asked for yet. */
  unasked: number;
  /** Of the print service's prices. */
  currency: string;
  /** Of `price` and `sellAt`. */
  sellCurrency: string;
  /** There is an exchange rate between both, or they are the same. */
  isConverted: boolean;
  /** When the oldest price was asked for, ISO 8601 UTC; null without a price. */
  askedAt: string | null;
}

/** Variants with one price in Shopify that cost the same everywhere. */
export interface PriceGroup {
  variants: { gid: Gid<"ProductVariant">; title: string }[];
  itemSkus: string[];
  /** Decimal string in the shop's currency; null while the variants were not read yet. */
  price: string | null;
  rows: PriceRow[];
  /** The price for all of these countries; null as long as one has none. */
  sellAtEverywhere: string | null;
}

/** unbelievable: a price of nothing or less. inconsistent: the total is not the sum of its parts. */
export type PriceRow = { country: Country } & (
  | { status: "priced"; print: string; shipping: string; cost: string; margin: string | null; sellAt: string | null }
  | { status: "rejected" | "unavailable" | "not_asked" | "not_priced" | "unbelievable" | "inconsistent" }
);

export interface PricesQuery {
  productGid: Gid<"Product">;
  /** ISO 3166 alpha-2; empty: the most frequent ones. */
  countryCodes: readonly string[];
  goal: ShopSettings["sellingPrices"];
}

export const MAX_COUNTRIES_SHOWN = 6;
const FIRST_COUNTRIES = 3;
const DEFAULT_COUNTRY = "US";
/** New price requests for one look at a product. */
const MAX_REQUESTS = 30;
const MAX_GROUPS = 50;
/** The newest orders say where orders go. */
const MAX_ORDERS = 10_000;

type Context = Pick<OrdersContext, "db" | "sql" | "clock" | "policy" | "random" | "printService">;

/** One piece of each mapped variant, with standard shipping, as the print service quotes it. Nothing is ordered. */
export async function readCountryPrices(
  ctx: Context,
  shop: Pick<ShopRow, "id" | "printAccountId" | "settings">,
  query: PricesQuery,
): Promise<CountryPrices> {
  const settings = readSettings(shop.settings);
  const [ordered, variants, stored] = await Promise.all([
    readOrderedCountries(ctx, shop.id),
    readMappedVariants(ctx, shop.id, query.productGid),
    ctx.db.shop.findUniqueOrThrow({ where: { id: shop.id }, select: { currency: true, timezone: true } }),
  ]);
  const zone = stored.timezone ?? "UTC";
  const frequent = ordered.slice(0, FIRST_COUNTRIES).map(({ country }) => country.code);
  const chosen = query.countryCodes.length > 0 ? query.countryCodes : frequent;
  const codes = (chosen.length > 0 ? chosen : [DEFAULT_COUNTRY]).slice(0, MAX_COUNTRIES_SHOWN);
  const skus = [...new Set(variants.map(({ itemSku }) => itemSku))];
  const asked = codes.flatMap((countryCode) => skus.map((itemSku) => ({ countryCode, itemSku })));
  const results = await priceBaskets(
    ctx,
    { printAccountId: shop.printAccountId, serviceCurrency: settings.serviceCurrency },
    // The interface requires a province, and the price is without tax, which alone depends on it.
    asked.map(({ countryCode, itemSku }) => ({
      ...{ countryCode, provinceCode: countryCode },
      items: [{ itemSku, quantity: 1 }],
    })),
    { maxAgeMs: CATALOG_PRICE_MAX_AGE_MS, maxRequests: await requestsLeft(ctx, shop) },
  );
  const found = new Map(asked.map(({ countryCode, itemSku }, at) => [`${countryCode} ${itemSku}`, results[at]]));
  const times = results.flatMap((one) => (one.status === "priced" ? [one.price.askedAt] : []));
  const sellCurrency = stored.currency ?? settings.serviceCurrency;
  const terms = {
    goal: query.goal,
    ...sellTerms(settings, sellCurrency, dayOf(ctx.clock.now(), zone)),
  };
  const groups = groupVariants(variants, (variant) =>
    codes.map((code) => priceRow(namedCountry(code), found.get(`${code} ${variant.itemSku}`), variant.price, terms)),
  );
  return {
    problem: problemOf(results),
    countries: codes.map(namedCountry),
    ordered,
    groups: groups.slice(0, MAX_GROUPS),
    moreGroups: Math.max(0, groups.length - MAX_GROUPS),
    unasked: results.filter(({ status }) => status === "not_asked").length,
    currency: settings.serviceCurrency,
    sellCurrency,
    isConverted: terms.rate !== null,
    askedAt: times.toSorted()[0] ?? null,
  };
}

/** Orders are sent first. */
async function requestsLeft(ctx: Context, { printAccountId }: Pick<ShopRow, "printAccountId">): Promise<number> {
  return printAccountId !== null && (await isRateLimited(ctx, printAccountId)) ? 0 : MAX_REQUESTS;
}

/** Where the shop's orders of the last days went to, the most frequent first. */
async function readOrderedCountries({ db, clock }: Context, shopId: ShopId): Promise<CountryPrices["ordered"]> {
  const since = new Date(clock.now().getTime() - SOLD_DAYS * DAY_MS);
  const rows = await db.$queryRaw<{ code: string; orders: number }[]>`
    SELECT "destinationCountry" AS "code", count(*)::int AS "orders" FROM (
      SELECT "destinationCountry" FROM "Order"
      WHERE "shopId" = ${shopId}::uuid AND "shopifyCreatedAt" >= ${since} AND "ignoredReason" IS NULL
      ORDER BY "shopifyCreatedAt" DESC LIMIT ${MAX_ORDERS}) AS newest
    WHERE "destinationCountry" <> '' GROUP BY 1 ORDER BY 2 DESC, 1`;
  return rows.map(({ code, orders }) => ({ country: namedCountry(code), orders }));
}

interface MappedVariantRow {
  gid: Gid<"ProductVariant">;
  itemSku: string;
  title: string | null;
  price: string | null;
}

/** In the sequence of the product, the deleted ones last. */
function readMappedVariants({ db }: Context, shopId: ShopId, productGid: Gid<"Product">): Promise<MappedVariantRow[]> {
  return db.$queryRaw<MappedVariantRow[]>`
    SELECT m."variantGid" AS "gid", m."itemSku", v."title", CASE WHEN v."deletedAt" IS NULL THEN v."price" END AS "price"
    FROM "Mapping" m LEFT JOIN "ProductVariant" v ON v."shopId" = m."shopId" AND v."variantGid" = m."variantGid"
    WHERE m."shopId" = ${shopId}::uuid AND m."productGid" = ${productGid}
    ORDER BY v."deletedAt" IS NOT NULL, v."position", m."variantGid"`;
}

type Terms = SellTerms & { goal: PricesQuery["goal"] };

function priceRow(
  country: Country,
  result: PriceResult | { status: "not_asked" } | undefined,
  price: string | null,
  terms: Terms,
): PriceRow {
  if (result?.status !== "priced") {
    const told = ["rejected", "not_asked", "not_priced"] as const;
    return { country, status: told.find((one) => one === result?.status) ?? "unavailable" };
  }
  const { goods, shipping, discrepancies } = result.price;
  if (!isBelievable(result.price)) return { country, status: "unbelievable" };
  if (discrepancies.includes("total_differs")) return { country, status: "inconsistent" };
  const cost = new Decimal(goods).plus(shipping).toFixed();
  const { goal, sellCurrency: currency, rate, feePercent, feeFixed } = terms;
  const toCover = goal.shipping === "included" ? cost : goods;
  const costs: PriceCosts | null = rate && { cost: rate.times(toCover).toFixed(), feePercent, feeFixed };
  return {
    ...{ country, status: "priced", print: goods, shipping, cost },
    margin: costs && price !== null ? marginAt(price, costs) : null,
    sellAt: costs && sellPrice(costs, { targetPercent: goal.targetMarginPercent, ending: goal.ending, currency }),
  };
}

/** Printing is not for nothing, and shipping takes nothing off. */
const isBelievable = ({ goods, shipping }: Price): boolean =>
  new Decimal(goods).greaterThan(0) && new Decimal(shipping).greaterThanOrEqualTo(0);

/** Variants that differ in nothing that is shown share a group: sizes seldom differ in their price. */
function groupVariants(
  variants: readonly MappedVariantRow[],
  rowsOf: (variant: MappedVariantRow) => PriceRow[],
): PriceGroup[] {
  const groups = new Map<string, PriceGroup>();
  for (const variant of variants) {
    const { gid, title, itemSku, price } = variant;
    const rows = rowsOf(variant);
    const isPriced = rows.some(({ status }) => status === "priced");
    // What has no price says nothing of another SKU.
    const key = JSON.stringify([price, rows, isPriced ? null : itemSku]);
    const group = groups.get(key) ?? { variants: [], itemSkus: [], price, rows, sellAtEverywhere: highest(rows) };
    group.variants.push({ gid, title: title ?? "" });
    if (!group.itemSkus.includes(itemSku)) group.itemSkus.push(itemSku);
    groups.set(key, group);
  }
  return [...groups.values()];
}

/** The price that is enough for each of these countries; null as long as one has none. */
function highest(rows: readonly PriceRow[]): string | null {
  const prices = rows.map((row) => (row.status === "priced" ? row.sellAt : null));
  const known = prices.filter((price) => price !== null);
  if (known.length < rows.length) return null;
  return known.toSorted((one, other) => new Decimal(other).comparedTo(one))[0] ?? null;
}

/** Why nothing can be asked at present. */
function problemOf(results: readonly (PriceResult | { status: "not_asked" })[]): CountryPrices["problem"] {
  const problems = ["not_connected", "account_rejected", "unavailable"] as const;
  return problems.find((problem) => results.some(({ status }) => status === problem)) ?? null;
}
