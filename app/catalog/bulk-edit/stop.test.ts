import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { openCatalogWorld, product } from "../world.testing.ts";
import { beginBulkEdit } from "./bulk-edit.ts";
import { bulkEditOf } from "./bulk-edit.testing.ts";

const VARIANTS = 450;
const BATCH = 200;
const [changed, pending] = [BATCH, VARIANTS - BATCH];

let world: Awaited<ReturnType<typeof openCatalogWorld>>;
let edit: ReturnType<typeof bulkEditOf>;
let mapped: () => Promise<number>;
beforeAll(async () => void (world = await openCatalogWorld()));
afterAll(() => world.close());
beforeEach(async () => {
  const shop = await world.shop();
  edit = bulkEditOf(world, shop.id);
  mapped = () => world.db.mapping.count({ where: { shopId: shop.id } });
  const numbers = Array.from({ length: VARIANTS }, (_, at) => at + 1);
  await world.variants(shop.id, product(1), numbers);
  const action = { kind: "set_sku" as const, itemSku: "TEE-BLACK-M" };
  const selection = { filter: { view: "all" as const, query: "" } };
  expect(await beginBulkEdit(world.ctx, shop, { action, selection, saveAnyway: false })).toEqual({ outcome: "begun" });
});

it("a stopped edit keeps what it has changed, changes nothing more, and tells both", async () => {
  await edit.runBatch();
  await edit.stop();
  expect(await edit.read()).toMatchObject({ state: "waking", stopped: true });
  await edit.runBatch();
  const expected = { state: "done", stopped: true, total: VARIANTS, variants: { changed, pending } };
  expect(await edit.read()).toMatchObject(expected);
  await edit.runBatch();
  await edit.stop();
  expect(await edit.read()).toMatchObject(expected);
  expect(await mapped()).toBe(changed);
});

it("a stopped edit also reports variants that a crash kept it from recording", async () => {
  await edit.runBatch();
  await edit.loseRecord();
  await edit.stop();
  await edit.runBatch();
  expect(await edit.read()).toMatchObject({ state: "done", variants: { changed, pending } });
  expect(await mapped()).toBe(changed);
});

it("an edit that is stopped before a worker began changes nothing", async () => {
  await edit.stop();
  await edit.runBatch();
  expect(await edit.read()).toMatchObject({
    state: "done",
    stopped: true,
    variants: { changed: 0, pending: VARIANTS },
  });
  expect(await mapped()).toBe(0);
});

it("an edit that nobody stops goes on to its end", async () => {
  for (let batch = 0; batch < 4; batch += 1) await edit.runBatch();
  expect(await edit.read()).toMatchObject({
    state: "done",
    stopped: false,
    variants: { changed: VARIANTS, pending: 0 },
  });
  await edit.stop();
  expect(await edit.read()).toMatchObject({ state: "done", stopped: false });
});
