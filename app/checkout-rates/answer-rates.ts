import { Prisma } from "../../prisma/client/client.ts";
import { Decimal } from "decimal.js";
import { provinceFor } from "../address/province.ts";
import { isoCountry } from "../address/country.ts";
import { withTimeout } from "../common/with-timeout.ts";
import { isSameHash, type Encryptor } from "../encryption/encryptor.server.ts";
import type { CheckoutRate, RateRequest, RateRequestItem, RatesAnswer } from "../ports/checkout-rates.ts";
import type { Clock } from "../ports/clock.ts";
import { errorName } from "../ports/errors.ts";
import type { Gid } from "../ports/gid.ts";
import type { PrintAccountId, ShopId } from "../ports/ids.ts";
import type { Log } from "../ports/observe.ts";
import { CAPABILITIES, type InterfaceVersion } from "../ports/print-service.ts";
import { convert } from "../profit/money.ts";
import type { Basket, Price } from "../quotes/basket.ts";
import { CATALOG_PRICE_MAX_AGE_MS, priceBasket, readKnownPrice } from "../quotes/price-basket.ts";
import type { QuotesContext } from "../quotes/shipping-services.ts";
import type { CheckoutRatesSettings } from "../settings/checkout-rates.ts";
import { readSettings, type ShopSettings } from "../settings/settings.ts";
import { dayOf } from "../settings/wall-time.ts";
import { createRateCounts, type RateSource } from "./rate-counts.ts";
import { makeRates, printedBasket, serviceOfRate, type MappedItem } from "./rates.ts";

export interface CheckoutRatesContext extends QuotesContext {
  encryptor: Encryptor;
  log: Log;
  limits?: RateLimits | undefined;
}

export interface RateLimits {
  /** Of the whole answer: behind it, Shopify gets no rates and shows its backup rates. shopify: 3 s in the busiest minutes. */
  answerMs: number;
  /** How long a customer waits for the print service. A price that comes later is kept for the next one. */
  quoteMs: number;
}

export const RATE_LIMITS: RateLimits = { answerMs: 2_000, quoteMs: 700 };
/** Requests of a process that read the database at once, so that a sale at the checkout leaves connections to everything else. */
const READERS = 4;
/** Requests of one shop that wait for that; more get Shopify's backup rates at once. */
const MAX_WAITING = 100;
/** Requests of one account's prices at once: the print service's other calls are not to wait behind them. */
const QUOTES_AT_ONCE = 4;
/** After so many failures in a row, the account's print service is not asked for a while; then one request tries. */
const FAILURES = 3;
const PAUSE_MS = 30_000;

/** What a basket comes to, and where the prices come from; `problem`: why there are no rates. */
export type RatesResult =
  | { source: "quote" | "kept" | "fallback"; rates: CheckoutRate[]; askedAt: string | null }
  | { source: "none" | "not_ours"; problem: RatesProblem };

export type RatesProblem = "off" | "not_printed" | "mixed" | "destination" | "no_price" | "overloaded" | "unreadable";

interface RatesShop {
  id: ShopId;
  domain: string;
  currency: string | null;
  timezone: string | null;
  printAccountId: PrintAccountId | null;
  settings: unknown;
  uninstalledAt: Date | null;
  interfaceVersion: InterfaceVersion;
}

/** One statement, since a customer waits. A practice account has made-up prices, which customers must not pay: it counts as none. */
async function readRatesShop(
  db: QuotesContext["db"],
  where: { id: ShopId } | { domain: string },
): Promise<RatesShop | null> {
  const condition = "id" in where ? Prisma.sql`s."id" = ${where.id}::uuid` : Prisma.sql`s."domain" = ${where.domain}`;
  const [shop] = await db.$queryRaw<RatesShop[]>`
    SELECT s."id"::text AS "id", s."domain", s."currency", s."timezone", s."settings", s."uninstalledAt",
      CASE WHEN a."kind" = 'live' THEN a."id"::text END AS "printAccountId",
      coalesce(a."interfaceVersion"::text, 'v1') AS "interfaceVersion"
    FROM "Shop" s LEFT JOIN "PrintAccount" a ON a."id" = s."printAccountId" WHERE ${condition}`;
  return shop ?? null;
}

/** The answers of this process to Shopify's requests for shipping rates. */
export function createCheckoutRates(ctx: CheckoutRatesContext) {
  const { db, log, clock, limits = RATE_LIMITS } = ctx;
  const counts = createRateCounts(ctx);
  const readers = createFairReaders(READERS);
  const ask = createQuoteGate(clock, limits.quoteMs);

  /** The shop of a request, where the address that Shopify was given is the shop's own. */
  async function findShop(domain: string, token: string) {
    const shop = await readers.read(domain, () => readRatesShop(db, { domain }));
    return shop && isSameHash(token, ratesToken(ctx, shop.id)) ? shop : null;
  }

  /** The items of a basket that have a mapping, with SKUs of the print service. */
  async function readMapped(
    { id: shopId, domain }: RatesShop,
    items: readonly RateRequestItem[],
  ): Promise<MappedItem[]> {
    const gids = items.flatMap(({ variantGid, isFulfilledElsewhere }) =>
      variantGid === null || isFulfilledElsewhere ? [] : [variantGid],
    );
    const where = { shopId, variantGid: { in: [...new Set(gids)] } };
    const select = { variantGid: true, productGid: true, itemSku: true } as const;
    const mappings = gids.length === 0 ? [] : await readers.read(domain, () => db.mapping.findMany({ where, select }));
    const byVariant = new Map<Gid<"ProductVariant">, (typeof mappings)[number]>(
      mappings.map((one) => [one.variantGid, one]),
    );
    return items.flatMap(({ variantGid, quantity, isFulfilledElsewhere }) => {
      const mapping = variantGid === null || isFulfilledElsewhere ? undefined : byVariant.get(variantGid);
      return mapping === undefined || mapping.itemSku === "" ? [] : [{ ...mapping, quantity }];
    });
  }

  /** The fee of a basket: asked for within the budget, or kept from before. */
  async function findPrice(shop: RatesShop, settings: ShopSettings, basket: Basket): Promise<KnownFee | null> {
    const { printAccountId } = shop;
    if (printAccountId === null) return null;
    const pricing = { printAccountId, serviceCurrency: settings.serviceCurrency };
    const kept = await readers.read(shop.domain, () => readKnownPrice(ctx, pricing, basket));
    const known = kept?.status === "priced" ? kept.price : null;
    const age = known ? clock.now().getTime() - Date.parse(known.askedAt) : Infinity;
    if (known && age < CATALOG_PRICE_MAX_AGE_MS) return feeOf(known, "quote");
    const maxAgeMs = CATALOG_PRICE_MAX_AGE_MS;
    const asked = await ask(printAccountId, () => priceBasket(ctx, pricing, basket, { maxAgeMs }));
    if (asked?.status === "priced") return feeOf(asked.price, "quote");
    // What the print service rejects now it does not ship, whatever it said before.
    return known && asked?.status !== "rejected" ? feeOf(known, "kept") : null;
  }

  async function ratesFor(shop: RatesShop, settings: ShopSettings, request: RateRequest): Promise<RatesResult> {
    // An order by Express or Ground would be held, where the account ships by services.
    const { shippingServices } = CAPABILITIES[shop.interfaceVersion];
    const checkoutRates = { ...settings.checkoutRates, ...(shippingServices ? { faster: [] } : {}) };
    const shipped = request.items.filter(({ requiresShipping }) => requiresShipping);
    const countryCode = isoCountry(request.countryCode);
    const mapped = await readMapped(shop, shipped);
    const { items: printed, method } = printedBasket(settings.rules, countryCode ?? "", mapped);
    if (printed.length === 0) return { source: "not_ours", problem: "not_printed" };
    const hasOtherGoods = printed.length < shipped.length;
    if (hasOtherGoods && checkoutRates.mixed === "none") return { source: "not_ours", problem: "mixed" };
    const provinceCode = countryCode === null ? null : provinceFor(countryCode, request.province);
    if (countryCode === null) return { source: "none", problem: "destination" };
    const service = shippingServices
      ? serviceOfRate({ ...settings, checkoutRates }, { method }, countryCode)
      : undefined;
    const basket = { countryCode, items: printed, ...(service === undefined ? {} : { service }) };
    const known = provinceCode === null ? null : await findPrice(shop, settings, { ...basket, provinceCode });
    const day = dayOf(clock.now(), shop.timezone ?? "UTC");
    const made = makeRates({
      settings: checkoutRates,
      fee: known,
      destination: { countryCode },
      method,
      subtotal: subtotalOf(request.items),
      printedPieces: printed.reduce((sum, { quantity }) => sum + quantity, 0),
      hasOtherGoods,
      shopCurrency: shop.currency ?? request.currency,
      currency: request.currency,
      convert: (amount, from, to) => convert(amount, { from, to, day, rates: settings.profit.rates }),
    });
    if (!made) return { source: "none", problem: "no_price" };
    const source = made.from === "fee" && known ? known.source : "fallback";
    return { source, rates: made.rates, askedAt: made.from === "fee" && known ? known.askedAt : null };
  }

  async function resultFor(shop: RatesShop, request: RateRequest | null) {
    const settings = readSettings(shop.settings);
    if (shop.uninstalledAt || !settings.checkoutRates.on) return NOT_OFFERED;
    return request ? ratesFor(shop, settings, request) : UNREADABLE;
  }

  return {
    /** See AnswerRates. */
    async answer(shopDomain: string, token: string, request: RateRequest | null): Promise<RatesAnswer> {
      if (readers.waiting(shopDomain) >= MAX_WAITING) return { outcome: "backup" };
      const startedAt = performance.now();
      try {
        const shop = await withTimeout(limits.answerMs, findShop(shopDomain, token), null);
        if (!shop) return { outcome: "backup" };
        const left = limits.answerMs - (performance.now() - startedAt);
        const result = await withTimeout(left, resultFor(shop, request), OVERLOADED);
        const ms = Math.round(performance.now() - startedAt);
        if (!("problem" in result && result.problem === "off")) counts.add(shop.id, result.source, ms);
        log.info({ shop: shopDomain, source: result.source, ms }, "shipping rates");
        return answerOf(result);
      } catch (error) {
        log.error({ shop: shopDomain, error: errorName(error) }, "no shipping rates");
        return { outcome: "backup" };
      }
    },
    /** What the checkout would show, with these settings instead of the stored ones. */
    async tryRates(
      shopId: ShopId,
      checkoutRates: CheckoutRatesSettings,
      request: Omit<RateRequest, "currency">,
    ): Promise<RatesResult> {
      const shop = await readRatesShop(db, { id: shopId });
      if (!shop) return NOT_OFFERED;
      const settings = { ...readSettings(shop.settings), checkoutRates };
      return ratesFor(shop, settings, { ...request, currency: shop.currency ?? settings.serviceCurrency });
    },
    /** Writes what was counted. */
    flush: () => counts.flush(),
  };
}

export type CheckoutRates = ReturnType<typeof createCheckoutRates>;

const NOT_OFFERED = { source: "not_ours", problem: "off" } as const satisfies RatesResult;
const UNREADABLE = { source: "none", problem: "unreadable" } as const satisfies RatesResult;
const OVERLOADED = { source: "none", problem: "overloaded" } as const satisfies RatesResult;

/** shopify: an empty list says that the app does not ship this basket; without a price, Shopify's backup rates are better. */
function answerOf(result: RatesResult): RatesAnswer {
  if ("rates" in result) return { outcome: "rates", rates: result.rates };
  return result.source === "not_ours" ? { outcome: "rates", rates: [] } : { outcome: "backup" };
}

interface KnownFee {
  amount: string;
  currency: string;
  source: RateSource & ("quote" | "kept");
  askedAt: string;
}

/** null: a price whose sum does not add up is no price. */
function feeOf(price: Price, source: KnownFee["source"]): KnownFee | null {
  if (price.discrepancies.includes("total_differs")) return null;
  return { amount: price.shipping, currency: price.currency, source, askedAt: price.askedAt };
}

const subtotalOf = (items: readonly RateRequestItem[]): string =>
  items.reduce((sum, { price, quantity }) => sum.plus(new Decimal(price).times(quantity)), new Decimal(0)).toFixed();

/** The part of the address that only Shopify was given, for one shop. */
export const ratesToken = ({ encryptor }: { encryptor: Encryptor }, shopId: ShopId): string =>
  encryptor.hash(`checkout rates ${shopId}`);

/**
 * Asks an account's print service for a customer who waits: within the budget, with few requests at once, and after failures in a row
 * not at all for a while. null: there is no answer now. A request that takes longer goes on, and its answer is kept.
 */
function createQuoteGate(clock: Clock, budgetMs: number) {
  const accounts = new Map<PrintAccountId, { inFlight: number; failures: number; pausedUntil: number }>();
  return async <T extends { status: string }>(
    account: PrintAccountId,
    request: () => Promise<T>,
  ): Promise<T | null> => {
    const state = accounts.get(account) ?? { inFlight: 0, failures: 0, pausedUntil: 0 };
    accounts.set(account, state);
    const isTrying = state.failures >= FAILURES;
    const atOnce = isTrying ? 1 : QUOTES_AT_ONCE;
    if (clock.now().getTime() < state.pausedUntil || state.inFlight >= atOnce) return null;
    state.inFlight += 1;
    const answered = request().finally(() => (state.inFlight -= 1));
    const answer = await withTimeout<T | null>(budgetMs, answered, null);
    const failed = answer === null || answer.status === "unavailable" || answer.status === "account_rejected";
    state.failures = failed ? state.failures + 1 : 0;
    if (state.failures >= FAILURES) state.pausedUntil = clock.now().getTime() + PAUSE_MS;
    return answer;
  };
}

/** Reads of the database, few at once, and one shop after the other: a sale at the checkout of one keeps no other from its rates. */
export function createFairReaders(atOnce: number) {
  /** What waits, by shop, in the order of their turns. */
  const shops = new Map<string, (() => void)[]>();
  let running = 0;
  function startNext(): void {
    const [turn] = shops;
    if (!turn || running >= atOnce) return;
    const [shop, [start, ...later]] = turn;
    shops.delete(shop);
    if (later.length > 0) shops.set(shop, later);
    running += 1;
    start?.();
  }
  return {
    waiting: (shop: string): number => shops.get(shop)?.length ?? 0,
    async read<T>(shop: string, query: () => Promise<T>): Promise<T> {
      await new Promise<void>((start) => {
        shops.set(shop, [...(shops.get(shop) ?? []), start]);
        startNext();
      });
      try {
        return await query();
      } finally {
        running -= 1;
        startNext();
      }
    },
  };
}
