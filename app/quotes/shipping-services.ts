import { Decimal } from "decimal.js";
import { z } from "zod";
import { findDestination } from "../address/shipping-destination.ts";
import type { PrismaClient } from "../../prisma/client/client.ts";
import type { Sql } from "../database/sql.ts";
import { DAY_MS, type Clock } from "../ports/clock.ts";
import type { PrintAccountId } from "../ports/ids.ts";
import { RejectedError } from "../ports/errors.ts";
import type { FurtherCalls, PrintService, ShippingService, ShippingServiceSummary } from "../ports/print-service.ts";
import { catalogVariantsBySku } from "../print-catalog/catalog.ts";

/** A shipping service of a SKU as it was read last. */
export interface KeptService extends Omit<ShippingService, "itemSku"> {
  /** When it was first missing, ISO 8601 UTC. Left out: it is there. */
  goneAt?: string | undefined;
}

/** How the print service ships a SKU. Without services: it named none. */
interface SkuServices {
  services: KeptService[];
  readAt: Date;
}

export interface QuotesContext {
  db: PrismaClient;
  sql: Sql;
  printService: PrintService;
  clock: Clock;
}

/** Fees older than that are read again. */
export const FEES_MAX_AGE_MS = DAY_MS;
/** So long it is told that a service vanished. */
const TOLD_GONE_MS = 30 * DAY_MS;
/** SKUs that nobody asks for any more are dropped after that. */
const KEPT_MS = 30 * DAY_MS;
/** print-service-v3: getShippingMethods */
export const SKUS_PER_CALL = 100;
const MAX_SERVICES = 200;

const amount = z.string().nullable();
// A row that an older version wrote may have another shape, and counts as none.
const keptServices = z.array(
  z.object({
    ...{ madeIn: z.string(), destination: z.string(), name: z.string(), code: z.string() },
    ...{ fee: amount, extraFee: amount, taxFee: amount },
    goneAt: z.string().optional(),
  }),
) satisfies z.ZodType<KeptService[]>;

/** What is kept of these SKUs, however old, without a call. */
export async function readKeptServices(
  { db }: Pick<QuotesContext, "db">,
  printAccountId: PrintAccountId,
  skus: readonly string[],
): Promise<Map<string, SkuServices>> {
  const rows = await db.shippingFees.findMany({ where: { printAccountId, itemSku: { in: [...new Set(skus)] } } });
  return new Map(
    rows.map(({ itemSku, services, readAt }) => [
      itemSku,
      { services: keptServices.catch([]).parse(services), readAt },
    ]),
  );
}

/** Those of the SKUs of which nothing is kept, or nothing newer than a day. */
export function staleSkus(kept: ReadonlyMap<string, SkuServices>, skus: readonly string[], now: Date): string[] {
  const since = now.getTime() - FEES_MAX_AGE_MS;
  return [...new Set(skus)].filter((sku) => (kept.get(sku)?.readAt.getTime() ?? 0) <= since);
}

/**
 * Asks what ships these SKUs, at most SKUS_PER_CALL of them, and keeps the answer with the services that it no longer names. What is kept
 * stays where no answer comes. @throws RemoteError
 */
export async function refreshServices(
  ctx: QuotesContext,
  printAccountId: PrintAccountId,
  skus: readonly string[],
): Promise<void> {
  const now = ctx.clock.now();
  const { shippingServices } = await ctx.printService.forAccount(printAccountId).further();
  const answered = await askServices(shippingServices, skus);
  const bySku = Map.groupBy(answered, ({ itemSku }) => itemSku);
  const answeredAs = await presentSkus(ctx, printAccountId, skus, bySku);
  const kept = await readKeptServices(ctx, printAccountId, skus);
  const rows = [...new Set(skus)].map((itemSku) => {
    const before = kept.get(itemSku)?.services ?? [];
    const named = (bySku.get(answeredAs(itemSku)) ?? []).map(({ itemSku: _, ...service }) => service);
    // An answer without any service is not believed where there were some: an outage looks so, too.
    const services = answered.length === 0 ? before : mergeServices(before, named, now);
    return { printAccountId, itemSku, services: services.map((one) => ({ ...one })), readAt: now };
  });
  await ctx.db.$transaction([
    ...rows.map(({ services, readAt, ...key }) =>
      ctx.db.shippingFees.upsert({
        where: { printAccountId_itemSku: key },
        create: { ...key, services, readAt },
        update: { services, readAt },
      }),
    ),
    ctx.db.shippingFees.deleteMany({
      where: { printAccountId, readAt: { lt: new Date(now.getTime() - KEPT_MS) } },
    }),
  ]);
  await summarize(ctx, printAccountId);
}

/** So many refusals without an answer are not about single SKUs. */
const MAX_REFUSALS = 20;

/**
 * Nothing shows whether one SKU that the service does not know has it refuse the whole call: what is refused is asked by halves, and a
 * single one that is refused has no services.
 */
async function askServices(
  call: FurtherCalls["shippingServices"],
  skus: readonly string[],
): Promise<ShippingService[]> {
  let [answers, refusals] = [0, 0];
  const ask = async (some: readonly string[]): Promise<ShippingService[]> => {
    try {
      const answered = await call(some);
      answers += 1;
      return answered;
    } catch (error) {
      refusals += 1;
      const isAboutSkus = error instanceof RejectedError && skus.length > 1 && (answers > 0 || refusals < MAX_REFUSALS);
      if (!isAboutSkus) throw error;
      if (some.length === 1) return [];
      const half = Math.ceil(some.length / 2);
      return [...(await ask(some.slice(0, half))), ...(await ask(some.slice(half)))];
    }
  };
  return ask(skus);
}

/** The service may answer an earlier SKU of a variant by its present one, which the catalog knows. */
async function presentSkus(
  ctx: Pick<QuotesContext, "sql">,
  printAccountId: PrintAccountId,
  skus: readonly string[],
  bySku: ReadonlyMap<string, unknown>,
): Promise<(itemSku: string) => string> {
  const renamed = skus.filter((sku) => !bySku.has(sku));
  const variants = renamed.length === 0 ? null : await catalogVariantsBySku(ctx, printAccountId, renamed);
  const [only, ...others] = bySku.keys();
  const single = skus.length === 1 && others.length === 0 ? only : undefined;
  return (sku) => (bySku.has(sku) ? sku : (variants?.get(sku)?.variant.itemSku ?? single ?? sku));
}

/** What a service is told apart by. */
const idOf = ({ code, name }: Pick<KeptService, "code" | "name">): string => code || name;

const keyOf = ({ madeIn, destination, ...service }: KeptService): string =>
  JSON.stringify([madeIn, destination, idOf(service)]);

/** What is named now, then what was named before, for some time. */
export function mergeServices(before: readonly KeptService[], named: readonly KeptService[], now: Date): KeptService[] {
  const present = new Set(named.map(keyOf));
  const gone = before
    .filter((one) => !present.has(keyOf(one)))
    .map((one) => ({ ...one, goneAt: one.goneAt ?? now.toISOString() }))
    .filter(({ goneAt }) => now.getTime() - Date.parse(goneAt) < TOLD_GONE_MS);
  return [...new Map(named.map((one) => [keyOf(one), one])).values(), ...gone];
}

/** Keeps with the account what it ships with: shipping rules and orders are judged by that, without another statement. */
async function summarize({ db }: Pick<QuotesContext, "db">, printAccountId: PrintAccountId): Promise<void> {
  const rows = await db.$queryRaw<{ code: string; name: string; destination: string }[]>`
    SELECT DISTINCT s.value ->> 'code' AS "code", s.value ->> 'name' AS "name", s.value ->> 'destination' AS "destination"
    FROM "ShippingFees" f, jsonb_array_elements(f."services") s
    WHERE f."printAccountId" = ${printAccountId}::uuid AND s.value ->> 'goneAt' IS NULL AND s.value ->> 'code' <> ''
    ORDER BY 1, 2, 3`;
  const summary: ShippingServiceSummary[] = [...Map.groupBy(rows, ({ code }) => code)]
    .slice(0, MAX_SERVICES)
    .map(([code, of]) => ({
      code,
      name: of.find(({ name }) => name !== "")?.name ?? "",
      destinations: [...new Set(of.map(({ destination }) => destination))],
    }));
  const account = await db.printAccount.findUniqueOrThrow({
    where: { id: printAccountId },
    select: { shippingServices: true },
  });
  if (JSON.stringify(account.shippingServices ?? []) === JSON.stringify(summary)) return;
  await db.printAccount.update({
    where: { id: printAccountId },
    data: { shippingServices: summary.map((one) => ({ ...one })) },
  });
}

/** A place that makes a SKU, with what ships it from there. */
interface Place {
  madeIn: string;
  services: KeptService[];
}

/** The places from which a SKU is shipped to a country, as the service listed them. null: not known. */
function placesTo(kept: SkuServices | undefined, countryCode: string): Place[] | null {
  const present = (kept?.services ?? []).filter(({ goneAt }) => goneAt === undefined);
  if (present.length === 0) return null;
  let isUnclear = false;
  const places: Place[] = [];
  for (const [madeIn, services] of Map.groupBy(present, (one) => one.madeIn)) {
    const found = findDestination([...new Set(services.map(({ destination }) => destination))], countryCode);
    if (found === "unknown") isUnclear = true;
    else if (found !== "none")
      places.push({ madeIn, services: services.filter(({ destination }) => destination === found.name) });
  }
  return places.length === 0 && isUnclear ? null : places;
}

/** The SKUs that a service is known not to ship to a country. */
export function unshippedSkus(
  kept: ReadonlyMap<string, SkuServices>,
  skus: readonly string[],
  { service, countryCode }: { service: string; countryCode: string },
): string[] {
  return [...new Set(skus)].filter((sku) => {
    const places = placesTo(kept.get(sku), countryCode);
    return places !== null && !places.some(({ services }) => services.some(({ code }) => code === service));
  });
}

/** What one piece of a SKU costs to print, by the place that makes it; null: not known. */
export type BaseCostOf = (itemSku: string, madeIn: string) => string | null;

/** What a basket costs by one service. Decimal strings in the account's currency; null: not known. */
export interface ServiceCost {
  code: string;
  name: string;
  goods: string | null;
  /** Of the first piece of each item, and of its further ones. */
  firstFees: string | null;
  furtherFees: string | null;
  /** Of one further piece, by item from the lowest to the highest. */
  perFurther: { low: string; high: string } | null;
  tax: string | null;
  /** Goods and fees, without tax. */
  total: string | null;
  /** Items that it does not ship to the country. */
  notShipped: string[];
  lines: { itemSku: string; quantity: number; baseCost: string | null; shipping: string | null; tax: string | null }[];
}

interface BasketItem {
  itemSku: string;
  quantity: number;
}

/**
 * What a basket costs by each service that ships any of it to a country, the cheapest first. Of several places that make an item, the first
 * one counts that the service ships from.
 */
export function serviceCosts(
  items: readonly BasketItem[],
  countryCode: string,
  kept: ReadonlyMap<string, SkuServices>,
  baseCostOf: BaseCostOf,
): ServiceCost[] {
  const places = new Map(items.map(({ itemSku }) => [itemSku, placesTo(kept.get(itemSku), countryCode)]));
  const all = [...places.values()].flatMap((of) => (of ?? []).flatMap(({ services }) => services));
  const keys = [...new Map(all.map((one) => [idOf(one), one])).entries()];
  const costs = keys.map(([key, { code, name }]) => {
    const notShipped: string[] = [];
    const parts = items.map(({ itemSku, quantity }) => {
      const known = places.get(itemSku) ?? null;
      const place = known?.find(({ services }) => services.some((one) => idOf(one) === key));
      const service = place?.services.find((one) => idOf(one) === key);
      if (known !== null && !place) notShipped.push(itemSku);
      const base = place ? baseCostOf(itemSku, place.madeIn) : null;
      const further = quantity === 1 ? "0" : times(service?.extraFee ?? null, quantity - 1);
      return {
        itemSku,
        quantity,
        base,
        first: service?.fee ?? null,
        further,
        extraFee: service?.extraFee ?? null,
        taxFee: service?.taxFee ?? null,
      };
    });
    const goods = sum(parts.map(({ base, quantity }) => times(base, quantity)));
    const firstFees = sum(parts.map(({ first }) => first));
    const furtherFees = sum(parts.map(({ further }) => further));
    return {
      ...{ code, name, goods, firstFees, furtherFees, notShipped: [...new Set(notShipped)] },
      perFurther: rangeOf(parts.map(({ extraFee }) => extraFee)),
      tax: sum(parts.map(({ taxFee }) => taxFee)),
      total: sum([goods, firstFees, furtherFees]),
      lines: parts.map(({ itemSku, quantity, base, first, further, taxFee }) => ({
        ...{ itemSku, quantity, baseCost: base, shipping: sum([first, further]), tax: taxFee },
      })),
    };
  });
  const rank = ({ total, firstFees }: ServiceCost) => Number(total ?? firstFees ?? Infinity);
  return costs.toSorted((a, b) => (rank(a) === rank(b) ? 0 : rank(a) - rank(b)));
}

const times = (value: string | null, by: number): string | null =>
  value === null ? null : new Decimal(value).times(by).toFixed();

/** null where a part is. */
const sum = (parts: readonly (string | null)[]): string | null =>
  parts.some((part) => part === null)
    ? null
    : parts.reduce((total, part) => total.plus(part ?? 0), new Decimal(0)).toFixed();

function rangeOf(fees: readonly (string | null)[]): ServiceCost["perFurther"] {
  const known = fees.filter((fee) => fee !== null);
  if (known.length < fees.length || known.length === 0) return null;
  return { low: Decimal.min(...known).toFixed(), high: Decimal.max(...known).toFixed() };
}

/** Services that shipped an item to the country, and vanished since: the newest first. */
export function goneServices(
  items: readonly BasketItem[],
  countryCode: string,
  kept: ReadonlyMap<string, SkuServices>,
): { name: string; since: string }[] {
  const services = items.flatMap(({ itemSku }) => kept.get(itemSku)?.services ?? []);
  const to = findDestination([...new Set(services.map(({ destination }) => destination))], countryCode);
  if (typeof to === "string") return [];
  const here = services.filter(({ destination }) => destination === to.name);
  const present = new Set(here.filter(({ goneAt }) => goneAt === undefined).map(idOf));
  const gone = here.filter((one) => one.goneAt !== undefined && !present.has(idOf(one)));
  return [...new Map(gone.map((one) => [idOf(one), one])).values()]
    .map(({ code, name, goneAt = "" }) => ({ name: name || code, since: goneAt }))
    .toSorted((a, b) => (a.since < b.since ? 1 : -1));
}

/** The service that an order without a chosen one goes by, where its name tells; undefined: not known. */
export function standardOf(costs: readonly ServiceCost[]): ServiceCost | undefined {
  const [only, ...others] = costs.filter(({ name, code }) =>
    /\bstandard\b/i.test(`${name} ${code}`.replaceAll("_", " ")),
  );
  return others.length === 0 ? only : undefined;
}
