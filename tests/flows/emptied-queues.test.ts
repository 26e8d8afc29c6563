import { afterAll, beforeAll, expect, it } from "vitest";
import { until } from "../support/until.ts";
import { order, stockShop, type Goods } from "../support/goods.ts";
import { startTestApp, type TestApp } from "../support/test-app.ts";

let testApp: TestApp;
let goods: Goods;

beforeAll(async () => {
  testApp = await startTestApp({ workers: false });
  goods = await stockShop(testApp);
});
afterAll(() => testApp.close());

it("queues that forget lose nothing: what came while no worker ran, and was wiped from Redis, is served", async () => {
  const placed = Array.from({ length: 5 }, () =>
    testApp.shopify.placeOrder(testApp.shop, order([{ variantId: goods.shirt }])),
  );
  const { queues, ctx } = testApp.services.core;
  await until("all kept", async () => (await ctx.db.webhookDelivery.count({ where: { state: "waiting" } })) >= 5);
  for (const queue of Object.values(queues.byName)) await queue.empty();
  await testApp.startWorkers();
  for (const { id } of placed)
    await testApp.waitForOrder(id, "submitted", (v) => v.submissions[0]?.state === "submitted");
  expect(testApp.printService.state().orders).toHaveLength(5);
});
