import { afterAll, beforeAll, expect, it } from "vitest";
import { address, line } from "../../../tests/support/order-fixtures.ts";
import { newId } from "../../../tests/support/ids.ts";
import { openOrdersWorld } from "../../../tests/support/orders-world.ts";
import { readShop } from "../core/shop-row.ts";
import type { SubmissionState } from "../core/states.ts";
import { openShop } from "../receive/open-shop.testing.ts";
import { readReprintContent } from "./reprint-content.ts";

let world: Awaited<ReturnType<typeof openOrdersWorld>>;

beforeAll(async () => void (world = await openOrdersWorld()));
afterAll(() => world.close());

/** An order of two shirts whose submission is in this state. */
async function order(state: SubmissionState = "shipped") {
  const shop = await openShop(world);
  const shown = shop.paid({ lines: [line({ quantity: 2, remaining: 2 })] });
  await shop.receive(shown);
  await shop.setState(state);
  const { id: lineId } = (await shop.orderLines())[0] ?? expect.unreachable();
  /** What a reprint of so many shirts would be, as Shopify shows the order. */
  const contentOf = async (quantity: number, snapshot = shown) => {
    const row = (await readShop(world.sql, { id: shop.shop.id })) ?? expect.unreachable();
    const found = await world.db.order.findFirstOrThrow({ where: { shopId: shop.shop.id }, include: { lines: true } });
    const given = { shop: row, order: { ...found, submissions: await shop.submissions() }, snapshot };
    return world.sql.transaction((tx) => readReprintContent(tx, shop.ctx, given, [{ lineId, quantity }]));
  };
  return { shop, shown, lineId, contentOf };
}

it("a reprint is of pieces that the print service has, and of no more than these", async () => {
  const { contentOf } = await order();
  expect(await contentOf(2)).toMatchObject({
    payload: { items: [{ itemSku: "TEE-BLACK-M", quantity: 2 }] },
    holds: [],
  });
  for (const quantity of [0, 1.5, 3]) expect(await contentOf(quantity)).toBeNull();
});

it.each<SubmissionState>(["ready", "uncertain", "cancelled"])(
  "nothing of a submission that is %s can be reprinted: it is not there for certain",
  async (state) => {
    const { contentOf } = await order(state);
    expect(await contentOf(1)).toBeNull();
  },
);

it("a line that Shopify no longer shows cannot be reprinted", async () => {
  const { shown, contentOf } = await order();
  expect(await contentOf(1, { ...shown, lines: [] })).toBeNull();
});

it("its hash tells whether staff saw this content: another quantity or address is another one, a read again is not", async () => {
  const { shown, contentOf } = await order();
  const hashes = [
    await contentOf(1),
    await contentOf(1, { ...shown, updatedAt: new Date() }),
    await contentOf(2),
    await contentOf(1, { ...shown, shippingAddress: address({ address1: "20 Elm Street" }) }),
  ].map((content) => content?.hash);
  expect(hashes[1]).toBe(hashes[0]);
  expect(new Set(hashes).size).toBe(3);
});

it("a reprint with the same line is named, unless it was canceled", async () => {
  const { shop, lineId, contentOf } = await order();
  const reprint = (state: SubmissionState) =>
    shop.submissions().then(([first]) =>
      world.db.submission.create({
        data: {
          id: newId(),
          shopId: shop.shop.id,
          orderId: first?.orderId ?? expect.unreachable(),
          kind: "reprint",
          reference: `1001-${world.ctx.ids.code(16)}`,
          state,
          createdAt: world.ctx.clock.now(),
          lines: { create: { id: newId(), orderLineId: lineId, position: 0, quantity: 1, itemSku: "TEE-BLACK-M" } },
        },
      }),
    );
  await reprint("cancelled");
  const { id } = await reprint("submitted");
  expect(await contentOf(1)).toMatchObject({ earlier: [id] });
});
