import { afterEach, describe, expect, it } from "vitest";
import { breakableRedis, type BreakableRedis } from "../support/breakable-redis.ts";
import { newId } from "../support/ids.ts";
import { until } from "../support/until.ts";
import { order, stockShop } from "../support/goods.ts";
import { startTestApp, type TestApp } from "../support/test-app.ts";

let testApp: TestApp;
let redis: BreakableRedis;
afterEach(async () => {
  await testApp.close();
  await redis.stop();
});

const orders = () => testApp.printService.state().orders;
const acknowledged = () => testApp.shopify.webhooks.deliveries.flatMap((d) => d.attempts.map((a) => a.status));

/** From checkout to fulfilled; the events of the print service come through the webhook endpoint, too. */
async function buyAndShip(shirt: string): Promise<void> {
  const placed = testApp.shopify.placeOrder(testApp.shop, order([{ variantId: shirt }]));
  const view = await testApp.waitForOrder(placed.id, "submitted", (v) => v.submissions[0]?.state === "submitted");
  testApp.printService.ship(view.submissions[0]?.reference ?? "");
  await testApp.waitForOrder(placed.id, "fulfilled", (v) => v.submissions[0]?.state === "fulfilled");
  expect(placed.fulfillments).toHaveLength(1);
}

describe("while Redis is away", () => {
  it.each<[string, () => unknown, () => unknown]>([
    ["stopped", () => redis.stop(), () => redis.start()],
    ["read-only", () => redis.readOnly(true), () => redis.readOnly(false)],
    ["hanging", () => redis.hang(true), () => redis.hang(false)],
  ])(
    "(%s) deliveries are acknowledged and orders printed and fulfilled, each once",
    async (_how, breakRedis, repairRedis) => {
      redis = await breakableRedis();
      testApp = await startTestApp({ redisUrl: redis.url });
      const { shirt } = await stockShop(testApp);
      await buyAndShip(shirt);
      await breakRedis();
      await buyAndShip(shirt);
      await repairRedis();
      await buyAndShip(shirt);
      expect(orders()).toHaveLength(3);
      expect(new Set(acknowledged())).toEqual(new Set([200]));
    },
    60_000,
  );

  it("workers can start, and take wake-ups once it is there", async () => {
    redis = await breakableRedis({ started: false });
    testApp = await startTestApp({ redisUrl: redis.url });
    const { shirt } = await stockShop(testApp);
    await buyAndShip(shirt);
    await redis.start();
    const { queues } = testApp.services.core;
    const { wake_up: wakeUps } = queues.byName;
    await until("a queue that is ready", () => queues.ready(), 40_000);
    // As a process without workers sends one.
    await wakeUps.add("delivery", { ids: [newId()] });
    // Counted: Bull reports only those as completed that its processor takes, and the first is taken before that runs.
    await until("a wake-up that is taken", async () => (await wakeUps.count()) === 0, 40_000);
    await buyAndShip(shirt);
    expect(orders()).toHaveLength(2);
  }, 120_000);
});
