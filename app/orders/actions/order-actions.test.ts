import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { newId } from "../../../tests/support/ids.ts";
import { line } from "../../../tests/support/order-fixtures.ts";
import type { Gid } from "../../ports/gid.ts";
import { openOrdersWorld } from "../../../tests/support/orders-world.ts";
import { openShop, type OpenShop } from "../receive/open-shop.testing.ts";
import { ORDER_ACTIONS } from "./order-actions.ts";

let world: Awaited<ReturnType<typeof openOrdersWorld>>;

beforeAll(async () => void (world = await openOrdersWorld()));
afterAll(() => world.close());

describe("an order that Shopify fulfilled before anything was sent", () => {
  const fulfilled = line({ remaining: 0 });

  it("is reported once, and no longer after staff resolved it", async () => {
    const shop = await openShop(world);
    await shop.receive(shop.paid({ lines: [fulfilled] }));
    await shop.receive(shop.paid({ updatedAt: shop.later(1), lines: [fulfilled] }));
    expect(await shop.submissions()).toEqual([]);
    expect(await shop.openCodes()).toEqual(["fulfilled_elsewhere"]);
    const ref = { shopId: shop.shop.id, shopifyGid: shop.paid().gid as Gid<"Order">, userId: null };
    expect(await ORDER_ACTIONS.resolve(world.ctx, ref)).toBe("done");
    expect(await ORDER_ACTIONS.resolve(world.ctx, ref)).toBe("invalid_state");
    await shop.receive(shop.paid({ updatedAt: shop.later(2), lines: [fulfilled] }));
    expect(await shop.openCodes()).toEqual([]);
  });

  it("is printed in full when staff says so, and once", async () => {
    const shop = await openShop(world);
    await shop.receive(shop.paid({ lines: [line({ quantity: 2, remaining: 0 })] }));
    const ref = { shopId: shop.shop.id, shopifyGid: shop.paid().gid as Gid<"Order">, userId: "7" };
    const answers = await Promise.all([1, 2, 3].map(() => ORDER_ACTIONS.print_fulfilled(world.ctx, ref)));
    expect(answers.toSorted()).toEqual(["done", "invalid_state", "invalid_state"]);
    for (const minutes of [1, 2])
      await shop.receive(shop.paid({ updatedAt: shop.later(minutes), lines: [line({ quantity: 2, remaining: 0 })] }));
    expect(await shop.openCodes()).toEqual([]);
    expect(await shop.submissions()).toMatchObject([{ state: "ready", lines: [{ quantity: 2 }] }]);
  });

  it("is no longer reported once the fulfillment was canceled", async () => {
    const shop = await openShop(world);
    await shop.receive(shop.paid({ lines: [fulfilled] }));
    await shop.receive(shop.paid({ updatedAt: shop.later(1), lines: [line()] }));
    expect(await shop.openCodes()).toEqual([]);
    expect(await shop.submissions()).toMatchObject([{ state: "ready" }]);
  });

  it.each([
    ["is canceled", (shop: OpenShop) => shop.paid({ lines: [fulfilled], cancelledAt: shop.later(0) })],
    ["has no item to print", (shop: OpenShop) => shop.paid({ lines: [line({ remaining: 0, giftCard: true })] })],
    ["was removed from the order", (shop: OpenShop) => shop.paid({ lines: [line({ quantity: 0, remaining: 0 })] })],
  ] as const)("is not reported when it %s", async (_what, order) => {
    const shop = await openShop(world);
    await shop.receive(order(shop));
    expect(await shop.openCodes()).toEqual([]);
  });
});

describe("an order from before the start date", () => {
  it("is sent when staff says so, once", async () => {
    const shop = await openShop(world);
    const before = shop.paid({ createdAt: new Date(shop.shop.goLiveAt.getTime() - 60_000) });
    await shop.receive(before);
    const ref = { shopId: shop.shop.id, shopifyGid: before.gid as Gid<"Order">, userId: "7" };
    expect(await ORDER_ACTIONS.print_fulfilled(world.ctx, ref)).toBe("invalid_state");
    expect(await ORDER_ACTIONS.send_ignored(world.ctx, { ...ref, shopId: newId() })).toBe("not_found");
    expect(await ORDER_ACTIONS.send_ignored(world.ctx, ref)).toBe("done");
    expect(await ORDER_ACTIONS.send_ignored(world.ctx, ref)).toBe("invalid_state");
    await shop.receive({ ...before, updatedAt: shop.later(1) });
    expect(await shop.submissions()).toMatchObject([{ state: "ready" }]);
  });
});
