import { afterEach, expect, it } from "vitest";
import { startPrivatePgBouncer } from "../../scripts/launcher/private-pgbouncer.ts";
import { migrate } from "../../server/migrations/migrate.ts";
import { describePooler } from "../support/pooler.ts";
import { order, stockShop } from "../support/goods.ts";
import { startTestApp, type TestApp } from "../support/test-app.ts";

describePooler("behind PgBouncer in transaction mode, as it comes", () => {
  let testApp: TestApp;
  let bouncer: Awaited<ReturnType<typeof startPrivatePgBouncer>>;
  afterEach(async () => {
    await testApp.close();
    await bouncer.stop();
  });

  it("orders are printed and fulfilled, each once", async () => {
    testApp = await startTestApp({
      async proxyDatabase(databaseUrl) {
        bouncer = await startPrivatePgBouncer({ databaseUrl, serverConnections: 4 });
        return bouncer.url;
      },
    });
    await expect(migrate(bouncer.url)).rejects.toThrow(/leads to a pooler/);
    await testApp.services.open();
    expect(await testApp.services.ready()).toEqual({ database: true, queue: true, work: true });
    const { shirt } = await stockShop(testApp);
    const placed = Array.from({ length: 8 }, () =>
      testApp.shopify.placeOrder(testApp.shop, order([{ variantId: shirt, quantity: 1 }])),
    );
    for (const { id } of placed) {
      const view = await testApp.waitForOrder(id, "submitted", (v) => v.submissions[0]?.state === "submitted");
      testApp.printService.ship(view.submissions[0]?.reference ?? "");
    }
    for (const { id } of placed)
      await testApp.waitForOrder(id, "fulfilled", (v) => v.submissions[0]?.state === "fulfilled");
    expect(testApp.printService.state().orders).toHaveLength(placed.length);
    expect(placed.map((one) => one.fulfillments.length)).toEqual(placed.map(() => 1));
    const tries = testApp.shopify.webhooks.deliveries.flatMap((one) => one.attempts.map((each) => each.status));
    expect(new Set(tries)).toEqual(new Set([200]));
  }, 60_000);
});
