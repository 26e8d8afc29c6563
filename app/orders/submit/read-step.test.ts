import { afterAll, beforeAll, expect, it } from "vitest";
import { gid, line, mapping } from "../../../tests/support/order-fixtures.ts";
import { newId } from "../../../tests/support/ids.ts";
import { openOrdersWorld } from "../../../tests/support/orders-world.ts";
import { openShop } from "../receive/open-shop.testing.ts";
import { readStep } from "./read-step.ts";

let world: Awaited<ReturnType<typeof openOrdersWorld>>;

beforeAll(async () => void (world = await openOrdersWorld()));
afterAll(() => world.close());

const MUG = { gid: gid("LineItem", 2), variantGid: gid("ProductVariant", 200), sku: "MUG" };

it("a step knows the order, its shop, and the line of each item in the order of the content", async () => {
  const shop = await openShop(world);
  const row = { ...mapping(), id: newId(), shopId: shop.shop.id, variantGid: MUG.variantGid, updatedAt: new Date() };
  await world.db.mapping.create({ data: { ...row, itemSku: "MUG-WHITE" } });
  const unprinted = line({ gid: gid("LineItem", 3), giftCard: true });
  await shop.receive(shop.paid({ lines: [unprinted, line(MUG), line()] }));
  const { id, reference } = (await shop.submissions())[0] ?? expect.unreachable();
  const step = await readStep(shop.ctx, id);
  expect(step).toMatchObject({
    row: { id, reference, state: "ready", kind: "first" },
    order: { shopifyGid: shop.paid().gid },
    shop: { id: shop.shop.id, domain: shop.shop.domain, printAccountId: shop.account.id },
    itemLines: [MUG.gid, line().gid],
    waitMs: 0,
  });
});

it("a submission that no longer exists has none", async () => {
  expect(await readStep(world.ctx, newId())).toBeNull();
});
