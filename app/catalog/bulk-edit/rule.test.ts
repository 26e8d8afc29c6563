import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { markNotPrinted } from "../../orders/receive/not-printed.ts";
import { mapVariants } from "../map-variants.testing.ts";
import { mapping, openCatalogWorld, product, variant } from "../world.testing.ts";
import type { StaticRule } from "../mapping-methods/rule-schema.ts";
import { beginBulkEdit, readBulkEdit, bulkEditRun } from "./bulk-edit.ts";
import { forgetVariants } from "../../shops/uninstall.ts";
import { VariantsUnread, previewRule, readCombinations } from "./bulk-rule.ts";
import { whileLockHeld } from "../../../tests/support/held-lock.ts";
import { nameKey } from "../options.ts";
import { bulkEditOf } from "./bulk-edit.testing.ts";

const KEEP = { kind: "keep" } as const;
const FRONT = "https://art.example/front.png";
const SPELLING = { letters: "upper", spaces: "none", codes: {} } as const;
const OWN_SKUS: StaticRule = { itemSku: { kind: "shopify_sku" }, artworkFront: KEEP, artworkBack: KEEP };
const TEMPLATE: StaticRule = {
  itemSku: { kind: "template", template: "TEE-{Color}-{Size}", ...SPELLING },
  artworkFront: { kind: "same", link: FRONT },
  artworkBack: KEEP,
};
const ALL = { filter: { view: "all" as const, query: "" } };

let world: Awaited<ReturnType<typeof openCatalogWorld>>;
let shop: Awaited<ReturnType<typeof world.shop>>;
let edit: ReturnType<typeof bulkEditOf>;
beforeAll(async () => void (world = await openCatalogWorld()));
afterAll(() => world.close());
beforeEach(async () => {
  shop = await world.shop();
  edit = bulkEditOf(world, shop.id);
  world.checkedLinks.length = 0;
});

const options = (size: string) => [
  { name: "Color", value: "Black" },
  { name: "Size", value: size },
];
const preview = (rule: StaticRule) => previewRule(world.ctx, shop.id, { rule, selection: ALL });
const begin = (rule: StaticRule, fingerprint: string) =>
  beginBulkEdit(world.ctx, shop, {
    ...{ action: { kind: "map_by_rule", rule, fingerprint }, selection: ALL },
    saveAnyway: false,
  });
const runToEnd = async () => {
  while ((await edit.read()).state !== "done") await edit.runBatch();
  return edit.read();
};
const map = (number: number, itemSku: string) =>
  mapVariants(world.ctx, shop.id, [mapping({ variantGid: variant(number), itemSku, requiredSides: ["front"] })]);
const skus = async () => {
  const rows = await world.db.mapping.findMany({ where: { shopId: shop.id } });
  return Object.fromEntries(rows.map(({ variantGid, itemSku }) => [variantGid.split("/").at(-1), itemSku]));
};

it("a preview counts every variant, and the edit does what the preview said", async () => {
  await world.variants(shop.id, product(1), [1, 2, 3, 4, 5], (number) => ({
    options: options(["M", "L", "M", "NOPE", "M"][number - 1] ?? ""),
    giftCard: number === 5,
  }));
  await world.variants(shop.id, product(2), [6, 7], () => ({ options: [{ name: "Size", value: "M" }] }));
  await map(2, "TEE-BLACK-L");
  await world.db.mapping.updateMany({ where: { shopId: shop.id }, data: { artworkFront: FRONT } });
  await markNotPrinted(world.ctx, shop.id, { productGid: product(1), variantGid: variant(3) });
  const before = await skus();
  const shown = await preview(TEMPLATE);
  expect(shown).toMatchObject({
    ...{ total: 7, toMap: 2 },
    left: { unchanged: 1, no_value: 2, not_printed: 1, not_printable: 1 },
    rows: [
      { target: { gid: variant(1) }, after: { itemSku: "TEE-BLACK-M" } },
      { after: { itemSku: "TEE-BLACK-NOPE" } },
    ],
    leftOut: [{ misses: { itemSku: { kind: "no_option", option: "Color" } } }, {}],
  });
  expect(await skus()).toEqual(before);
  expect(await readCombinations(world.ctx, shop.id, ALL)).toMatchObject({ complete: true, variants: { length: 4 } });

  expect(await begin(TEMPLATE, shown.fingerprint)).toEqual({ outcome: "begun" });
  const { variants } = await runToEnd();
  expect(variants).toMatchObject({
    changed: 1,
    rejected: 1,
    unchanged: 1,
    no_value: 2,
    not_printed: 1,
    not_printable: 1,
  });
  expect(await skus()).toEqual({ 1: "TEE-BLACK-M", 2: "TEE-BLACK-L" });
  expect(world.checkedLinks).toEqual([FRONT]);
});

it("a match with a catalog product keeps other SKUs, unless staff wants them replaced, and survives a lost record", async () => {
  await world.variants(shop.id, product(1), [1, 2], (number) => ({ options: options(["M", "L"][number - 1] ?? "") }));
  await world.variants(shop.id, product(2), [3, 4], (number) => ({ options: options(["M", "XS"][number - 3] ?? "") }));
  await map(3, "MUG-11OZ");
  const skusBySize = { M: "TEE-BLACK-M", L: "TEE-BLACK-L" };
  const table = Object.entries(skusBySize).map(([size, sku]) => [nameKey({ options: options(size) }), sku]);
  const matched = (replaces: boolean): StaticRule => ({
    ...OWN_SKUS,
    itemSku: { kind: "all_options", skus: Object.fromEntries(table), replaces },
  });
  const shown = await preview(matched(false));
  expect(shown).toMatchObject({ toMap: 2, left: { mapped: 1, unchanged: 1 } });
  await begin(matched(false), shown.fingerprint);
  await edit.runBatch();
  await edit.loseRecord();
  expect((await runToEnd()).variants).toMatchObject({ changed: 2, mapped: 1, unchanged: 1 });
  expect(await skus()).toEqual({ 1: "TEE-BLACK-M", 2: "TEE-BLACK-L", 3: "MUG-11OZ" });
  await begin(matched(true), (await preview(matched(true))).fingerprint);
  expect((await runToEnd()).variants).toMatchObject({ changed: 1, unchanged: 3 });
  expect(await skus()).toMatchObject({ 3: "TEE-BLACK-M" });
});

it("an edit begins only from the preview of the variants as they are", async () => {
  await world.variants(shop.id, product(1), [1, 2], () => ({ sku: "TEE-BLACK-M" }));
  const { fingerprint } = await preview(OWN_SKUS);
  await map(1, "MUG-11OZ");
  expect(await begin(OWN_SKUS, fingerprint)).toEqual({ outcome: "outdated" });
  expect(await readBulkEdit(world.ctx, shop.id)).toBeNull();
  const again = await preview(OWN_SKUS);
  await world.variants(shop.id, product(1), [3]);
  expect(await begin(OWN_SKUS, again.fingerprint)).toEqual({ outcome: "outdated" });
  expect(await begin(OWN_SKUS, (await preview(OWN_SKUS)).fingerprint)).toEqual({ outcome: "begun" });
  expect((await runToEnd()).variants).toMatchObject({ changed: 2, no_value: 1 });
});

it("what somebody maps, unmaps or marks after the start stays so", async () => {
  await world.variants(shop.id, product(1), [1, 2, 3, 4], () => ({ sku: "TEE-BLACK-M" }));
  await map(2, "MUG-11OZ");
  await begin(OWN_SKUS, (await preview(OWN_SKUS)).fingerprint);
  await map(1, "MUG-11OZ");
  await world.db.mapping.deleteMany({ where: { shopId: shop.id, variantGid: variant(2) } });
  await markNotPrinted(world.ctx, shop.id, { productGid: product(1), variantGid: variant(3) });
  expect((await runToEnd()).variants).toMatchObject({ changed: 1, outdated: 2, not_printed: 1 });
  expect(await skus()).toEqual({ 1: "MUG-11OZ", 4: "TEE-BLACK-M" });
});

it.each([
  ["keeps the SKU leaves a changed color to be reviewed", KEEP, "options"],
  ["makes the SKU of what the variant is now ends that", OWN_SKUS.itemSku, null],
] as const)("a rule that %s", async (_, itemSku, change) => {
  await world.variants(shop.id, product(1), [1], () => ({ sku: "MUG-11OZ" }));
  await map(1, "TEE-BLACK-M");
  await world.changeColor(shop.id);
  const rule = { itemSku, artworkFront: TEMPLATE.artworkFront, artworkBack: KEEP };
  expect(await begin(rule, (await preview(rule)).fingerprint)).toEqual({ outcome: "begun" });
  expect((await runToEnd()).variants).toMatchObject({ changed: 1 });
  expect(await world.changes(shop.id)).toEqual({ 1: change });
});

it("a link of the rule that cannot be used is reported before anything is changed", async () => {
  await world.variants(shop.id, product(1), [1], () => ({ options: options("M") }));
  const links = { black: "https://art.example/gone.png" };
  const rule: StaticRule = { ...TEMPLATE, artworkFront: { kind: "option", option: "Color", links } };
  expect(await begin(rule, (await preview(rule)).fingerprint)).toEqual({
    outcome: "invalid",
    problems: { artworkFront: { kind: "link", reason: "status" } },
  });
  expect(await readBulkEdit(world.ctx, shop.id)).toBeNull();
});

it("a batch that a crash cut off is repeated and counted as changed, and a stop leaves the rest", async () => {
  const numbers = Array.from({ length: 90 }, (_, at) => at + 1);
  await world.variants(shop.id, product(1), numbers, () => ({ sku: "TEE-BLACK-M" }));
  await begin(OWN_SKUS, (await preview(OWN_SKUS)).fingerprint);
  await edit.runBatch();
  expect((await edit.read()).variants).toMatchObject({ changed: 40, pending: 50 });
  await edit.loseRecord();
  await edit.stop();
  await edit.runBatch();
  expect(await edit.read()).toMatchObject({ state: "done", stopped: true, variants: { changed: 40, pending: 50 } });
  expect(Object.keys(await skus())).toHaveLength(40);
});

it("a batch that two workers carry out at once is counted as changed", async () => {
  await world.variants(shop.id, product(1), [1, 2, 3], () => ({ sku: "TEE-BLACK-M" }));
  await map(2, "MUG-11OZ");
  await begin(OWN_SKUS, (await preview(OWN_SKUS)).fingerprint);
  // Both have read the variants, and wait to save.
  await whileLockHeld(
    world.pool,
    (client) => client.query('SELECT 1 FROM "Shop" WHERE "id" = $1 FOR UPDATE', [shop.id]),
    () => Promise.all([edit.runBatch(), edit.runBatch()]),
    { waiters: 2 },
  );
  expect((await runToEnd()).variants).toMatchObject({ changed: 3, outdated: 0 });
});

it("an edit waits where the app is installed again until the variants are read again", async () => {
  const { db, ctx } = world;
  const isAtWork = async () => {
    const { id } = await edit.read();
    return (await bulkEditRun.due(ctx)).some((one) => one.id === id);
  };
  await world.variants(shop.id, product(1), [1, 2], () => ({ sku: "TEE-BLACK-M" }));
  await begin(OWN_SKUS, (await preview(OWN_SKUS)).fingerprint);
  // Its variants came by webhooks, before all of the shop's were read.
  expect(await isAtWork()).toBe(true);
  await db.$transaction((tx) => forgetVariants(tx, shop.id));
  // Of a worker that had begun before.
  await expect(edit.runBatch()).rejects.toThrow(VariantsUnread);
  expect(await isAtWork()).toBe(false);
  await world.variants(shop.id, product(1), [1], () => ({ sku: "TEE-BLACK-M" }));
  await db.catalogRead.create({ data: { shopId: shop.id, startedAt: ctx.clock.now() } });
  expect(await isAtWork()).toBe(false);
  await db.catalogRead.update({ where: { shopId: shop.id }, data: { startedAt: null, completedAt: ctx.clock.now() } });
  expect(await isAtWork()).toBe(true);
  expect((await runToEnd()).variants).toMatchObject({ changed: 1, not_printable: 1 });
  expect(await skus()).toEqual({ 1: "TEE-BLACK-M" });
});
