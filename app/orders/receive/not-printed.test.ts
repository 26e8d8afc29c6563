import { afterAll, beforeAll, expect, it } from "vitest";
import { gid, line } from "../../../tests/support/order-fixtures.ts";
import { openOrdersWorld } from "../../../tests/support/orders-world.ts";
import { availableLineAction, LINE_ACTIONS } from "../actions/exclude-line.ts";
import { markNotPrinted, unmarkNotPrinted } from "./not-printed.ts";
import { openShop, type OpenShop } from "./open-shop.testing.ts";

let world: Awaited<ReturnType<typeof openOrdersWorld>>;

beforeAll(async () => void (world = await openOrdersWorld()));
afterAll(() => world.close());

const MUG = { productGid: gid("Product", 20), variantGid: gid("ProductVariant", 200) };

/** An order of a mapped shirt and of a mug that the rules say is printed, and that nobody has mapped. */
async function heldForMug() {
  const shop = await openShop(world, {
    printableRule: { vendors: ["Mugs"], productTags: [], productTypes: [], skuPrefixes: [] },
  });
  const lines = [line(), line({ gid: gid("LineItem", 2), vendor: "Mugs", ...MUG })];
  await shop.receive(shop.paid({ lines }));
  expect(await shop.openCodes()).toEqual(["unmapped_line"]);
  shop.woken.length = 0;
  return { shop, again: () => shop.receive(shop.paid({ lines, updatedAt: world.ctx.clock.now() })) };
}

const printed = async (shop: OpenShop) => (await shop.submissions())[0]?.lines.map(({ itemSku }) => itemSku);

it.each([
  ["a variant", MUG],
  ["a product", { ...MUG, variantGid: null }],
])("%s that is not printed lets the orders that wait for its mapping continue without it", async (_what, mark) => {
  const { shop, again } = await heldForMug();
  await markNotPrinted(shop.ctx, shop.shop.id, mark);
  expect(shop.woken).toHaveLength(1);
  world.advance(1_000);
  await again();
  expect(await shop.openCodes()).toEqual([]);
  expect(await printed(shop)).toEqual(["TEE-BLACK-M"]);
});

it("an item that nobody mapped can be mapped or never printed, from its order", async () => {
  const shop = await openShop(world);
  const lines = [line({ vendor: "Mugs", ...MUG })];
  const again = () => shop.receive(shop.paid({ lines, updatedAt: world.ctx.clock.now() }));
  await shop.receive(shop.paid({ lines }));
  const item = async () => {
    const [row] = await shop.orderLines();
    if (!row) throw new Error("no line");
    return { id: row.id, reason: row.eligibilityReason, action: availableLineAction(row, [], true) };
  };
  const { id: lineId, ...unmatched } = await item();
  expect(unmatched).toEqual({ reason: "no_match", action: "mark_not_printed" });
  shop.woken.length = 0;
  const staff = { shopId: shop.shop.id, lineId, userId: "7" };
  expect(await LINE_ACTIONS.mark_not_printed(shop.ctx, staff)).toBe("done");
  expect(shop.woken).toHaveLength(1);
  world.advance(1_000);
  await again();
  expect(await item()).toMatchObject({ reason: "not_printed", action: null });
});

it("marking twice at once is one mark, and what goes with it is committed with it", async () => {
  const { shop } = await heldForMug();
  const marks = () => world.db.notPrinted.count({ where: { shopId: shop.shop.id } });
  await Promise.all([1, 2].map(() => markNotPrinted(shop.ctx, shop.shop.id, MUG)));
  expect(await marks()).toBe(1);
  await unmarkNotPrinted(shop.ctx, shop.shop.id, MUG);
  const failing = markNotPrinted(shop.ctx, shop.shop.id, MUG, () => Promise.reject(new Error("not written")));
  await expect(failing).rejects.toThrow("not written");
  expect(await marks()).toBe(0);
});

it("taking a mark back has the orders without that item decided again", async () => {
  const { shop, again } = await heldForMug();
  await markNotPrinted(shop.ctx, shop.shop.id, MUG);
  world.advance(1_000);
  await again();
  shop.woken.length = 0;
  await unmarkNotPrinted(shop.ctx, shop.shop.id, MUG);
  expect(shop.woken).toHaveLength(1);
});
