import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import { address, gid, line, mapping, settings } from "../../../tests/support/order-fixtures.ts";
import { openOrdersWorld } from "../../../tests/support/orders-world.ts";
import { propertyRuns } from "../../../tests/support/release.ts";
import type { OrderSnapshot } from "../../ports/order-model.ts";
import { readShop } from "../core/shop-row.ts";
import { composeAsNew } from "./compose-as-new.ts";
import { toMappingLookup } from "./decide-lines.ts";
import { openShop } from "../receive/open-shop.testing.ts";

let world: Awaited<ReturnType<typeof openOrdersWorld>>;

beforeAll(async () => void (world = await openOrdersWorld()));
afterAll(() => world.close());

/** The facts that decide what becomes of an order. */
const order = fc.record({
  financialStatus: fc.constantFrom("paid", "pending", "refunded"),
  test: fc.boolean(),
  risk: fc.constantFrom<OrderSnapshot["risk"]>("low", "high", "pending"),
  cancelled: fc.boolean(),
  quantity: fc.nat(2),
  mapped: fc.boolean(),
  country: fc.constantFrom("US", null),
  note: fc.constantFrom("", "For Bob"),
});

it("an order is composed as it is received for the first time, and nothing is written", async () => {
  const given = settings({ editWindowMinutes: 0 });
  await fc.assert(
    fc.asyncProperty(order, async ({ quantity, mapped, cancelled, country, note, ...facts }) => {
      const shop = await openShop(world, given);
      const snapshot = shop.paid({
        ...facts,
        cancelledAt: cancelled ? world.ctx.clock.now() : null,
        shippingAddress: address(country === null ? { country: null, countryCode: null } : {}),
        lines: [
          line({ quantity, remaining: quantity, properties: note === "" ? [] : [{ name: "Engraving", value: note }] }),
          line({ gid: gid("LineItem", 2), variantGid: mapped ? mapping().variantGid : gid("ProductVariant", 999) }),
        ],
      });
      const row = (await readShop(world.sql, { id: shop.shop.id })) ?? expect.unreachable();
      const mappings = toMappingLookup([mapping()], []);
      const composed = composeAsNew(shop.ctx, { shop: row, settings: given, mappings, snapshot });
      expect(await shop.orderRow()).toBeNull();

      await shop.receive(snapshot);
      expect(composed.holds.map(({ code }) => code).sort()).toEqual(await shop.openCodes());
      const received = await shop.submissions();
      expect(composed.linesToSend.map((one) => one.quantity)).toEqual(
        received.flatMap(({ lines }) => lines.map((one) => one.quantity)),
      );
      expect(composed.payload !== null).toBe(received.some(({ payloadEncrypted }) => payloadEncrypted !== null));
      expect(composed.lines.map((one) => one.row.eligibility)).toEqual(
        (await shop.orderLines()).map((one) => one.eligibility),
      );
    }),
    { numRuns: propertyRuns(45) },
  );
});

it("what was fulfilled since counts as open: the question is what would have become of the order", async () => {
  const shop = await openShop(world);
  const row = (await readShop(world.sql, { id: shop.shop.id })) ?? expect.unreachable();
  const snapshot = shop.paid({ lines: [line({ quantity: 2, remaining: 0 })] });
  const composed = composeAsNew(shop.ctx, {
    ...{ shop: row, settings: settings(), snapshot },
    mappings: toMappingLookup([mapping()], []),
  });
  expect(composed).toMatchObject({ linesToSend: [{ quantity: 2 }], payload: { items: [{ quantity: 2 }] }, holds: [] });
});
