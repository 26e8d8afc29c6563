import { afterEach, expect, it } from "vitest";
import { clearRecovered } from "../../app/orders/core/failed-work.ts";
import { until } from "../support/until.ts";
import { order, stockShop } from "../support/goods.ts";
import { startTestApp, type TestApp } from "../support/test-app.ts";
import { reasonCodes } from "../support/reasons.ts";

const MINUTE = 60_000;
const SECOND = 1000;
let testApp: TestApp;
afterEach(() => testApp.close());

const lines = () =>
  testApp.logLines.filter((one) => one.message === "work on a row failed" && one.fields["work"] === "submission");

it("an order whose content cannot be decrypted is retried ever more rarely, raises attention, and continues once it can", async () => {
  testApp = await startTestApp({
    settings: { editWindowMinutes: 5 },
    policy: { retryMinMs: 20 * SECOND, retryMaxMs: 100 * MINUTE },
  });
  const { shirt } = await stockShop(testApp);
  const { ctx } = testApp.services.core;
  const { id } = testApp.shopify.placeOrder(testApp.shop, order([{ variantId: shirt }]));
  await testApp.waitForOrder(id, "held by the window", (view) => view.submissions[0]?.state === "waiting");
  const row = () => ctx.db.submission.findFirstOrThrow();
  const restMs = async () => ((await row()).dueAt?.getTime() ?? 0) - testApp.clock.now().getTime();
  const { payloadEncrypted } = await row();
  await ctx.db.submission.updateMany({ data: { payloadEncrypted: Buffer.from("not encrypted by us") } });

  // The clock is advanced past each of the growing waits, which are longer than a busy machine takes to see one.
  testApp.clock.advance(6 * MINUTE);
  const waits: number[] = [];
  for (let n = 1; n <= 10; n += 1) {
    await until(`failure ${n}`, async () => (await row()).failures === n);
    waits.push(await restMs());
    testApp.clock.advance((waits.at(-1) ?? 0) + 100);
  }
  expect(waits[0]).toBeLessThan(30 * SECOND);
  expect(waits[4]).toBeGreaterThan(200 * SECOND);
  expect(waits[9]).toBeGreaterThan(70 * MINUTE);
  expect(lines().map((one) => one.fields["failures"])).toEqual([1, 2, 4, 8]);

  const codes = async () => reasonCodes(await testApp.view(id));
  await until("its reason", async () => (await codes())?.includes("processing_failed"));

  await until("it rests", async () => (await restMs()) > 0);
  await ctx.db.submission.updateMany({ data: { payloadEncrypted } });
  testApp.clock.advance((await restMs()) + 100);
  await testApp.waitForOrder(id, "sent", (view) => view.submissions[0]?.state === "submitted");
  await until("it counts again", async () => (await row()).failures === 0);
  await clearRecovered(ctx);
  expect(await codes()).toEqual([]);
  expect(testApp.printService.state().orders).toHaveLength(1);
});
