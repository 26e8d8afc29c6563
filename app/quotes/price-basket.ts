import pLimit from "p-limit";
import type { PriceQuote, PrismaClient } from "../../prisma/client/client.ts";
import { HOUR_MS, MINUTE_MS } from "../ports/clock.ts";
import { RemoteError, RejectedError, UnauthorizedError, UnavailableError } from "../ports/errors.ts";
import { catalogVariantsBySku } from "../print-catalog/catalog.ts";
import {
  readKeptServices,
  serviceCosts,
  standardOf,
  type BaseCostOf,
  type QuotesContext,
} from "./shipping-services.ts";
import type { PrintService, Quote } from "../ports/print-service.ts";
import { sharedCalls, type SharedCalls } from "../ports/single-flight.ts";
import {
  canonicalBasket,
  basketHash,
  type Basket,
  type PriceResult,
  type PriceDiscrepancy,
  type Price,
  type PriceLine,
} from "./basket.ts";
import type { PrintAccountId } from "../ports/ids.ts";
import { readSettings } from "../settings/settings.ts";
import { z } from "zod";
import { Decimal } from "decimal.js";

export interface PricingShop {
  printAccountId: PrintAccountId | null;
  /** Currency of the print service's prices, from the shop's settings. */
  serviceCurrency: string;
}

/** A shop as prices are asked for on its account. */
export const pricingShop = <Shop extends { printAccountId: PrintAccountId | null; settings: unknown }>(
  shop: Shop,
): Shop & PricingShop => ({ ...shop, serviceCurrency: readSettings(shop.settings).serviceCurrency });

/** For a page that asks what goods cost, of no order. */
export const CATALOG_PRICE_MAX_AGE_MS = HOUR_MS;
/** For a check: many orders of one basket need one request, since catalog prices change seldom. */
export const PRICE_MAX_AGE_MS = 10 * MINUTE_MS;

/**
 * What a basket costs at the print service; requested again when the cached quote is `maxAgeMs` old or older.
 * Standard shipping, or the basket's service; tax is not in the total (print-service: testPrice). Not inside a transaction.
 */
export async function priceBasket(
  ctx: QuotesContext,
  shop: PricingShop,
  basket: Basket,
  { maxAgeMs }: { maxAgeMs: number },
): Promise<PriceResult> {
  const { printAccountId } = shop;
  if (printAccountId === null) return { status: "not_connected" };
  const key = { printAccountId, question: basketHash(basket) };
  const cached = await readCachedQuote(ctx.db, key);
  const isFresh = cached !== null && ctx.clock.now().getTime() - cached.askedAt.getTime() < maxAgeMs;
  return isFresh ? priced(cached, shop, basket) : requestPrice(ctx, key, shop, basket);
}

async function requestPrice(
  ctx: QuotesContext,
  key: QuoteKey,
  shop: PricingShop,
  basket: Basket,
): Promise<Exclude<PriceResult, { status: "not_connected" }>> {
  try {
    return priced(await requestOnce(ctx, key, basket), shop, basket);
  } catch (error) {
    if (error instanceof RejectedError) return { status: "rejected", providerMessage: error.providerMessage ?? null };
    if (error instanceof UnauthorizedError) return { status: "account_rejected" };
    if (error instanceof UnavailableError && error.hasNoPrice)
      return (await priceFromFees(ctx, shop, key.printAccountId, basket)) ?? { status: "not_priced" };
    if (error instanceof RemoteError) return { status: "unavailable" };
    throw error;
  }
}

/** What SKUs cost to print, by the copy of the account's catalog: no call is made. */
export async function readBaseCosts(
  ctx: Pick<QuotesContext, "sql">,
  printAccountId: PrintAccountId,
  skus: readonly string[],
): Promise<BaseCostOf> {
  const variants = await catalogVariantsBySku(ctx, printAccountId, skus);
  return (itemSku, madeIn) => {
    const locations = variants.get(itemSku)?.variant.locations ?? [];
    const place = locations.find((one) => one.madeIn === madeIn || one.code === madeIn);
    return (place ?? (locations.length === 1 ? locations[0] : undefined))?.baseCost ?? null;
  };
}

/** A price from the kept fees and the catalog, where both have all of it. */
async function priceFromFees(
  ctx: QuotesContext,
  { serviceCurrency }: PricingShop,
  printAccountId: PrintAccountId,
  { items, countryCode, service }: Basket,
): Promise<(PriceResult & { status: "priced" }) | null> {
  const skus = items.map(({ itemSku }) => itemSku);
  const [kept, baseCostOf] = await Promise.all([
    readKeptServices(ctx, printAccountId, skus),
    readBaseCosts(ctx, printAccountId, skus),
  ]);
  const costs = serviceCosts(items, countryCode, kept, baseCostOf);
  const cost = service === undefined ? standardOf(costs) : costs.find(({ code }) => code === service);
  if (!cost || cost.total === null) return null;
  const askedAt = new Date(Math.min(...skus.map((sku) => kept.get(sku)?.readAt.getTime() ?? 0)));
  const lines = cost.lines.map(({ itemSku, quantity, baseCost, shipping, tax }) => {
    const goods = new Decimal(baseCost ?? 0).times(quantity);
    return {
      ...{ itemSku, quantity, baseCost: baseCost ?? "0", shippingFee: shipping ?? "0", taxFee: tax ?? "0" },
      totalPrice: goods.plus(shipping ?? 0).toFixed(),
    };
  });
  const price = priceOf({ totalPrice: cost.total, lines }, items, { currency: serviceCurrency, askedAt });
  return { status: "priced", price: { ...price, fromFees: { taxKnown: cost.tax !== null } } };
}

/** The requests of priceBaskets at a time. */
const CONCURRENCY = 4;

/**
 * Prices many baskets, each as priceBasket does, with `maxRequests` calls at most. not_asked: there was no call left, or the service
 * had not answered an earlier one: then nothing more is asked.
 */
export async function priceBaskets(
  ctx: QuotesContext,
  shop: PricingShop,
  baskets: readonly Basket[],
  { maxAgeMs, maxRequests }: { maxAgeMs: number; maxRequests: number },
): Promise<(PriceResult | { status: "not_asked" })[]> {
  const { printAccountId } = shop;
  if (printAccountId === null) return baskets.map(() => ({ status: "not_connected" }));
  const askedSince = new Date(ctx.clock.now().getTime() - maxAgeMs);
  const questions = baskets.map(basketHash);
  const rows = await ctx.db.priceQuote.findMany({
    where: { printAccountId, question: { in: questions }, askedAt: { gt: askedSince } },
  });
  const cached = new Map(rows.map((row) => [row.question, toCachedQuote(row)]));
  let left = maxRequests;
  return pLimit(CONCURRENCY).map(baskets, async (basket, at) => {
    const question = questions[at] ?? "";
    const known = cached.get(question);
    if (known) return priced(known, shop, basket);
    if (left <= 0) return { status: "not_asked" as const };
    left -= 1;
    const result = await requestPrice(ctx, { printAccountId, question }, shop, basket);
    if (result.status === "unavailable" || result.status === "account_rejected") left = 0;
    return result;
  });
}

/** The same without a call, by a cached quote of any age; null where there is none. */
export async function readKnownPrice(
  { db }: Pick<QuotesContext, "db">,
  shop: PricingShop,
  basket: Basket,
): Promise<PriceResult | null> {
  const { printAccountId } = shop;
  if (printAccountId === null) return { status: "not_connected" };
  const cached = await readCachedQuote(db, { printAccountId, question: basketHash(basket) });
  return cached && priced(cached, shop, basket);
}

const priced = (
  { quote, askedAt }: CachedQuote,
  { serviceCurrency }: PricingShop,
  { items }: Basket,
): PriceResult & { status: "priced" } => ({
  status: "priced",
  price: priceOf(quote, items, { currency: serviceCurrency, askedAt }),
});

const requests = new WeakMap<PrintService, SharedCalls<CachedQuote>>();

/** Concurrent requests for the same quote share one call. */
function requestOnce(ctx: QuotesContext, key: QuoteKey, basket: Basket): Promise<CachedQuote> {
  const shared = requests.get(ctx.printService) ?? sharedCalls<CachedQuote>(0);
  requests.set(ctx.printService, shared);
  return shared(`${key.printAccountId} ${key.question}`, () => requestQuote(ctx, key, basket));
}

async function requestQuote(ctx: QuotesContext, key: QuoteKey, basket: Basket): Promise<CachedQuote> {
  const askedAt = ctx.clock.now();
  const quote = await ctx.printService.forAccount(key.printAccountId).testPrice(canonicalBasket(basket));
  await cacheQuote(ctx.db, key, { quote, askedAt });
  return { quote, askedAt };
}

/** A quote, and when it was requested. */
interface CachedQuote {
  quote: Quote;
  askedAt: Date;
}

const RETENTION_MS = 7 * 24 * 60 * 60_000;
/** Deletes more than one row for each that is written, but so few that no write waits for a big deletion. */
const PRUNE_BATCH = 100;

// A row that an older version wrote may have another shape, and counts as none.
const storedQuote = z.object({
  totalPrice: z.string(),
  lines: z.array(
    z.object({
      itemSku: z.string(),
      quantity: z.number(),
      baseCost: z.string(),
      shippingFee: z.string(),
      taxFee: z.string(),
      totalPrice: z.string(),
    }),
  ),
}) satisfies z.ZodType<Quote>;

interface QuoteKey {
  printAccountId: PrintAccountId;
  /** basketHash */
  question: string;
}

async function readCachedQuote(db: PrismaClient, key: QuoteKey): Promise<CachedQuote | null> {
  const row = await db.priceQuote.findUnique({ where: { printAccountId_question: key } });
  return row && toCachedQuote(row);
}

function toCachedQuote({ answer, askedAt }: PriceQuote): CachedQuote | null {
  const read = storedQuote.safeParse(answer);
  return read.success ? { quote: read.data, askedAt } : null;
}

/** Replaces the cached quote, and deletes some that are older than a week. */
async function cacheQuote(db: PrismaClient, key: QuoteKey, { quote, askedAt }: CachedQuote): Promise<void> {
  const answer = { ...quote };
  await db.priceQuote.upsert({
    where: { printAccountId_question: key },
    create: { ...key, answer, askedAt },
    update: { answer, askedAt },
  });
  await db.priceQuote.deleteMany({
    where: { askedAt: { lt: new Date(askedAt.getTime() - RETENTION_MS) } },
    limit: PRUNE_BATCH,
  });
}

/** Half a cent may be lost by rounding at either end of a comparison. */
const CENT = new Decimal("0.01");

/** The price of a quote, its lines in the order of `items`. */
export function priceOf(
  quote: Quote,
  items: readonly { itemSku: string; quantity: number }[],
  from: { currency: string; askedAt: Date },
): Price {
  const lines = inRequestedOrder(quote.lines.map(lineOf), items);
  return {
    currency: from.currency,
    lines,
    goods: sum(lines.map((line) => line.goods)),
    shipping: sum(lines.map((line) => line.shippingFee)),
    tax: sum(lines.map((line) => line.taxFee)),
    total: quote.totalPrice,
    askedAt: from.askedAt.toISOString(),
    discrepancies: findDiscrepancies(quote.totalPrice, lines),
  };
}

/** The sum of the lines' totals. */
export function linesTotal(lines: readonly PriceLine[]): string {
  return sum(lines.map((line) => line.total));
}

/** Whether a line's total is neither base cost × quantity + shipping, nor that with its tax (print-service: testPrice). */
export function isInconsistentLine(line: PriceLine): boolean {
  const plain = new Decimal(line.goods).plus(line.shippingFee);
  return differsBeyond(plain, line.total, CENT) && differsBeyond(plain.plus(line.taxFee), line.total, CENT);
}

// n line totals and the total, each rounded to the cent, are off by at most (n + 1) / 2 cents, which n cents cover.
function findDiscrepancies(total: string, lines: readonly PriceLine[]): PriceDiscrepancy[] {
  const discrepancies: PriceDiscrepancy[] = [];
  if (differsBeyond(new Decimal(linesTotal(lines)), total, CENT.times(lines.length)))
    discrepancies.push("total_differs");
  if (lines.some(isInconsistentLine)) discrepancies.push("line_differs");
  return discrepancies;
}

function differsBeyond(one: Decimal, other: string, tolerance: Decimal): boolean {
  return one.minus(other).abs().greaterThan(tolerance);
}

function lineOf(line: Quote["lines"][number]): PriceLine {
  return {
    itemSku: line.itemSku,
    quantity: line.quantity,
    baseCost: line.baseCost,
    goods: new Decimal(line.baseCost).times(line.quantity).toFixed(),
    shippingFee: line.shippingFee,
    taxFee: line.taxFee,
    total: line.totalPrice,
  };
}

/** The service may answer in another order, and may answer several lines of one SKU in one. */
function inRequestedOrder(lines: PriceLine[], items: readonly { itemSku: string; quantity: number }[]): PriceLine[] {
  const unmatched = [...lines];
  const matched = items.flatMap(({ itemSku, quantity }) => {
    const exact = unmatched.findIndex((line) => line.itemSku === itemSku && line.quantity === quantity);
    const at = exact >= 0 ? exact : unmatched.findIndex((line) => line.itemSku === itemSku);
    return at >= 0 ? unmatched.splice(at, 1) : [];
  });
  return [...matched, ...unmatched];
}

function sum(amounts: readonly string[]): string {
  return amounts.reduce((total, amount) => total.plus(amount), new Decimal(0)).toFixed();
}
