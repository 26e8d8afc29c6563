import { Decimal } from "decimal.js";
import { RemoteError, UnauthorizedError } from "../ports/errors.ts";
import type { PrintAccountId, ShopId } from "../ports/ids.ts";
import type { ShopSettings } from "../settings/settings.ts";
import { dayOf } from "../settings/wall-time.ts";
import type { Basket } from "./basket.ts";
import { readBaseCosts } from "./price-basket.ts";
import { marginAt, sellTerms, type SellTerms } from "./sell-price.ts";
import {
  goneServices,
  readKeptServices,
  refreshServices,
  serviceCosts,
  SKUS_PER_CALL,
  staleSkus,
  type QuotesContext,
  type ServiceCost,
} from "./shipping-services.ts";

/** What a basket costs by each shipping service that goes to its country. */
export interface MethodComparison {
  /** Of the costs. */
  currency: string;
  rows: MethodRow[];
  /** Services that vanished since, the newest first. */
  gone: { name: string; since: string }[];
  /** When the oldest of the fees was read, ISO 8601 UTC; null: none was. */
  readAt: string | null;
  /** Why the fees are not of today. */
  problem: "unavailable" | "account_rejected" | null;
  /** What the items cost in Shopify together, in `sellCurrency`; null: one of them has no mapped variant with a price. */
  price: string | null;
  /** Of several variants with one SKU, the lowest price counts. */
  isLowestPrice: boolean;
  sellCurrency: string;
  /** No exchange rate is known between both currencies. */
  lacksRate: boolean;
}

/** Decimal strings in the comparison's currency; null: not known. */
export type MethodRow = Pick<ServiceCost, "code" | "name" | "goods" | "firstFees" | "perFurther" | "tax"> & {
  total: string | null;
  notShipped: string[];
  /** What remains of the price in Shopify, in percent. */
  margin: string | null;
};

interface ComparingShop {
  id: ShopId;
  printAccountId: PrintAccountId;
  settings: ShopSettings;
}

/** Compares all services for a basket, by fees of today. Where the print service is away, by those that are kept. */
export async function compareMethods(
  ctx: QuotesContext,
  { id: shopId, printAccountId, settings }: ComparingShop,
  { items, countryCode }: Basket,
): Promise<MethodComparison> {
  const skus = [...new Set(items.map(({ itemSku }) => itemSku))];
  const before = await readKeptServices(ctx, printAccountId, skus);
  const stale = staleSkus(before, skus, ctx.clock.now());
  const problem = stale.length > 0 ? await refreshFees(ctx, printAccountId, stale) : null;
  const [kept, baseCostOf, prices, shop] = await Promise.all([
    stale.length > 0 ? readKeptServices(ctx, printAccountId, skus) : before,
    readBaseCosts(ctx, printAccountId, skus),
    readPrices(ctx, shopId, skus),
    ctx.db.shop.findUniqueOrThrow({ where: { id: shopId }, select: { currency: true, timezone: true } }),
  ]);
  const sellCurrency = shop.currency ?? settings.serviceCurrency;
  const terms = sellTerms(settings, sellCurrency, dayOf(ctx.clock.now(), shop.timezone ?? "UTC"));
  const price = priceOfAll(items, prices);
  const rows = serviceCosts(items, countryCode, kept, baseCostOf).map(
    ({ code, name, goods, firstFees, perFurther, tax, total, notShipped }) => ({
      ...{ code, name, goods, firstFees, perFurther, tax, total, notShipped },
      margin: marginOfTotal(total, price, terms),
    }),
  );
  const times = skus.flatMap((sku) => kept.get(sku)?.readAt.getTime() ?? []);
  return {
    ...{ currency: settings.serviceCurrency, rows, problem, price, sellCurrency, lacksRate: terms.rate === null },
    gone: goneServices(items, countryCode, kept),
    readAt: times.length === 0 ? null : new Date(Math.min(...times)).toISOString(),
    isLowestPrice: [...prices.values()].some(({ low, high }) => low !== high),
  };
}

/** Reads the fees of SKUs again, however new those are that are kept, which stay where the print service is away. */
export async function refreshFees(
  ctx: QuotesContext,
  printAccountId: PrintAccountId,
  skus: readonly string[],
): Promise<MethodComparison["problem"]> {
  try {
    await refreshServices(ctx, printAccountId, [...new Set(skus)].slice(0, SKUS_PER_CALL));
    return null;
  } catch (error) {
    if (!(error instanceof RemoteError)) throw error;
    return error instanceof UnauthorizedError ? "account_rejected" : "unavailable";
  }
}

type Prices = Map<string, { low: string; high: string }>;

/** What the mapped variants of SKUs cost in Shopify. */
async function readPrices({ db }: QuotesContext, shopId: ShopId, skus: readonly string[]): Promise<Prices> {
  const rows = await db.$queryRaw<{ itemSku: string; low: string; high: string }[]>`
    SELECT m."itemSku", min(v."price"::numeric)::text AS "low", max(v."price"::numeric)::text AS "high"
    FROM "Mapping" m JOIN "ProductVariant" v ON v."shopId" = m."shopId" AND v."variantGid" = m."variantGid"
    WHERE m."shopId" = ${shopId}::uuid AND m."itemSku" = ANY(${[...skus]}) AND v."deletedAt" IS NULL
      AND v."price" ~ '^[0-9]+([.][0-9]+)?$' GROUP BY 1`;
  return new Map(rows.map(({ itemSku, low, high }) => [itemSku, { low, high }]));
}

/** null where one of them is not known. */
function priceOfAll(items: Basket["items"], prices: Prices): string | null {
  let total = new Decimal(0);
  for (const { itemSku, quantity } of items) {
    const price = prices.get(itemSku);
    if (!price) return null;
    total = total.plus(new Decimal(price.low).times(quantity));
  }
  return total.toFixed();
}

const marginOfTotal = (total: string | null, price: string | null, { rate, feePercent, feeFixed }: SellTerms) =>
  total === null || price === null || rate === null
    ? null
    : marginAt(price, { cost: rate.times(total).toFixed(), feePercent, feeFixed });
