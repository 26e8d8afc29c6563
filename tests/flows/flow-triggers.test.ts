import { afterAll, beforeAll, expect, it } from "vitest";
import { dispatchFlowEvents } from "../../app/orders/flow-outbox/dispatch.ts";
import { approvals } from "../../app/orders/actions/submission-actions.ts";
import { order, stockShop, type Goods } from "../support/goods.ts";
import { reasonCodes } from "../support/reasons.ts";
import { startTestApp, type TestApp } from "../support/test-app.ts";
import { idOf } from "../support/ids.ts";

let testApp: TestApp;
let goods: Goods;

beforeAll(async () => {
  testApp = await startTestApp();
  goods = await stockShop(testApp);
});
afterAll(() => testApp.close());

/** The events that Flow received about one order. */
const triggers = (order: { id: string }) =>
  testApp.shopify.shop(testApp.shop).flowTriggers.filter(({ payload }) => payload["order_id"] === Number(order.id));

it("Shopify Flow gets one event for what an order needs and one for its sending", async () => {
  const { ctx } = testApp.services.core;
  await testApp.change({ approval: "manual" });
  const placed = testApp.shopify.placeOrder(testApp.shop, order([{ variantId: goods.shirt }]));
  const view = await testApp.waitForOrder(placed.id, "waiting", (seen) => reasonCodes(seen)?.[0] !== undefined);
  const submission = view.submissions[0];
  await dispatchFlowEvents(ctx);
  expect(triggers(placed)).toMatchObject([
    {
      handle: "flow-order-attention",
      payload: { order_id: Number(placed.id), "Reason code": "awaiting_approval" },
    },
  ]);
  await testApp.change({ approval: "automatic" });
  const shop = await ctx.db.shop.findUniqueOrThrow({ where: { domain: testApp.shop } });
  await approvals.approve(ctx, { shopId: shop.id, submissionId: submission?.id ?? idOf(""), userId: null });
  await testApp.waitForOrder(placed.id, "submitted", (seen) => seen.submissions[0]?.state === "submitted");
  await Promise.all([dispatchFlowEvents(ctx), dispatchFlowEvents(ctx)]);
  await dispatchFlowEvents(ctx);
  expect(triggers(placed).map(({ handle }) => handle)).toEqual(["flow-order-attention", "flow-order-sent"]);
  expect(triggers(placed)[1]?.payload).toMatchObject({ order_id: Number(placed.id), Reference: submission?.reference });
});

it("an event that takes effect without an answer is not sent twice", async () => {
  const { ctx } = testApp.services.core;
  const placed = testApp.shopify.placeOrder(testApp.shop, order([{ variantId: goods.shirt }]));
  await testApp.waitForOrder(placed.id, "submitted", (seen) => seen.submissions[0]?.state === "submitted");
  testApp.shopify.faults.next({ operation: "flowTriggerReceive", kind: "reset-after" });
  await dispatchFlowEvents(ctx);
  testApp.clock.advance(3_600_000);
  await dispatchFlowEvents(ctx);
  expect(triggers(placed)).toHaveLength(1);
});
