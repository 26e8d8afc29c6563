import { afterAll, beforeAll, expect, it } from "vitest";
import { tellFlow } from "../../app/orders/flow-outbox/dispatch.ts";
import { approve } from "../../app/orders/actions/submission-actions.ts";
import { order, stock, type Goods } from "../support/goods.ts";
import { openWorld, type World } from "../support/test-app.ts";

let world: World;
let goods: Goods;

beforeAll(async () => {
  world = await openWorld();
  goods = await stock(world);
});
afterAll(() => world.close());

/** What Flow was told about one order. */
const triggers = (order: { id: string }) =>
  world.shopify.shop(world.shop).flowTriggers.filter(({ payload }) => payload["order_id"] === Number(order.id));

it("Shopify Flow hears of what an order needs and of its sending, once each", async () => {
  const { ctx } = world.services.core;
  await world.change({ approval: "manual" });
  const placed = world.shopify.placeOrder(world.shop, order([{ variantId: goods.shirt }]));
  const view = await world.seen(placed.id, "waiting", (seen) => seen.submissions[0]?.attention[0] !== undefined);
  const submission = view.submissions[0];
  await tellFlow(ctx);
  expect(triggers(placed)).toMatchObject([
    {
      handle: "flow-order-attention",
      payload: { order_id: Number(placed.id), "Reason code": "awaiting_approval" },
    },
  ]);
  await world.change({ approval: "automatic" });
  const shop = await ctx.db.shop.findUniqueOrThrow({ where: { domain: world.shop } });
  await approve(ctx, { shopId: shop.id, submissionId: submission?.id ?? "" });
  await world.seen(placed.id, "submitted", (seen) => seen.submissions[0]?.state === "submitted");
  await Promise.all([tellFlow(ctx), tellFlow(ctx)]);
  await tellFlow(ctx);
  expect(triggers(placed).map(({ handle }) => handle)).toEqual(["flow-order-attention", "flow-order-sent"]);
  expect(triggers(placed)[1]?.payload).toMatchObject({ order_id: Number(placed.id), Reference: submission?.reference });
});

it("what takes effect without an answer is not told twice", async () => {
  const { ctx } = world.services.core;
  const placed = world.shopify.placeOrder(world.shop, order([{ variantId: goods.shirt }]));
  await world.seen(placed.id, "submitted", (seen) => seen.submissions[0]?.state === "submitted");
  world.shopify.faults.next({ operation: "flowTriggerReceive", kind: "reset-after" });
  await tellFlow(ctx);
  world.clock.pass(3_600_000);
  await tellFlow(ctx);
  expect(triggers(placed)).toHaveLength(1);
});
