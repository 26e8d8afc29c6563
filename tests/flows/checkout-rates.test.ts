import { createHmac } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { carrierServiceContext, shopActionsContext } from "../../app/composition/shop-context.server.ts";
import {
  reconcileCarrierService,
  reconcileDueCarrierServices,
  viewCarrierService,
} from "../../app/checkout-rates/carrier-service.ts";
import { readRateFigures } from "../../app/checkout-rates/rate-counts.ts";
import { checkoutRatesSettings, type CheckoutRatesSettings } from "../../app/settings/checkout-rates.ts";
import { connectPractice } from "../../app/settings-page/account.ts";
import { changeSettings } from "../../app/settings-page/save-settings.ts";
import { PEOPLE } from "../../sandbox/shopify/buyers.ts";
import { order, stockShop, type Goods } from "../support/goods.ts";
import { slowness } from "../support/slowness.ts";
import { API_SECRET, startTestApp, type TestApp } from "../support/test-app.ts";
import { until } from "../support/until.ts";

const HOUR = 3_600_000;
const OTHER = "two.myshopify.com";
const NEXT = "four.myshopify.com";
const NEW = "three.myshopify.com";
const FALLBACK: Partial<CheckoutRatesSettings> = { fallback: [{ countries: [], first: "7.00", further: "2.00" }] };

let testApp: TestApp;
let goods: Goods;

beforeAll(async () => {
  // The costs of an order are asked for by the same call, and at any time.
  testApp = await startTestApp({ workers: false, intervals: { longRunsEveryMs: { submission_costs: Infinity } } });
  goods = await stockShop(testApp);
  await testApp.addShop(OTHER);
  await testApp.addShop(NEW);
  await testApp.addShop(NEXT);
  await testApp.startWorkers();
  await grant();
  await change({});
});
afterAll(() => testApp.close());
beforeEach(() => testApp.printService.clearFaults());

const core = () => testApp.services.core;
const shopRow = (domain = testApp.shop) => core().ctx.db.shop.findUniqueOrThrow({ where: { domain } });
const inShopify = (domain = testApp.shop) => testApp.shopify.shop(domain).carrierServices;
const quotes = () => testApp.printService.state().calls["test_price"] ?? 0;

async function change(rates: Partial<CheckoutRatesSettings>, domain = testApp.shop) {
  const { id } = await shopRow(domain);
  const checkoutRates = checkoutRatesSettings.parse({ on: true, ...rates });
  await changeSettings(shopActionsContext(core()), id, { checkoutRates });
  await reconcileCarrierService(carrierServiceContext(core()), id);
  return viewCarrierService(core().ctx, id);
}

async function grant(domain = testApp.shop) {
  const { shopify } = testApp;
  shopify.grantScopes(domain, [...shopify.shop(domain).scopes, "write_shipping"]);
  await until("granted", async () => (await shopRow(domain)).scopes.includes("write_shipping"));
}

/** A request as Shopify's checkout makes it, with anything about it changed. */
async function ask(
  variants: string[],
  over: { country?: string; secret?: string; domain?: string; path?: string; body?: string } = {},
) {
  const { secret = API_SECRET, domain = testApp.shop, country = "US" } = over;
  const items = variants.map((id) => ({ variant_id: Number(id), quantity: 1, price: 2500, requires_shipping: true }));
  const destination = { country, province: "", name: "Ada Buyer", address1: "12 Elm Road", phone: "+1 555 010 0200" };
  const body = over.body ?? JSON.stringify({ rate: { destination, items, currency: "USD" } });
  const path = over.path ?? new URL(inShopify()[0]?.callbackUrl ?? "").pathname;
  const answer = await fetch(`${testApp.appUrl}${path}`, {
    method: "POST",
    headers: {
      "x-shopify-hmac-sha256": createHmac("sha256", secret).update(body).digest("base64"),
      "x-shopify-shop-domain": domain,
    },
    body,
  });
  const text = await answer.text();
  const { rates } = (answer.status === 200 ? JSON.parse(text) : { rates: [] }) as { rates: { total_price: string }[] };
  return { status: answer.status, prices: rates.map((rate) => rate.total_price), text };
}

const sources = async () => {
  await core().checkoutRates.flush();
  return (await readRateFigures(core().ctx, (await shopRow()).id)).counts;
};

it("a carrier service is made once the merchant allows it, found again, put right, and gone with the app", async () => {
  const { shopify, clock } = testApp;
  const own = () => inShopify(NEW);
  expect(await change({}, NEW)).toMatchObject({ state: "problem", problem: "scope_missing" });
  expect(own()).toEqual([]);
  await grant(NEW);
  shopify.setCalculatedShipping(NEW, false);
  expect(await change({}, NEW)).toMatchObject({ state: "problem", problem: "plan" });
  shopify.setCalculatedShipping(NEW, true);
  // The answer to its creation is lost: the next look finds it.
  shopify.faults.next({ operation: "CarrierServiceCreate", kind: "reset-after" });
  expect(await change({}, NEW)).toMatchObject({ state: "problem", problem: "unavailable" });
  expect(await change({}, NEW)).toMatchObject({ state: "on", problem: null });
  expect(own()).toMatchObject([{ name: "Inkbridge", active: true }]);
  // Somebody turned it off in Shopify. The periodic run puts it right.
  Object.assign(own()[0] ?? {}, { active: false });
  clock.advance(7 * HOUR);
  await reconcileDueCarrierServices(carrierServiceContext(core()), new AbortController().signal);
  expect(own()).toMatchObject([{ active: true }]);
  expect(await change({ on: false }, NEW)).toMatchObject({ state: "off" });
  expect(own()).toEqual([]);
  expect(await change({}, NEW)).toMatchObject({ state: "on" });
  shopify.uninstall(NEW);
  await until("uninstalled", async () => (await shopRow(NEW)).uninstalledAt);
  expect(await core().ctx.db.carrierService.findFirst({ where: { shop: { domain: NEW } } })).toMatchObject({
    gid: null,
  });
});

it("a customer sees the print service's price, asked for once, and chooses the method that is printed", async () => {
  await change({ handling: "1.00", faster: [{ method: "US-1", name: "Express", surcharge: "6.00" }] });
  const lines = [{ variantId: goods.shirt, quantity: 2 }];
  const asked = quotes();
  const shown = await testApp.shopify.shippingOptions(testApp.shop, {
    lines,
    shippingAddress: PEOPLE.unitedStates.shippingAddress,
  });
  expect(shown.from).toBe("carrier");
  const [standard, express] = shown.options;
  expect(Number(express?.price)).toBe(Number(standard?.price) + 6);
  expect(quotes()).toBe(asked + 1);
  const placed = testApp.shopify.placeOrder(testApp.shop, order(lines, { shippingLine: express }));
  await testApp.waitForOrder(placed.id, "sent", ({ submissions }) => submissions[0]?.state === "submitted");
  expect(testApp.printService.state().orders.map(({ method }) => method)).toEqual([1]);
});

it("a request that is not signed, or not for this shop, learns nothing", async () => {
  await grant(OTHER);
  expect(await change({}, OTHER)).toMatchObject({ state: "on" });
  const theirs = new URL(inShopify(OTHER)[0]?.callbackUrl ?? "").pathname;
  const body = '{"rate":{}}';
  const unsigned = await fetch(`${testApp.appUrl}${theirs}`, { method: "POST", body });
  expect(unsigned.status).toBe(401);
  expect(await ask([goods.shirt], { secret: "guessed" })).toMatchObject({ status: 401, prices: [] });
  // Signed for one shop, and sent to the address of the other, or with the other's name.
  expect(await ask([goods.shirt], { path: theirs })).toMatchObject({ status: 404, prices: [] });
  expect(await ask([goods.shirt], { domain: OTHER })).toMatchObject({ status: 404, prices: [] });
  expect(await ask([goods.shirt], { path: "/checkout-rates/0" })).toMatchObject({ status: 404, prices: [] });
  expect(await ask([goods.shirt], { domain: OTHER, path: theirs })).toMatchObject({ status: 200, prices: [] });
  expect(await ask([], { body: "no JSON" })).toMatchObject({ status: 404, prices: [] });
  expect(await ask([], { body: "x".repeat(600_000) })).toMatchObject({ status: 413, prices: [] });
});

it("the made-up prices of a practice account are not shown to customers", async () => {
  const theirs = await stockShop(testApp, NEXT);
  await grant(NEXT);
  await change(FALLBACK, NEXT);
  await connectPractice(shopActionsContext(core()), await shopRow(NEXT));
  const path = new URL(inShopify(NEXT)[0]?.callbackUrl ?? "").pathname;
  expect(await ask([theirs.shirt], { domain: NEXT, path })).toMatchObject({ prices: ["700"] });
});

it("a mixed basket has no rates, or those of its printed part with an amount for the rest, as the merchant says", async () => {
  await change(FALLBACK);
  const [whole] = (await ask([goods.shirt])).prices;
  expect(await ask([goods.lamp])).toMatchObject({ status: 200, prices: [] });
  expect(await ask([goods.shirt, goods.lamp])).toMatchObject({ status: 200, prices: [] });
  await change({ ...FALLBACK, mixed: "printed", otherGoods: "3.00" });
  expect(await ask([goods.shirt, goods.lamp])).toMatchObject({ prices: [String(Number(whole) + 300)] });
});

it("with the print service dead, customers see an earlier price or the merchant's, and few of them wait for it", async () => {
  await change(FALLBACK);
  const { prices: known } = await ask([goods.shirt], { country: "CA" });
  expect(known).toHaveLength(1);
  testApp.clock.advance(2 * HOUR);
  const before = await sources();
  testApp.printService.addFault({ endpoint: "test_price", effect: "server_error", times: 1_000 });
  const begun = quotes();
  for (let customer = 0; customer < 12; customer += 1) {
    expect(await ask([goods.shirt], { country: "CA" })).toMatchObject({ status: 200, prices: known });
    expect(await ask([goods.shirt, goods.shirt], { country: "FR" })).toMatchObject({ prices: ["900"] });
  }
  // Three failures in a row, and nobody asks any more.
  expect(quotes() - begun).toBe(3);
  expect(await sources()).toMatchObject({ kept: before.kept + 12, fallback: before.fallback + 12 });
  await change({ fallback: [] });
  expect(await ask([goods.shirt], { country: "IT" })).toMatchObject({ status: 404 });
  // After a while one customer tries, and once that works, all do.
  testApp.clock.advance(31_000);
  await ask([goods.shirt], { country: "CA" });
  expect(quotes() - begun).toBe(4);
  testApp.printService.clearFaults();
  testApp.clock.advance(31_000);
  expect(await ask([goods.shirt], { country: "IT" })).toMatchObject({ status: 200 });
  expect(await ask([goods.shirt], { country: "ES" })).toMatchObject({ status: 200 });
  expect(quotes() - begun).toBe(6);
});

it("a print service that answers too late costs a customer the budget, and its price counts for the next one", async () => {
  await change(FALLBACK);
  testApp.printService.addFault({ endpoint: "test_price", effect: "slow", ms: 1_500 * slowness, times: 1 });
  expect(await ask([goods.shirt], { country: "SE" })).toMatchObject({ prices: ["700"] });
  const price = await until("the late price is kept", async () => {
    const { prices } = await ask([goods.shirt], { country: "SE" });
    return prices[0] !== "700" && prices[0];
  });
  expect(Number(price)).toBeGreaterThan(0);
});

it("of the customer's address nothing is in the log or the database", async () => {
  await change({});
  const before = await sources();
  await ask([goods.shirt], { country: "NL" });
  expect((await sources()).quote).toBe(before.quote + 1);
  expect(JSON.stringify(testApp.logLines)).not.toMatch(/Ada Buyer|Elm Road|010 0200/);
  const counted = await core().ctx.db.checkoutRateCount.findMany();
  expect(Object.keys(counted[0] ?? {}).sort()).toEqual(["count", "hourAt", "shopId", "source", "upToMs"]);
});
