import { afterEach, beforeEach, expect, it } from "vitest";
import { order, stockShop } from "../support/goods.ts";
import { startTestApp, type TestApp } from "../support/test-app.ts";
import { until } from "../support/until.ts";

/** A print service that takes a third of the requests that the app would make. */
const ORDERS = 24;
let testApp: TestApp;
let shirt: string;

beforeEach(async () => {
  testApp = await startTestApp({
    policy: { accountRequestsPerSecond: 1_000, accountConcurrency: 8 },
    printService: { rateLimit: { requests: 8, perMs: 1_000 } },
    shopifyAllowance: { maximum: 20_000, restoreRate: 1_000 },
  });
  shirt = (await stockShop(testApp)).shirt;
});
afterEach(() => testApp.close());

it("orders beyond the print service's limit are sent as it has room for them, once each, and nobody is asked", async () => {
  for (let n = 0; n < ORDERS; n += 1) testApp.shopify.placeOrder(testApp.shop, order([{ variantId: shirt }]));
  const made = () => testApp.printService.state().orders;
  await until("the last order", () => made().length >= ORDERS);
  const { db } = testApp.services.core.ctx;
  await until("their answers", async () => (await db.submission.count({ where: { state: "submitted" } })) === ORDERS);
  expect(new Set(made().map(({ reference }) => reference)).size).toBe(ORDERS);
  expect(made()).toHaveLength(ORDERS);
  expect(await db.attention.count({ where: { clearedAt: null } })).toBe(0);
});
