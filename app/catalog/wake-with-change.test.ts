import { afterAll, beforeAll, expect, it } from "vitest";
import { keepMapping } from "./variant-changes.ts";
import { mapVariants } from "./map-variants.testing.ts";
import { saveValidMappings } from "./save-valid-mappings.ts";
import { mapping, openCatalogWorld, product, variant } from "./world.testing.ts";
import { markNotPrinted, unmarkNotPrinted } from "../orders/receive/not-printed.ts";
import { whileLockHeld } from "../../tests/support/held-lock.ts";
import { idOf } from "../../tests/support/ids.ts";

let world: Awaited<ReturnType<typeof openCatalogWorld>>;
type Shop = Awaited<ReturnType<typeof world.shop>>;
beforeAll(async () => void (world = await openCatalogWorld()));
afterAll(() => world.close());

const mark = { productGid: product(1), variantGid: variant(1) };
const isMapped = async ({ id }: Shop) => (await world.db.mapping.count({ where: { shopId: id } })) > 0;
const isMarked = async ({ id }: Shop) => (await world.db.notPrinted.count({ where: { shopId: id } })) > 0;
const isChanged = async ({ id }: Shop) =>
  (await world.db.mapping.count({ where: { shopId: id, variantChange: "options" } })) > 0;

const CHANGES: readonly [
  what: string,
  prepare: (shop: Shop) => Promise<unknown>,
  change: (shop: Shop) => Promise<unknown>,
  isOpen: (shop: Shop) => Promise<boolean>,
][] = [
  [
    "a saved mapping",
    () => Promise.resolve(),
    (shop) =>
      saveValidMappings(world.ctx, shop, [
        { ...mapping(), saveAnyway: false, shown: { mapping: null, notPrinted: false } },
      ]),
    async (shop) => !(await isMapped(shop)),
  ],
  [
    "a mapping that is kept",
    async ({ id }) => {
      await world.variants(id, product(1), [1], () => ({ options: [{ name: "Color", value: "Navy" }] }));
      await mapVariants(world.ctx, id, [mapping()]);
      const change = { variantFactsHash: "before", mappedOptionValues: ["Black"] };
      await world.db.mapping.updateMany({ where: { shopId: id }, data: { ...change, variantChange: "options" } });
    },
    ({ id }) => keepMapping(world.ctx, id, { variantGid: variant(1), factsHash: "" }),
    isChanged,
  ],
  [
    "a mark as never printed",
    () => Promise.resolve(),
    ({ id }) => markNotPrinted(world.ctx, id, mark),
    async (shop) => !(await isMarked(shop)),
  ],
  [
    "a mark that is taken back",
    async ({ id }) => {
      await markNotPrinted(world.ctx, id, mark);
      const data = { eligibility: "excluded", eligibilityReason: "not_printed", remaining: 1 } as const;
      await world.db.orderLine.updateMany({ where: { order: { shopId: id } }, data });
    },
    ({ id }) => unmarkNotPrinted(world.ctx, id, mark),
    isMarked,
  ],
];

it.each(CHANGES)("%s is committed with the orders that it makes due", async (_, prepare, change, isOpen) => {
  const shop = await world.shop();
  const orderId = await shop.order();
  await world.hold(shop.id, orderId, { productGid: product(1), variantGid: variant(1) });
  await prepare(shop);
  await world.db.order.update({ where: { id: orderId }, data: { dueAt: null } });
  world.wokenOrders.length = 0;
  await whileLockHeld(
    world.pool,
    (holder) => holder.query(`SELECT 1 FROM "Order" WHERE "shopId" = $1 FOR UPDATE`, [shop.id]),
    () => change(shop),
    { last: async () => expect([await isOpen(shop), world.wokenOrders]).toEqual([true, []]) },
  );
  expect(await isOpen(shop)).toBe(false);
  expect(world.wokenOrders).toContain(orderId);
  expect(await world.db.order.findUniqueOrThrow({ where: { id: orderId } })).not.toMatchObject({ dueAt: null });
});

it("locks the orders in one sequence, so that two people who save at once don't wait for each other", async () => {
  const shop = await world.shop();
  const [first = "", last = ""] = [await shop.order(), await shop.order()].toSorted();
  for (const id of [first, last]) await world.hold(shop.id, idOf(id), mark);
  // Its row is behind the other one's now.
  await world.db.order.update({ where: { id: idOf(first) }, data: { dueAt: new Date() } });
  await whileLockHeld(
    world.pool,
    (holder) => holder.query(`SELECT 1 FROM "Order" WHERE "id" = $1 FOR UPDATE`, [first]),
    () => mapVariants(world.ctx, shop.id, [mapping()]),
    { last: (holder) => holder.query(`SELECT 1 FROM "Order" WHERE "id" = $1 FOR UPDATE NOWAIT`, [last]) },
  );
});
