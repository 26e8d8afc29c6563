import { afterAll, beforeAll, expect, it } from "vitest";
import { approvals } from "../../app/orders/actions/submission-actions.ts";
import { writeShopifyStatuses } from "../../app/orders/fulfill/write-shopify-status.ts";
import { sweepShop } from "../../app/orders/receive/sweep-shop.ts";
import { changeSettings } from "../../app/settings-page/save-settings.ts";
import { shopActionsContext } from "../../app/composition/shop-context.server.ts";
import { gidOf } from "../../app/ports/gid.ts";
import { order, stockShop, type Goods } from "../support/goods.ts";
import { reasonCodes } from "../support/reasons.ts";
import { startTestApp, type TestApp } from "../support/test-app.ts";
import { until } from "../support/until.ts";

const MINUTE = 60_000;

let testApp: TestApp;
let goods: Goods;

beforeAll(async () => {
  testApp = await startTestApp({ policy: { statusIntervalMs: MINUTE } });
  goods = await stockShop(testApp);
  const { shop, shopify } = testApp;
  shopify.grantScopes(shop, [...shopify.shop(shop).scopes, "write_orders"]);
  await until("granted", async () => (await shopRow()).scopes.includes("write_orders"));
});
afterAll(() => testApp.close());

const shopRow = () => testApp.services.core.ctx.db.shop.findUniqueOrThrow({ where: { domain: testApp.shop } });
const buy = () => testApp.shopify.placeOrder(testApp.shop, order([{ variantId: goods.shirt }], { tags: ["VIP"] }));
const write = () => {
  const { ctx, points, env } = testApp.services.core;
  return points.withPurpose("status", () => writeShopifyStatuses({ ...ctx, apiKey: env.shopify.apiKey }));
};
const idle = () =>
  until("all handled", async () => {
    await testApp.shopify.settled();
    return (await testApp.services.core.ctx.db.webhookDelivery.count({ where: { state: "waiting" } })) === 0;
  });
const change = async (change: Parameters<typeof changeSettings>[2]) =>
  changeSettings(shopActionsContext(testApp.services.core), (await shopRow()).id, change);
const reached = (id: string, state: string) =>
  testApp.waitForOrder(id, state, ({ submissions }) => submissions[0]?.state === state);

/** The calls of Shopify that `work` makes about an order, with what Shopify asked for them. */
async function callsAbout({ id }: { id: string }, work: () => Promise<unknown>): Promise<[string, number][]> {
  const before = testApp.shopify.graphLog.length;
  await work();
  return testApp.shopify.graphLog
    .slice(before)
    .filter(({ variables }) => JSON.stringify(variables).includes(`"${gidOf("Order", id)}"`))
    .map(({ operation, cost }) => [operation ?? "", cost?.requested ?? 0]);
}

it("an order's tag follows it to the end, and Shopify's messages about it cost no call and wake nothing", async () => {
  const { ctx } = testApp.services.core;
  await testApp.change({ editWindowMinutes: 30, approval: "automatic" });
  await change({ inShopify: { tags: true, tagPrefix: "Print:", holds: false } });
  const placed = buy();
  await reached(placed.id, "waiting");
  await idle();
  expect(await callsAbout(placed, () => write().then(idle))).toEqual([["SetOrderStatus", 20]]);
  expect(placed.tags).toEqual(["VIP", "Print: waiting"]);
  expect(placed.metafields.map(({ value }) => value)).toEqual([
    "Waiting",
    expect.stringMatching(new RegExp(`^https://admin\\.shopify\\.com/store/one/apps/.+/app/orders/${placed.id}$`)),
  ]);
  // What the tag changed is known from its webhooks: the sweep reads nothing of the order again.
  const view = await testApp.view(placed.id);
  const swept = await callsAbout(placed, async () => {
    await idle();
    testApp.clock.advance(10_000);
    await sweepShop(ctx, (await shopRow()).id);
  });
  expect(swept.map(([operation]) => operation)).not.toContain("ReadOrder");
  const history = (shown: typeof view) => shown?.history.map(({ id }) => id);
  expect(history(await testApp.view(placed.id))).toEqual(history(view));
  const statuses = await ctx.db.shopifyStatus.findMany({ where: { order: { name: placed.name } } });
  expect(statuses.map(({ dueAt }) => dueAt)).toEqual([null]);

  testApp.clock.advance(31 * MINUTE);
  const sent = await reached(placed.id, "submitted");
  await idle();
  expect(await callsAbout(placed, write)).toEqual([["SetOrderStatus", 30]]);
  expect(placed.tags).toEqual(["VIP", "Print: at print service"]);
  testApp.printService.ship(sent.submissions[0]?.reference ?? "");
  await reached(placed.id, "fulfilled");
  await idle();
  testApp.clock.advance(MINUTE);
  await write();
  expect(placed.tags).toEqual(["VIP", "Print: fulfilled"]);
  testApp.clock.advance(MINUTE);
  await change({ inShopify: { tags: false, tagPrefix: "Print:", holds: false } });
  expect(await callsAbout(placed, write)).toEqual([["ClearOrderStatus", 20]]);
  expect([placed.tags, placed.metafields]).toEqual([["VIP"], []]);
});

it("an order that waits for a person is on hold in Shopify, and is sent, released and in progress once approved", async () => {
  const { ctx } = testApp.services.core;
  await testApp.change({ editWindowMinutes: 0, approval: "manual" });
  await change({ inShopify: { tags: false, tagPrefix: "Print:", holds: true } });
  const placed = buy();
  const held = await testApp.waitForOrder(placed.id, "held", (seen) => reasonCodes(seen)?.[0] !== undefined);
  await until("routed", () => placed.fulfillmentOrders[0]);
  await write();
  const [fo] = placed.fulfillmentOrders;
  expect(fo?.holds).toMatchObject([
    { reason: "OTHER", reasonNotes: "Needs approval. Your settings require approval before sending." },
  ]);
  await idle();
  // The app's own hold is no reason to hold the order.
  expect(reasonCodes(await testApp.view(placed.id))).toEqual(["awaiting_approval"]);
  expect((await testApp.view(placed.id))?.inShopify).toEqual({ tag: null, hold: "awaiting_approval" });
  const { id: shopId } = await shopRow();
  const submissionId = held.submissions[0]?.id;
  if (!submissionId) throw new Error("no submission");
  await approvals.approve(ctx, { shopId, submissionId, userId: null });
  const sent = await reached(placed.id, "submitted");
  await until("in progress", () => fo?.status === "IN_PROGRESS");
  expect(fo?.holds).toEqual([]);
  testApp.clock.advance(MINUTE);
  await write();
  await idle();
  expect((await testApp.view(placed.id))?.inShopify).toEqual({ tag: null, hold: null });
  testApp.printService.ship(sent.submissions[0]?.reference ?? "");
  expect(reasonCodes(await reached(placed.id, "fulfilled"))).toEqual([]);
});

it("a parcel is fulfilled although the app's hold is still on its items", async () => {
  const { ctx } = testApp.services.core;
  await testApp.change({ editWindowMinutes: 0, approval: "automatic" });
  const placed = buy();
  const sent = await reached(placed.id, "submitted");
  await until("routed", () => placed.fulfillmentOrders[0]);
  const { id: orderId } = await ctx.db.order.findFirstOrThrow({ where: { name: placed.name } });
  const handle = `inkbridge-order-${orderId.replaceAll("-", "").slice(-16)}`;
  const fulfillmentOrderGid = `gid://shopify/FulfillmentOrder/${placed.fulfillmentOrders[0]?.id ?? ""}` as const;
  await ctx.shopify.hold(testApp.shop, { fulfillmentOrderGid, reason: "OTHER", notes: "", handle });
  testApp.printService.ship(sent.submissions[0]?.reference ?? "");
  await reached(placed.id, "fulfilled");
  expect(placed.fulfillments).toHaveLength(1);
});
