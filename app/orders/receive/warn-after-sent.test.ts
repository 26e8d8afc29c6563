import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { address, line } from "../../../tests/support/order-fixtures.ts";
import { openOrdersWorld } from "../../../tests/support/orders-world.ts";
import type { LineSnapshot } from "../../ports/order-model.ts";
import type { SubmissionState } from "../core/states.ts";
import { openShop, type OpenShop } from "./open-shop.testing.ts";

let world: Awaited<ReturnType<typeof openOrdersWorld>>;

beforeAll(async () => void (world = await openOrdersWorld()));
afterAll(() => world.close());

const later = (shop: OpenShop, minutes: number) => new Date(shop.paid().updatedAt.getTime() + minutes * 60_000);
const shirts = (quantity: number): LineSnapshot => line({ quantity, remaining: quantity });

async function setState(shop: OpenShop, state: SubmissionState): Promise<void> {
  await world.db.submission.updateMany({
    where: { shopId: shop.shop.id },
    data: { state, sentAt: world.ctx.clock.now() },
  });
}

describe("after sending", () => {
  const sent = async () => {
    const shop = await openShop(world);
    await shop.receive(shop.paid({ lines: [shirts(2)] }));
    await setState(shop, "submitted");
    return shop;
  };

  it.each([
    ["a canceled order", "cancelled_after_sent", (shop: OpenShop) => ({ cancelledAt: later(shop, 1) })],
    ["a smaller quantity", "reduced_after_sent", () => ({ lines: [shirts(1)] })],
    ["another address", "address_changed_after_sent", () => ({ shippingAddress: address({ zip: "00000" }) })],
  ] as const)(
    "%s is shown once per change, and not again when a person has resolved it",
    async (_what, code, change) => {
      const shop = await sent();
      const changed = { lines: [shirts(2)], ...change(shop) };
      await shop.receive(shop.paid({ ...changed, updatedAt: later(shop, 1) }));
      expect(await shop.openCodes()).toEqual([code]);
      await world.db.attention.updateMany({
        where: { shopId: shop.shop.id },
        data: { clearedAt: world.ctx.clock.now(), clearedBy: "person" },
      });
      await shop.receive(shop.paid({ ...changed, updatedAt: later(shop, 2) }));
      expect(await shop.openCodes()).toEqual([]);
      expect(await shop.submissions()).toMatchObject([{ state: "submitted", lines: [{ quantity: 2 }] }]);
    },
  );

  it("nothing is shown for what was shipped", async () => {
    const shop = await sent();
    await setState(shop, "shipped");
    await shop.receive(shop.paid({ updatedAt: later(shop, 1), cancelledAt: later(shop, 1), lines: [shirts(0)] }));
    expect(await shop.openCodes()).toEqual([]);
  });
});
