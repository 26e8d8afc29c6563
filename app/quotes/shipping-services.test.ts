import { randomUUID } from "node:crypto";
import { Decimal } from "decimal.js";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openFreshDatabase } from "../../tests/support/database.ts";
import { newId } from "../../tests/support/ids.ts";
import { systemIds } from "../composition/ids.server.ts";
import type { PrintAccountId, ShopId } from "../ports/ids.ts";
import { storeProducts } from "../print-catalog/store.ts";
import { RejectedError, UnavailableError } from "../ports/errors.ts";
import type { FurtherCalls, PrintAccountCalls, ShippingService } from "../ports/print-service.ts";
import { compareMethods } from "./compare-methods.ts";
import { priceBasket } from "./price-basket.ts";
import { shopSettings } from "../settings/settings.ts";
import {
  goneServices,
  mergeServices,
  readKeptServices,
  refreshServices,
  serviceCosts,
  staleSkus,
  unshippedSkus,
  type KeptService,
} from "./shipping-services.ts";
import { openQuotesWorld } from "./world.testing.ts";

const HOUR = 60 * 60_000;

const service = (over: Partial<ShippingService> = {}): ShippingService => ({
  ...{ itemSku: "TEE", madeIn: "US", destination: "US", name: "Standard", code: "STD" },
  ...{ fee: "4.00", extraFee: "1.50", taxFee: null },
  ...over,
});
const PRIORITY = { name: "Priority", code: "PRIORITY", fee: "9.00", extraFee: "3.00", taxFee: "0.40" };
const keptOf = (...services: ShippingService[]) =>
  new Map(
    [...Map.groupBy(services, ({ itemSku }) => itemSku)].map(([sku, of]) => [
      sku,
      { services: of.map(({ itemSku: _, ...one }) => one), readAt: new Date(0) },
    ]),
  );

describe("what a basket costs by each service", () => {
  const costs = (kept: ReturnType<typeof keptOf>, base: string | null = "8.00") =>
    serviceCosts([{ itemSku: "TEE", quantity: 3 }], "US", kept, () => base);

  it("is the goods, the fee of the first piece and those of the others, the cheapest first", () => {
    expect(costs(keptOf(service(PRIORITY), service()))).toMatchObject([
      { code: "STD", goods: "24", firstFees: "4", furtherFees: "3", tax: null, total: "31" },
      {
        code: "PRIORITY",
        firstFees: "9",
        furtherFees: "6",
        perFurther: { low: "3", high: "3" },
        tax: "0.4",
        total: "39",
      },
    ]);
  });

  it("is not known where a part is not, and never 0", () => {
    const [unpriced] = costs(keptOf(service({ fee: null })));
    expect(unpriced).toMatchObject({ firstFees: null, total: null, goods: "24" });
    expect(costs(keptOf(service({ extraFee: null })))[0]).toMatchObject({
      furtherFees: null,
      perFurther: null,
      total: null,
    });
    expect(costs(keptOf(service()), null)[0]).toMatchObject({ goods: null, total: null });
    expect(costs(keptOf())).toEqual([]);
  });

  it("names the items that a service does not ship there", () => {
    const kept = keptOf(service(), service(PRIORITY), service({ itemSku: "MUG" }));
    const items = ["TEE", "MUG"].map((itemSku) => ({ itemSku, quantity: 1 }));
    const [standard, priority] = serviceCosts(items, "US", kept, () => "5");
    expect(standard).toMatchObject({ notShipped: [], total: "18" });
    expect(priority).toMatchObject({ code: "PRIORITY", notShipped: ["MUG"], total: null });
    const wanted = { service: "PRIORITY", countryCode: "US" };
    expect(unshippedSkus(kept, ["TEE", "MUG", "UNKNOWN"], wanted)).toEqual(["MUG"]);
    expect(unshippedSkus(kept, ["TEE"], { ...wanted, countryCode: "JP" })).toEqual(["TEE"]);
  });

  it("is exact to the cent whatever the fees and quantities are", () => {
    const cents = fc.integer({ min: 1, max: 99_999 }).map((n) => new Decimal(n).dividedBy(100).toFixed(2));
    const line = fc.record({ fee: cents, extraFee: cents, base: cents, quantity: fc.integer({ min: 1, max: 50 }) });
    fc.assert(
      fc.property(fc.array(line, { minLength: 1, maxLength: 5 }), (lines) => {
        const items = lines.map(({ quantity }, at) => ({ itemSku: `S${at}`, quantity }));
        const kept = keptOf(...lines.map(({ fee, extraFee }, at) => service({ itemSku: `S${at}`, fee, extraFee })));
        const [cost] = serviceCosts(items, "US", kept, (sku) => lines[Number(sku.slice(1))]?.base ?? null);
        const inCents = (text: string) => Math.round(Number(text) * 100);
        const expected = lines.reduce(
          (sum, one) =>
            sum + inCents(one.base) * one.quantity + inCents(one.fee) + inCents(one.extraFee) * (one.quantity - 1),
          0,
        );
        expect(new Decimal(cost?.total ?? -1).times(100).toNumber()).toBe(expected);
      }),
    );
  });
});

it("a service that is no longer named is told, and one that returns is there", () => {
  const [standard, priority] = [service(), service(PRIORITY)].map(({ itemSku: _, ...one }): KeptService => one);
  if (!standard || !priority) throw new Error("no services");
  const day = (n: number) => new Date(Date.UTC(2026, 10, n));
  const gone = mergeServices([standard, priority], [standard], day(20));
  const kept = new Map([["TEE", { services: gone, readAt: day(20) }]]);
  const items = [{ itemSku: "TEE", quantity: 1 }];
  expect(goneServices(items, "US", kept)).toEqual([{ name: "Priority", since: day(20).toISOString() }]);
  expect(goneServices(items, "DE", kept)).toEqual([]);
  expect(mergeServices(gone, [standard], day(25))).toEqual(gone);
  expect(mergeServices(gone, [standard, priority], day(26))).toEqual([standard, priority]);
  expect(mergeServices(gone, [standard], new Date(Date.UTC(2027, 0, 20)))).toEqual([standard]);
});

describe("what is kept of an account", () => {
  let database: Awaited<ReturnType<typeof openFreshDatabase>>;
  beforeAll(async () => void (database = await openFreshDatabase()));
  afterAll(() => database.drop());

  /** A mapped variant in Shopify, whose SKU the catalog of the account has. */
  async function addVariant(printAccountId: PrintAccountId): Promise<ShopId> {
    const { db } = database;
    const [id, at]: [ShopId, Date] = [newId(), new Date()];
    const location = { name: "", code: "US", madeIn: "US", baseCost: "8.00", printAreas: [] };
    const variant = { title: "Tee", itemSku: "TEE", oldSkus: [], variantId: null, availability: null, attributes: [] };
    const product = { code: "T", name: "Tee", pictureUrl: "", templateUrl: "" };
    const products = [{ ...product, variants: [{ ...variant, locations: [location] }] }];
    await storeProducts({ db, ids: systemIds }, printAccountId, products, at);
    await db.shop.create({
      data: {
        id,
        domain: `${randomUUID()}.myshopify.com`,
        goLiveAt: at,
        installedAt: at,
        currency: "USD",
        settings: {},
        printAccountId,
      },
    });
    const gids = { productGid: "gid://shopify/Product/1", variantGid: "gid://shopify/ProductVariant/1" } as const;
    await db.$executeRaw`
      INSERT INTO "Mapping" ("id", "shopId", "productGid", "variantGid", "itemSku", "updatedAt")
      VALUES (gen_random_uuid(), ${id}::uuid, ${gids.productGid}, ${gids.variantGid}, 'TEE', ${at})`;
    await db.$executeRaw`
      INSERT INTO "ProductVariant" ("shopId", "productGid", "variantGid", "productTitle", "title", "options", "price", "position",
        "status", "giftCard", "requiresShipping", "readAt", "factsHash")
      VALUES (${id}::uuid, ${gids.productGid}, ${gids.variantGid}, 'Tee', 'M', '[]', '25.00', 1, 'active', false, true, ${at}, '')`;
    return id;
  }

  /** An account whose print service ships by `state.services`; null: it is away. */
  async function open() {
    const world = await openQuotesWorld(database);
    await world.service.close();
    const state = { services: [service(), service(PRIORITY)] as ShippingService[] | null, asked: 0 };
    const shippingServices = (skus: readonly string[]) => {
      state.asked += 1;
      if (!state.services) return Promise.reject(new UnavailableError("away"));
      return Promise.resolve(state.services.filter(({ itemSku }) => skus.includes(itemSku)));
    };
    const noPrice = () => Promise.reject(new UnavailableError("price: not_known", { hasNoPrice: true }));
    const calls = {
      further: () => Promise.resolve({ shippingServices } as Partial<FurtherCalls> as FurtherCalls),
      testPrice: noPrice,
    } as Partial<PrintAccountCalls> as PrintAccountCalls;
    const ctx = { ...world.process(), printService: { forAccount: () => calls } };
    const { printAccountId } = await world.shop();
    const summary = async () =>
      (await database.db.printAccount.findUniqueOrThrow({ where: { id: printAccountId } })).shippingServices;
    return { ...world, ctx, state, printAccountId, summary };
  }

  it("is read once a day, and stays while the service is away, or answers with nothing at all", async () => {
    const { ctx, state, printAccountId, summary, advance } = await open();
    await refreshServices(ctx, printAccountId, ["TEE"]);
    expect(await summary()).toEqual([
      { code: "PRIORITY", name: "Priority", destinations: ["US"] },
      { code: "STD", name: "Standard", destinations: ["US"] },
    ]);
    const stale = async (...skus: string[]) =>
      staleSkus(await readKeptServices(ctx, printAccountId, skus), skus, ctx.clock.now());
    expect(await stale("TEE", "MUG")).toEqual(["MUG"]);
    advance(24 * HOUR);
    expect(await stale("TEE")).toEqual(["TEE"]);
    state.services = null;
    await expect(refreshServices(ctx, printAccountId, ["TEE"])).rejects.toThrow(UnavailableError);
    state.services = [];
    await refreshServices(ctx, printAccountId, ["TEE"]);
    const kept = await readKeptServices(ctx, printAccountId, ["TEE"]);
    expect(kept.get("TEE")?.services.map(({ goneAt }) => goneAt)).toEqual([undefined, undefined]);
    state.services = [service()];
    await refreshServices(ctx, printAccountId, ["TEE"]);
    expect(await summary()).toEqual([{ code: "STD", name: "Standard", destinations: ["US"] }]);
  });

  it("is read although the service refuses a call for one of its SKUs, and not where it refuses all", async () => {
    const { ctx, printAccountId } = await open();
    const skus = Array.from({ length: 100 }, (_, at) => `TEE-${at}`);
    const asked: number[] = [];
    const refuse = (isRefused: (sku: string) => boolean) => {
      const shippingServices: FurtherCalls["shippingServices"] = (some) => {
        asked.push(some.length);
        if (some.some(isRefused)) return Promise.reject(new RejectedError("unknown SKU"));
        return Promise.resolve(some.map((itemSku) => service({ itemSku })));
      };
      const further = () => Promise.resolve({ shippingServices } as Partial<FurtherCalls> as FurtherCalls);
      const calls = { further } as Partial<PrintAccountCalls> as PrintAccountCalls;
      return { ...ctx, printService: { forAccount: () => calls } };
    };
    await refreshServices(
      refuse((sku) => sku === "TEE-70"),
      printAccountId,
      skus,
    );
    const kept = await readKeptServices(ctx, printAccountId, skus);
    expect(skus.filter((sku) => kept.get(sku)?.services.length !== 1)).toEqual(["TEE-70"]);
    expect(staleSkus(kept, skus, ctx.clock.now())).toEqual([]);
    expect(asked.length).toBeLessThan(20);
    await expect(
      refreshServices(
        refuse(() => true),
        printAccountId,
        skus,
      ),
    ).rejects.toThrow(RejectedError);
    expect(asked.length).toBeLessThan(40);
  });

  it("compares all services with the margin at the price in Shopify, and says that fees are old while the service is away", async () => {
    const { ctx, state, printAccountId, advance } = await open();
    const shop = await addVariant(printAccountId);
    const settings = shopSettings.parse({});
    const basket = { countryCode: "US", provinceCode: "OR", items: [{ itemSku: "TEE", quantity: 1 }] };
    const compare = () => compareMethods(ctx, { id: shop, printAccountId, settings }, basket);
    expect(await compare()).toMatchObject({
      problem: null,
      rows: [
        { code: "STD", total: "12", tax: null, margin: "52" },
        { code: "PRIORITY", total: "17", tax: "0.4", margin: "32" },
      ],
      gone: [],
      price: "25",
    });
    advance(25 * HOUR);
    state.services = null;
    expect(await compare()).toMatchObject({ problem: "unavailable", rows: [{ code: "STD" }, { code: "PRIORITY" }] });
    state.services = [service({ fee: null })];
    expect(await compare()).toMatchObject({
      problem: null,
      rows: [{ code: "STD", firstFees: null, total: null, margin: null }],
      gone: [{ name: "Priority" }],
    });
  });

  it("prices an order by its service where the service names no price yet, and not at all where a fee is unknown", async () => {
    const { ctx, state, printAccountId } = await open();
    await addVariant(printAccountId);
    const basket = { countryCode: "US", provinceCode: "OR", items: [{ itemSku: "TEE", quantity: 2 }] };
    const price = (wanted: object = {}) =>
      priceBasket(ctx, { printAccountId, serviceCurrency: "USD" }, { ...basket, ...wanted }, { maxAgeMs: 0 });
    expect(await price()).toEqual({ status: "not_priced" });
    await refreshServices(ctx, printAccountId, ["TEE"]);
    expect(await price()).toMatchObject({
      status: "priced",
      price: { goods: "16", shipping: "5.5", total: "21.5", fromFees: { taxKnown: false }, discrepancies: [] },
    });
    expect(await price({ service: "PRIORITY" })).toMatchObject({
      price: { total: "28", fromFees: { taxKnown: true } },
    });
    state.services = [service({ fee: null })];
    await refreshServices(ctx, printAccountId, ["TEE"]);
    expect([await price(), await price({ service: "PRIORITY" })]).toEqual([
      { status: "not_priced" },
      { status: "not_priced" },
    ]);
  });
});
