import { afterEach, expect, it } from "vitest";
import { order, stockShop } from "../support/goods.ts";
import { startTestApp, type TestApp } from "../support/test-app.ts";
import { until } from "../support/until.ts";

/** Many orders at once in a shop with an allowance that a few of them use up. */
let testApp: TestApp;
let shirt: string;

const open = async (maximum: number, restoreRate: number): Promise<void> => {
  testApp = await startTestApp({ shopifyAllowance: { maximum, restoreRate } });
  shirt = (await stockShop(testApp)).shirt;
};
afterEach(() => testApp.close());

const printed = () => testApp.printService.state().orders;
const readsOf = (id: string) =>
  testApp.shopify.graphLog.filter(
    ({ operation, variables }) => operation === "ReadOrder" && variables["id"] === `gid://shopify/Order/${id}`,
  ).length;
const refused = () => testApp.shopify.graphLog.filter(({ errors }) => errors.includes("THROTTLED"));
it("all orders of a sale are sent, once each, and no call is made to be refused", async () => {
  await open(500, 150);
  const placed = Array.from({ length: 20 }, () =>
    testApp.shopify.placeOrder(testApp.shop, order([{ variantId: shirt }])),
  );
  await until("the last order", () => printed().length >= placed.length);
  expect(new Set(printed().map(({ reference }) => reference)).size).toBe(placed.length);
  expect(printed()).toHaveLength(placed.length);
  expect(refused()).toEqual([]);
});

it("a parcel is fulfilled while orders wait, and another shop's order is sent at once", async () => {
  // So few that the orders of the sale take far longer than what is watched, on a slow machine, too.
  await open(500, 30);
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

it("a new order is sent while the points do not suffice to read an older one again", async () => {
  await open(20_000, 1);
  const bucket = testApp.shopify.core.bucketOf(testApp.shopify.shop(testApp.shop));
  // Between the lines of orders to be sent and of orders to be read.
  bucket.take(bucket.status().currentlyAvailable - 5_000);
  const first = testApp.shopify.placeOrder(testApp.shop, order([{ variantId: shirt }]));
  await until("the first", () => printed().length === 1);
  const reads = readsOf(first.id);
  const [fulfillmentOrder] = first.fulfillmentOrders;
  testApp.shopify.holdFulfillmentOrder(testApp.shop, fulfillmentOrder?.id ?? "");
  await until("the hold's webhook", () =>
    testApp.shopify.webhooks.deliveries.some(({ topic }) => topic.endsWith("on_hold")),
  );
  testApp.shopify.placeOrder(testApp.shop, order([{ variantId: shirt }]));
  await until("the second", () => printed().length === 2);
  expect(readsOf(first.id)).toBe(reads);
});
