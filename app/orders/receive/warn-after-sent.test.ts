import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { address, line } from "../../../tests/support/order-fixtures.ts";
import { openOrdersWorld } from "../../../tests/support/orders-world.ts";
import { changeOrder } from "../core/change-orders.ts";
import { markSeenAtProvider } from "../provider-updates/mark-seen.ts";
import type { LineSnapshot, OrderSnapshot } from "../../ports/order-model.ts";
import { openShop, type OpenShop } from "./open-shop.testing.ts";

let world: Awaited<ReturnType<typeof openOrdersWorld>>;

beforeAll(async () => void (world = await openOrdersWorld()));
afterAll(() => world.close());

const shirts = (quantity: number): LineSnapshot => line({ quantity, remaining: quantity });

describe("after sending", () => {
  const sent = async () => {
    const shop = await openShop(world);
    await shop.receive(shop.paid({ lines: [shirts(2)] }));
    await shop.setState("submitted");
    return shop;
  };

  it.each([
    ["a canceled order", "cancelled_after_sent", (shop: OpenShop) => ({ cancelledAt: shop.later(1) })],
    ["a smaller quantity", "reduced_after_sent", () => ({ lines: [shirts(1)] })],
    ["another address", "address_changed_after_sent", () => ({ shippingAddress: address({ zip: "62704" }) })],
  ] as const)(
    "%s is shown once per change, and not again when a person has resolved it",
    async (_what, code, change) => {
      const shop = await sent();
      const changed = { lines: [shirts(2)], ...change(shop) };
      await shop.receive(shop.paid({ ...changed, updatedAt: shop.later(1) }));
      expect(await shop.openCodes()).toEqual([code]);
      await world.db.attention.updateMany({
        where: { shopId: shop.shop.id },
        data: { clearedAt: world.ctx.clock.now(), clearedBy: "person" },
      });
      await shop.receive(shop.paid({ ...changed, updatedAt: shop.later(2) }));
      expect(await shop.openCodes()).toEqual([]);
      expect(await shop.submissions()).toMatchObject([{ state: "submitted", lines: [{ quantity: 2 }] }]);
    },
  );

  it("an address that prints the same label is no other one", async () => {
    const shop = await sent();
    const spaced = address({ name: "Ada  Example ", zip: " 62701 " });
    await shop.receive(shop.paid({ lines: [shirts(2)], shippingAddress: spaced, updatedAt: shop.later(1) }));
    expect(await shop.openCodes()).toEqual([]);
  });

  it("an item that was fulfilled and comes back is no reduction of those under way", async () => {
    const shop = await sent();
    await world.db.submissionLine.updateMany({
      where: { orderLine: { order: { shopId: shop.shop.id } } },
      data: { fulfilled: 1 },
    });
    await shop.receive(shop.paid({ lines: [shirts(1)], updatedAt: shop.later(1) }));
    expect(await shop.openCodes()).toEqual([]);
  });

  it("an item that was fulfilled and comes back takes back nothing of what is still to be sent", async () => {
    const shop = await openShop(world);
    await shop.receive(shop.paid({ lines: [shirts(1)] }));
    await shop.setState("fulfilled");
    const lines = { orderLine: { order: { shopId: shop.shop.id } } };
    await world.db.submissionLine.updateMany({ where: lines, data: { fulfilled: 1 } });
    await shop.receive(
      shop.paid({ lines: [line({ quantity: 2, remaining: 1 })], test: true, updatedAt: shop.later(1) }),
    );
    const unsent = [{ state: "fulfilled" }, { state: "waiting", lines: [{ quantity: 1 }] }];
    expect(await shop.submissions()).toMatchObject(unsent);
    for (const minutes of [2, 3])
      await shop.receive(shop.paid({ lines: [shirts(1)], test: true, updatedAt: shop.later(minutes) }));
    expect(await shop.submissions()).toMatchObject(unsent);
    expect(await shop.openCodes()).toEqual(["item_returned", "test_order"]);
  });

  it("a fulfillment canceled and an item removed between two readings print no item more without a person", async () => {
    const shop = await openShop(world);
    await shop.receive(shop.paid({ lines: [shirts(2)] }));
    await shop.setState("fulfilled");
    const lines = { orderLine: { order: { shopId: shop.shop.id } } };
    await world.db.submissionLine.updateMany({ where: lines, data: { fulfilled: 2 } });
    const atOrder = { quantity: 3, remaining: 1 };
    await shop.receive(shop.paid({ lines: [line(atOrder)], test: true, updatedAt: shop.later(1) }));
    await shop.receive(shop.paid({ lines: [line({ ...atOrder, quantity: 2 })], updatedAt: shop.later(2) }));
    expect(await shop.submissions()).toMatchObject([{ state: "fulfilled" }, { state: "waiting" }]);
    expect(await shop.openCodes()).toEqual(["item_returned"]);
  });

  it("an address that a marketplace masks is no other one", async () => {
    const shop = await sent();
    const masked = address({ name: "A*** E***", address1: "********" });
    await shop.receive(shop.paid({ lines: [shirts(2)], shippingAddress: masked, updatedAt: shop.later(1) }));
    expect(await shop.openCodes()).toEqual([]);
  });

  it.each<[string, string, Partial<OrderSnapshot>]>([
    ["a smaller quantity", "reduced_after_sent", { lines: [shirts(2)] }],
    ["another address", "address_changed_after_sent", { shippingAddress: address({ zip: "62704" }) }],
  ])(
    "%s is no problem of what turns out not to be at the service, and is one again once that is sent",
    async (_what, code, change) => {
      const shop = await openShop(world);
      await shop.receive(shop.paid({ lines: [shirts(3)] }));
      await shop.setState("uncertain");
      await shop.receive(shop.paid({ lines: [shirts(3)], ...change, updatedAt: shop.later(1) }));
      expect(await shop.openCodes()).toEqual([code]);
      await shop.setState("ready");
      await shop.receive(shop.paid({ lines: [shirts(3)], ...change, updatedAt: shop.later(2) }));
      expect(await shop.openCodes()).toEqual([]);
      await shop.setState("submitted");
      const again = { lines: [shirts(1)], shippingAddress: address({ zip: "62701" }) };
      await shop.receive(shop.paid({ ...again, updatedAt: shop.later(3) }));
      expect(await shop.openCodes()).toContain(code);
    },
  );

  it.each<[string, boolean, Partial<OrderSnapshot>, string[]]>([
    ["of a canceled order", true, { lines: [shirts(2)] }, ["cancelled_after_sent"]],
    ["whose items were removed", false, { lines: [shirts(0)] }, ["reduced_after_sent"]],
    ["that somebody fulfilled", false, { lines: [line({ quantity: 2, remaining: 0 })] }, ["printed_after_cancelled"]],
    ["that is wanted again", false, { lines: [shirts(2)] }, []],
  ])(
    "what was not to be sent any more and is found shipped, %s, raises its alarm once",
    async (_what, canceled, change, codes) => {
      const shop = await openShop(world);
      await shop.receive(shop.paid({ lines: [shirts(2)] }));
      await shop.setState("uncertain");
      await world.db.submission.updateMany({ where: { shopId: shop.shop.id }, data: { unproven: "unwanted" } });
      const cancelledAt = canceled ? shop.later(1) : null;
      const where = { shopId: shop.shop.id };
      await world.db.order.updateMany({ where, data: { cancelledAt } });
      const [row] = await shop.submissions();
      if (!row) throw new Error("no submission");
      const seen = (event: "seen_at_provider" | "shipped") =>
        changeOrder(world, row.orderId, (rows) =>
          markSeenAtProvider(rows, world.ctx, row.id, { event, hasUpdate: true }),
        );
      await seen("seen_at_provider");
      await seen("shipped");
      expect(await shop.openCodes()).toEqual(canceled ? codes : []);
      for (const minutes of [1, 2])
        await shop.receive(shop.paid({ ...change, cancelledAt, updatedAt: shop.later(minutes) }));
      expect(await shop.openCodes()).toEqual(codes);
      expect(await shop.submissions()).toMatchObject([{ state: "shipped", unproven: null }]);
    },
  );

  it("nothing is shown for what was shipped", async () => {
    const shop = await sent();
    await shop.setState("shipped");
    await shop.receive(shop.paid({ updatedAt: shop.later(1), cancelledAt: shop.later(1), lines: [shirts(0)] }));
    expect(await shop.openCodes()).toEqual([]);
  });
});
