import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { openCatalogWorld, product } from "../world.testing.ts";
import { beginBulkEdit } from "./begin-bulk-edit.ts";
import { readBulkEdit } from "./bulk-edit-view.ts";
import { runBulkEdit, stopBulkEdit } from "./run-bulk-edit.ts";

const VARIANTS = 450;
const BATCH = 200;
const [changed, pending] = [BATCH, VARIANTS - BATCH];

let world: Awaited<ReturnType<typeof openCatalogWorld>>;
let shop: Awaited<ReturnType<typeof world.shop>>;
beforeAll(async () => void (world = await openCatalogWorld()));
afterAll(() => world.close());
beforeEach(async () => {
  shop = await world.shop();
  const numbers = Array.from({ length: VARIANTS }, (_, at) => at + 1);
  await world.variants(shop.id, product(1), numbers);
  const action = { kind: "set_sku" as const, itemSku: "TEE-BLACK-M" };
  const selection = { filter: { view: "all" as const, query: "" } };
  expect(await beginBulkEdit(world.ctx, shop, { action, selection, saveAnyway: false })).toEqual({ outcome: "begun" });
});

const edit = async () => (await readBulkEdit(world.ctx, shop.id)) ?? expect.unreachable();
/** One batch of a worker that is told to end; or what is left of an edit that staff stopped. */
const runBatch = async () => runBulkEdit(world.ctx, (await edit()).id, AbortSignal.abort());
const stop = async () => stopBulkEdit(world.ctx, shop.id, (await edit()).id);
const mapped = () => world.db.mapping.count({ where: { shopId: shop.id } });

it("a stopped edit keeps what it has changed, changes nothing more, and tells both", async () => {
  await runBatch();
  await stop();
  expect(await edit()).toMatchObject({ state: "waking", stopped: true });
  await runBatch();
  const told = { state: "done", stopped: true, total: VARIANTS, variants: { changed, pending } };
  expect(await edit()).toMatchObject(told);
  await runBatch();
  await stop();
  expect(await edit()).toMatchObject(told);
  expect(await mapped()).toBe(changed);
});

it("a stopped edit tells also of variants that a crash kept it from recording", async () => {
  await runBatch();
  // As a process leaves the rows that ends between the changes and their record.
  const { id } = await edit();
  await world.db.bulkEdit.update({ where: { id }, data: { batchUnderWay: true } });
  await world.db.bulkEditVariant.updateMany({ where: { editId: id }, data: { outcome: "pending" } });
  await stop();
  await runBatch();
  expect(await edit()).toMatchObject({ state: "done", variants: { changed, pending } });
  expect(await mapped()).toBe(changed);
});

it("an edit that is stopped before a worker began changes nothing", async () => {
  await stop();
  await runBatch();
  expect(await edit()).toMatchObject({ state: "done", stopped: true, variants: { changed: 0, pending: VARIANTS } });
  expect(await mapped()).toBe(0);
});

it("an edit that nobody stops goes on to its end", async () => {
  for (let batch = 0; batch < 4; batch += 1) await runBatch();
  expect(await edit()).toMatchObject({ state: "done", stopped: false, variants: { changed: VARIANTS, pending: 0 } });
  await stop();
  expect(await edit()).toMatchObject({ state: "done", stopped: false });
});
