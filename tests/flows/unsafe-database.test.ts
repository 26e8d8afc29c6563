import { afterEach, beforeEach, expect, it } from "vitest";
import { createServices, type Services } from "../../app/composition/services.server.ts";
import { until } from "../support/until.ts";
import { order, stockShop } from "../support/goods.ts";
import { slowness } from "../support/slowness.ts";
import { startTestApp, type TestApp } from "../support/test-app.ts";
import { silentLog } from "../support/silent-log.ts";

let testApp: TestApp;
let services: Services;
let warned: Record<string, unknown>[];

/** The tests' PostgreSQL runs with fsync and full_page_writes off. Here nobody allowed that. */
beforeEach(async () => {
  testApp = await startTestApp({ workers: false });
  warned = [];
  const log = { ...silentLog, warn: (fields: object) => void warned.push({ ...fields }) };
  const intervals = { heartbeatEveryMs: 50, pollEveryMs: 50 };
  services = createServices({ ...testApp.services.core.env, databaseAllowUnsafe: ["fsync"] }, log, {
    intervals: intervals,
    queues: { prefix: `lax-${testApp.services.core.ctx.ids.uuid()}` },
  });
});
afterEach(async () => {
  await services.close();
  await testApp.close();
});

it("a server that may lose what it committed keeps the process from starting, and is named", async () => {
  await expect(services.open()).rejects.toThrow(/full_page_writes=off.*DATABASE_ALLOW_UNSAFE=full_page_writes$/s);
  await expect(services.open()).rejects.not.toThrow(/fsync=off/);
  // Redis may not have answered yet.
  await expect
    .poll(() => services.ready(), { timeout: 20_000 * slowness })
    .toMatchObject({ database: false, queue: true });
});

it("where it comes after the start, nothing is sent", async () => {
  const { shirt } = await stockShop(testApp);
  const workers = await services.startWorkers();
  const placed = testApp.shopify.placeOrder(testApp.shop, order([{ variantId: shirt, quantity: 1 }]));
  const view = await testApp.waitForOrder(placed.id, "its reason", (v) => v.submissions[0]?.state === "ready");
  await until("several heartbeats", () => warned.filter((one) => one["task"] === "heartbeat").length > 5);
  expect(view.submissions).toHaveLength(1);
  expect(testApp.printService.state().orders).toHaveLength(0);
  await workers.stop();
});
