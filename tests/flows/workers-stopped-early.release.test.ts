import { expect, it } from "vitest";
import { order, stockShop } from "../support/goods.ts";
import { startTestApp } from "../support/test-app.ts";

// What Bull leaves uncaught where its connections are cut would end the process, and fails this file.
it("workers that are stopped before Bull has made its connections leave nothing behind", async () => {
  const testApp = await startTestApp();
  try {
    const goods = await stockShop(testApp);
    for (let round = 0; round < 5; round += 1) await testApp.whileStopped(async () => undefined);
    const placed = testApp.shopify.placeOrder(testApp.shop, order([{ variantId: goods.shirt }]));
    await testApp.waitForOrder(placed.id, "sent", (view) => view.submissions[0]?.state === "submitted");
    expect(testApp.printService.state().orders).toHaveLength(1);
  } finally {
    await testApp.close();
  }
});
