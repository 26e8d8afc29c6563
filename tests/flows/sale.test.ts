import { afterEach, beforeEach, expect, it } from "vitest";
import { order, stockShop } from "../support/goods.ts";
import { startTestApp, type TestApp } from "../support/test-app.ts";
import { until } from "../support/until.ts";

/** Many orders at once in a shop with an allowance that a few of them use up. */
let testApp: TestApp;
let shirt: string;

beforeEach(async () => {
  testApp = await startTestApp({ shopifyAllowance: { maximum: 500, restoreRate: 150 } });
  shirt = (await stockShop(testApp)).shirt;
});
afterEach(() => testApp.close());

const printed = () => testApp.printService.state().orders;
const refused = () => testApp.shopify.graphLog.filter(({ errors }) => errors.includes("THROTTLED"));
it("all orders of a sale are sent, once each, and no call is made to be refused", async () => {
  const placed = Array.from({ length: 20 }, () =>
    testApp.shopify.placeOrder(testApp.shop, order([{ variantId: shirt }])),
  );
  await until("the last order", () => printed().length >= placed.length);
  expect(new Set(printed().map(({ reference }) => reference)).size).toBe(placed.length);
  expect(printed()).toHaveLength(placed.length);
  expect(refused()).toEqual([]);
});

it("a parcel is fulfilled while orders wait, and another shop's order is sent at once", async () => {
  const other = await testApp.addShop("quiet.myshopify.com");
  const { shirt: otherShirt } = await stockShop(testApp, other);
  const first = testApp.shopify.placeOrder(testApp.shop, order([{ variantId: shirt }]));
  const reference = await until("the first", () => printed()[0]?.reference);
  for (let n = 0; n < 20; n += 1) testApp.shopify.placeOrder(testApp.shop, order([{ variantId: shirt }]));
  const { shopify } = testApp.services.core.ctx;
  await until("orders that wait", () => shopify.isAtLimit(testApp.shop));
  testApp.printService.ship(reference);
  const quiet = testApp.shopify.placeOrder(other, order([{ variantId: otherShirt }]));
  await until("the fulfillment", () => first.fulfillments.length === 1);
  await until("the other shop's order", () =>
    printed().some((one) => one.reference.startsWith(`${quiet.name.slice(1)}-`)),
  );
  expect(printed().length).toBeLessThan(20);
  expect(refused()).toEqual([]);
});
