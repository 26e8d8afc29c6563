import { afterEach, expect, it } from "vitest";
import { order, stockShop } from "../support/goods.ts";
import { startTestApp, type TestApp, type TestAppOptions } from "../support/test-app.ts";
import { until } from "../support/until.ts";

const HOUR = 3_600_000;
let testApp: TestApp;
const start = async (options: TestAppOptions) => (testApp = await startTestApp(options));
afterEach(() => testApp.close());

const made = () => testApp.printService.state().orders;

/** Each order is printed once, and nobody is asked. */
async function expectAllSent(count: number): Promise<void> {
  const { db } = testApp.services.core.ctx;
  await until("the last order", async () => (await db.submission.count({ where: { state: "submitted" } })) === count);
  expect(made()).toHaveLength(count);
  expect(new Set(made().map(({ reference }) => reference)).size).toBe(count);
  expect(await db.attention.count({ where: { clearedAt: null } })).toBe(0);
}

it("tokens that all expire at once are renewed as Shopify's token endpoint has room for them, and each order is sent once", async () => {
  // A third of the shops whose orders come in the same second.
  const perSecond = 3;
  await start({ tokenAllowance: { maximum: perSecond, restoreRate: perSecond } });
  const shirts = new Map<string, string>();
  for (let shop = 1; shop <= 3 * perSecond; shop += 1) {
    const domain = await testApp.addShop(`shop-${shop}.myshopify.com`);
    shirts.set(domain, (await stockShop(testApp, domain)).shirt);
  }
  testApp.clock.advance(2 * HOUR);
  for (const [domain, variantId] of shirts) testApp.shopify.placeOrder(domain, order([{ variantId }]));
  await expectAllSent(shirts.size);
  const renewals = testApp.shopify.core.tokens.refreshes;
  expect(renewals.map(({ outcome }) => outcome)).toEqual(Array(shirts.size).fill("rotated"));
  expect(new Set(renewals.map(({ shop }) => shop)).size).toBe(shirts.size);
});

it("orders for three times the database's connections wait for one another, and each is sent once", async () => {
  const connections = 3;
  await start({ connections, shopifyAllowance: { maximum: 20_000, restoreRate: 1_000 } });
  const { shirt } = await stockShop(testApp);
  const { db } = testApp.services.core.ctx;
  const count = 8 * 3 * connections;
  for (let n = 0; n < count; n += 1) testApp.shopify.placeOrder(testApp.shop, order([{ variantId: shirt }]));
  await expectAllSent(count);
  // An order may be sent before the delivery that told of it is put away: a sweep or another delivery brought it, too.
  const of = { topic: "orders/create", state: "done" as const };
  await until("the last delivery", async () => (await db.webhookDelivery.count({ where: of })) === count);
});
