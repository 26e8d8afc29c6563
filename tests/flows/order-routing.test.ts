import { afterAll, beforeAll, expect, it } from "vitest";
import { diagnosticsContext } from "../../app/composition/shop-context.server.ts";
import { explainShopResult } from "../../app/components/diagnostics/check-copy.ts";
import { diagnoseShop } from "../../app/diagnostics/shop.ts";
import { readHome } from "../../app/home/home.ts";
import { gidOf } from "../../app/ports/gid.ts";
import type { Order } from "../../sandbox/shopify/model.ts";
import { order, stockShop, type Goods } from "../support/goods.ts";
import { startTestApp, type TestApp } from "../support/test-app.ts";
import { until } from "../support/until.ts";

const TOPIC = "fulfillment_orders/order_routing_complete";
const HOUR = 3_600_000;
let testApp: TestApp;
let goods: Goods;

beforeAll(async () => {
  // An order is received long before it is routed, and would be looked at again long after.
  testApp = await startTestApp({ routingMs: 500, policy: { routingRecheckMs: HOUR } });
  goods = await stockShop(testApp);
});
afterAll(() => testApp.close());

const buy = (variantId = goods.shirt) => testApp.shopify.placeOrder(testApp.shop, order([{ variantId }]));
const untilSubmitted = ({ id }: Order) =>
  testApp.waitForOrder(id, "is submitted", (view) => view.submissions[0]?.state === "submitted");

/** Sends what Shopify sends of a routed order, and waits until it is handled. */
async function announceRouting(shop: string, { fulfillmentOrders: [target] }: Order) {
  const body = { fulfillment_order: { id: `gid://shopify/FulfillmentOrder/${target?.id}`, status: "open" } };
  const { id: deliveryId } = testApp.shopify.sendWebhook(shop, TOPIC, body);
  return until("the webhook is handled", () =>
    testApp.services.core.ctx.db.webhookDelivery.findFirst({ where: { deliveryId, state: { not: "waiting" } } }),
  );
}

it("an order is sent as soon as Shopify says that it is routed", async () => {
  await untilSubmitted(buy());
});

it("an order of which Shopify announced its routing alone is received and sent", async () => {
  testApp.shopify.webhooks.addRule({ topic: "orders/create", kind: "drop" });
  await untilSubmitted(buy());
});

it("a product that is stocked at the wrong location in Shopify shows, and prints once the order is moved", async () => {
  const { core } = testApp.services;
  const { locations } = testApp.shopify.shop(testApp.shop);
  locations.push({ id: "777002", name: "Other printer", countryCode: "US", isFulfillmentService: true });
  const variants = [{ title: "One", price: "25.00", location: "Other printer" }];
  const cap = testApp.shopify.addProduct(testApp.shop, { title: "Cap", variants });
  const variantId = String(cap.variants[0]?.id);
  await testApp.map(gidOf("ProductVariant", variantId), gidOf("Product", cap.id), "TEE-BLACK-L");
  testApp.shopify.webhooks.addRule({ topic: "orders/create", kind: "drop" });
  const placed = buy(variantId);
  const excluded = async () =>
    (await readHome(core.ctx, testApp.shop))?.products.coverage.gaps.excluded_in_shopify ?? expect.unreachable();
  await until("Home to tell", async () => (await excluded()) === 1);
  const shop = await core.ctx.db.shop.findUniqueOrThrow({ where: { domain: testApp.shop } });
  const found = (await diagnoseShop(diagnosticsContext(core), shop)).find(({ check }) => check === "mappings");
  expect(found && explainShopResult(found, null).text).toMatch(/^1 item sold is mapped but not printed/);
  testApp.shopify.moveFulfillmentOrder(testApp.shop, String(placed.fulfillmentOrders[0]?.id), String(locations[0]?.id));
  await untilSubmitted(placed);
  expect(await excluded()).toBe(0);
});

it("the routing of an order that was read since is no reason to ask Shopify", async () => {
  const { ctx } = testApp.services.core;
  const placed = buy();
  await untilSubmitted(placed);
  await ctx.progressMarks.flush();
  await until("all handled", async () => {
    await testApp.shopify.settled();
    return (await ctx.db.webhookDelivery.count({ where: { state: "waiting" } })) === 0;
  });
  const { id: orderId } = await ctx.db.order.findFirstOrThrow({
    where: { shopifyGid: `gid://shopify/Order/${placed.id}` },
  });
  const ids = [placed, ...placed.fulfillmentOrders].map(({ id }) => String(id));
  const asked = () =>
    testApp.shopify.graphLog.filter(({ variables }) => ids.some((id) => JSON.stringify(variables).includes(id)));
  const before = asked();
  expect(before).not.toEqual([]);
  expect(await announceRouting(testApp.shop, placed)).toMatchObject({ state: "done", orderId });
  expect(asked()).toEqual(before);
});

it("a fulfillment order is looked for among the orders of the webhook's own shop", async () => {
  const other = "other-routing.myshopify.com";
  await testApp.addShop(other);
  const placed = buy();
  await untilSubmitted(placed);
  expect(await announceRouting(other, placed)).toMatchObject({
    state: "ignored",
    orderId: null,
    problem: "no_such_fulfillment_order",
  });
});
