import { expect, it } from "vitest";
import { order, stock } from "../support/goods.ts";
import { openWorld } from "../support/test-app.ts";

// What Bull leaves uncaught where its connections are cut would end the process, and fails this file.
it("workers that are stopped before Bull has made its connections leave nothing behind", async () => {
  const world = await openWorld();
  try {
    const goods = await stock(world);
    for (let round = 0; round < 5; round += 1) await world.whileClosed(async () => undefined);
    const placed = world.shopify.placeOrder(world.shop, order([{ variantId: goods.shirt }]));
    await world.seen(placed.id, "sent", (view) => view.submissions[0]?.state === "submitted");
    expect(world.press.state().orders).toHaveLength(1);
  } finally {
    await world.close();
  }
});
