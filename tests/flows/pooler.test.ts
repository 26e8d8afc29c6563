import { afterEach, expect, it } from "vitest";
import { startPrivatePgBouncer } from "../../scripts/launcher/private-pgbouncer.ts";
import { describePooler } from "../support/pooler.ts";
import { order, stock } from "../support/goods.ts";
import { openWorld, type World } from "../support/test-app.ts";

describePooler("behind PgBouncer in transaction mode, as it comes", () => {
  let world: World;
  let bouncer: Awaited<ReturnType<typeof startPrivatePgBouncer>>;
  afterEach(async () => {
    await world.close();
    await bouncer.stop();
  });

  it("orders are printed and fulfilled, each once", async () => {
    world = await openWorld({
      async reach(databaseUrl) {
        bouncer = await startPrivatePgBouncer({ databaseUrl, serverConnections: 4 });
        return bouncer.url;
      },
    });
    await world.services.open();
    expect(await world.services.ready()).toEqual({ database: true, queue: true });
    const { shirt } = await stock(world);
    const placed = Array.from({ length: 8 }, () =>
      world.shopify.placeOrder(world.shop, order([{ variantId: shirt, quantity: 1 }])),
    );
    for (const { id } of placed) {
      const view = await world.seen(id, "submitted", (v) => v.submissions[0]?.state === "submitted");
      world.press.ship(view.submissions[0]?.reference ?? "");
    }
    for (const { id } of placed) await world.seen(id, "fulfilled", (v) => v.submissions[0]?.state === "fulfilled");
    expect(world.press.state().orders).toHaveLength(placed.length);
    expect(placed.map((one) => one.fulfillments.length)).toEqual(placed.map(() => 1));
    const tries = world.shopify.webhooks.deliveries.flatMap((one) => one.attempts.map((each) => each.status));
    expect(new Set(tries)).toEqual(new Set([200]));
  }, 60_000);
});
