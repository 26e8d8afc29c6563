import { afterEach, beforeEach, expect, it } from "vitest";
import { diagnosticsContext } from "../../app/composition/shop-context.server.ts";
import { diagnoseShop } from "../../app/diagnostics/shop.ts";
import { readHome } from "../../app/home/home.ts";
import { order, stockShop, type Goods } from "../support/goods.ts";
import { startTestApp, type TestApp } from "../support/test-app.ts";
import { until } from "../support/until.ts";

const MINUTE = 60_000;
let testApp: TestApp;
let goods: Goods;

beforeEach(async () => {
  testApp = await startTestApp({ intervals: { shopifySweepEveryMs: 100, accessCheckEveryMs: 100 } });
  goods = await stockShop(testApp);
});
afterEach(() => testApp.close());

const core = () => testApp.services.core;
const db = () => core().ctx.db;
const shopRow = () => db().shop.findUniqueOrThrow({ where: { domain: testApp.shop } });
const buy = () => testApp.shopify.placeOrder(testApp.shop, order([{ variantId: goods.shirt }]));
const state = (id: string, expected: string) =>
  testApp.waitForOrder(id, expected, (view) => view.submissions[0]?.state === expected);
const printed = () => testApp.printService.state().orders.length;
const forbidden = () => testApp.shopify.graphLog.filter(({ outcome }) => outcome === 403).length;
const blocked = () => until("the refusal is noticed", async () => (await shopRow()).addressRefusedAt);
const access = async () =>
  (await diagnoseShop(diagnosticsContext(core()), await shopRow())).find(({ check }) => check === "shopify_access");

it("an address that the app's IP allowlist lacks delays orders, and loses neither them nor the shop", async () => {
  const sent = buy();
  await state(sent.id, "submitted");
  testApp.shopify.setAddressListed(false);
  const waiting = [buy(), buy()];
  testApp.printService.ship((await testApp.view(sent.id))?.submissions[0]?.reference ?? "");
  await blocked();
  for (const { id } of waiting) await state(id, "ready");
  expect(printed()).toBe(1);
  expect(sent.fulfillments).toEqual([]);

  // Told to the merchant, to the operator, and as what it is.
  expect((await readHome(core().ctx, testApp.shop))?.blockedSince).toEqual(expect.any(String));
  expect((await access())?.finding).toEqual({ tone: "failed", problem: "address_refused" });
  const errors = testApp.logLines.filter(({ level, message }) => level === "error" && message.includes("IP allowlist"));
  expect(errors.map(({ fields }) => fields)).toEqual([expect.objectContaining({ shop: testApp.shop })]);

  const metrics = await testApp.services.metrics();
  expect(metrics).toMatch(/^inkbridge_shops_address_refused 1$/m);
  expect(metrics).toMatch(
    /^inkbridge_outgoing_calls_total\{system="shopify",operation="\w+",result="http_403"\} \d+$/m,
  );

  // The shop stays installed, also when Shopify is asked about it.
  testApp.clock.advance(2 * 60 * MINUTE);
  const renewals = testApp.shopify.refreshes.length;
  await until("asked about the shop", () => testApp.shopify.refreshes.length > renewals);
  expect(await shopRow()).toMatchObject({ uninstalledAt: null, accessLostAt: null });
  expect(await db().session.count({ where: { shop: testApp.shop } })).toBe(1);

  testApp.shopify.setAddressListed(true);
  await until("taken again", async () => (await shopRow()).addressRefusedAt === null);
  testApp.clock.advance(15 * MINUTE);
  for (const { id } of waiting) await state(id, "submitted");
  await until("fulfilled", () => sent.fulfillments.length === 1);
  expect(printed()).toBe(3);
  expect((await access())?.finding).toEqual({ tone: "ok" });
  expect((await readHome(core().ctx, testApp.shop))?.blockedSince).toBeNull();
});

it("while requests are forbidden, none is repeated for minutes", async () => {
  testApp.shopify.setAddressListed(false);
  Array.from({ length: 5 }, buy);
  await until("each order was asked for", async () => (await db().submission.count({ where: { tries: 1 } })) === 5);
  const rows = await db().submission.findMany({ select: { dueAt: true } });
  const soonest = Math.min(...rows.map(({ dueAt }) => dueAt?.getTime() ?? 0));
  expect(soonest).toBeGreaterThan(testApp.clock.now().getTime() + 4 * MINUTE);
  expect(forbidden()).toBeGreaterThanOrEqual(5);
});

it("a shop that denies the app is not taken for that", async () => {
  testApp.shopify.setCondition(testApp.shop, "denied");
  const before = testApp.logLines.length;
  const brokenOff = () =>
    testApp.logLines.slice(before).filter(({ message }) => message.startsWith("sweep broke off")).length;
  await until("several sweeps were refused", () => brokenOff() > 2);
  expect((await shopRow()).addressRefusedAt).toBeNull();
  expect((await access())?.finding).toEqual({ tone: "failed", problem: "shop_unavailable" });
});
