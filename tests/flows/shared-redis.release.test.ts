import { afterEach, expect, it } from "vitest";
import { createServices, type Services } from "../../app/composition/services.server.ts";
import { freshDatabase, type FreshDatabase } from "../support/database.ts";
import { until } from "../support/until.ts";
import { order, stockShop } from "../support/goods.ts";
import { startTestApp, type TestApp } from "../support/test-app.ts";
import { silentLog } from "../support/silent-log.ts";

let testApp: TestApp;
let other: Services;
let fresh: FreshDatabase;
afterEach(async () => {
  await testApp.close();
  await other.close();
  await fresh.drop();
});

it("two installations on one Redis, under one prefix, work beside each other", async () => {
  testApp = await startTestApp({ workers: false });
  fresh = await freshDatabase();
  const { env, queues } = testApp.services.core;
  const warned: Record<string, unknown>[] = [];
  other = createServices(
    { ...env, databaseUrl: fresh.url },
    { ...silentLog, warn: (fields) => void warned.push(fields) },
    { queues: { prefix: queues.prefix }, intervals: { heartbeatEveryMs: 50, pollEveryMs: 40 } },
  );
  await testApp.startWorkers();
  const workers = await other.startWorkers();
  const beats = async () => (await other.core.ctx.db.heartbeat.findUniqueOrThrow({ where: { id: 1 } })).at.getTime();
  const began = await beats();
  await until("many beats of both", async () => (await beats()) > began + 1_500);

  const { shirt } = await stockShop(testApp);
  for (let n = 0; n < 4; n += 1) {
    const { id } = testApp.shopify.placeOrder(testApp.shop, order([{ variantId: shirt }]));
    await testApp.waitForOrder(id, "sent", (view) => view.submissions[0]?.state === "submitted");
  }
  expect(testApp.printService.state().orders).toHaveLength(4);
  expect(await testApp.services.core.ctx.db.printAccount.count({ where: { syncGapFrom: { not: null } } })).toBe(0);
  const setBack = (fields: Record<string, unknown>) => fields["reason"] === "rolled_back";
  expect(testApp.logLines.filter((one) => setBack(one.fields))).toEqual([]);
  // The younger one cannot know that it does not stand for the elder: it says so once, at its first beat.
  expect(warned.filter(setBack).length).toBeLessThan(2);
  expect(testApp.logLines.filter((one) => one.message.includes("REDIS_PREFIX"))).toHaveLength(1);
  await workers.stop();
}, 60_000);
