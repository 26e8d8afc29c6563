import { afterAll, beforeAll, expect, it } from "vitest";
import { mapVariants } from "./map-variants.testing.ts";
import { readPrintCoverage } from "./print-coverage.ts";
import { mapping, openCatalogWorld, product, variant } from "./world.testing.ts";
import { settings } from "../../tests/support/order-fixtures.ts";
import { newId } from "../../tests/support/ids.ts";

let world: Awaited<ReturnType<typeof openCatalogWorld>>;
beforeAll(async () => void (world = await openCatalogWorld()));
afterAll(() => world.close());

const NO_FILES = { file_unreadable: 0, file_replaced: 0 };
const NONE = {
  not_mapped: 0,
  excluded_in_shopify: 0,
  variant_changed: 0,
  sku_rejected: 0,
  ...NO_FILES,
  artwork: 0,
  approval: 0,
};
const AUTOMATIC = settings({ personalizationProperties: ["Name"] });

/** A shop that sold one variant in different numbers: 1 of variant 1, 2 of variant 2, 4 of variant 3 … */
async function sellingShop(variants: number) {
  const { db } = world;
  const shop = await world.shop();
  const lineOf = async (number: number, placedAt?: string) => {
    const orderId = await shop.order({ ...(placedAt ? { placedAt } : {}), lines: [[`V${number}`, 2 ** (number - 1)]] });
    const line = await db.orderLine.findFirstOrThrow({ where: { orderId } });
    await db.orderLine.update({
      where: { id: line.id },
      data: { productGid: product(number), variantGid: variant(number) },
    });
    return line;
  };
  const lines = [];
  for (let number = 1; number <= variants; number += 1) lines.push(await lineOf(number));
  return { ...shop, lines, lineOf };
}

it("sorts what was sold by what keeps it from being printed, as mappings are now", async () => {
  const { ctx, db } = world;
  const { id: shopId, printAccountId, lines, lineOf } = await sellingShop(7);
  const mapped = [1, 3, 4, 5].map((number) => mapping({ productGid: product(number), variantGid: variant(number) }));
  const rejected = mapping({ productGid: product(7), variantGid: variant(7), itemSku: "GONE" });
  await mapVariants(ctx, shopId, [...mapped, rejected]);
  const confirmedAt = ctx.clock.now();
  const check = { printAccountId, itemSku: "GONE", countryCode: "US", runId: newId(), pending: false, confirmedAt };
  await db.skuCheck.create({ data: check });
  await db.mapping.updateMany({ where: { shopId, variantGid: variant(3) }, data: { variantChange: "options" } });
  const reasons = [
    [4, "artwork_missing"],
    [5, "personalization_review"],
    [1, "awaiting_approval"],
  ] as const;
  for (const [number, code] of reasons) {
    const { orderId, shopifyGid: subject } = lines[number - 1] ?? expect.unreachable();
    const openedAt = ctx.clock.now();
    await db.attention.create({ data: { id: newId(), shopId, orderId, code, subject, detail: {}, openedAt } });
  }
  const mark = { id: newId(), shopId, productGid: product(6), variantGid: "" as const, createdAt: ctx.clock.now() };
  await db.notPrinted.create({ data: mark });
  await lineOf(1, "2026-10-01T12:00:00Z");
  const gaps = { ...NONE, not_mapped: 2, variant_changed: 4, sku_rejected: 64, artwork: 8, approval: 16 };
  const expected = { automatic: 1, gaps, notPrinted: 32, limited: false };
  expect(await readPrintCoverage(ctx, shopId, AUTOMATIC)).toEqual(expected);
  expect((await readPrintCoverage(ctx, shopId, { ...AUTOMATIC, approval: "manual" })).gaps.approval).toBe(17);
  expect((await readPrintCoverage(ctx, shopId, settings())).gaps.approval).toBe(0);
  await db.attention.updateMany({ where: { shopId, code: "artwork_missing" }, data: { clearedAt: ctx.clock.now() } });
  expect(await readPrintCoverage(ctx, shopId, AUTOMATIC)).toMatchObject({ automatic: 9 });
});

it("counts what prints a file that cannot be read, or that was replaced where the settings hold for that", async () => {
  const { ctx, db } = world;
  const { id: shopId } = await sellingShop(5);
  const [gone, replaced, fine] = ["gone", "replaced", "fine"].map((name) => `https://art.example/${name}.png`);
  const sides = [
    [fine, gone],
    [gone, replaced],
    [fine, replaced],
    [replaced, ""],
    [fine, fine],
  ];
  const mapped = sides.map(([artworkFront, artworkBack], at) =>
    mapping({
      productGid: product(at + 1),
      variantGid: variant(at + 1),
      artworkFront: artworkFront!,
      artworkBack: artworkBack!,
    }),
  );
  await mapVariants(ctx, shopId, mapped);
  const row = (link: string, found: object) => ({
    shopId,
    link,
    host: "art.example",
    checkedAt: ctx.clock.now(),
    ...found,
  });
  const files = [row(gone!, { problem: "status" }), row(replaced!, { changedAt: ctx.clock.now() }), row(fine!, {})];
  await db.printFile.createMany({ data: files });
  // Another shop's file under the same link.
  const { id: other } = await world.shop();
  await db.printFile.create({ data: { ...row(fine!, { problem: "status" }), shopId: other } });
  const read = async (replacedArtwork: "hold" | "tell") =>
    readPrintCoverage(ctx, shopId, { ...AUTOMATIC, replacedArtwork });
  expect(await read("hold")).toMatchObject({ automatic: 16, gaps: { ...NONE, file_unreadable: 3, file_replaced: 12 } });
  expect(await read("tell")).toMatchObject({ automatic: 28, gaps: { ...NONE, file_unreadable: 3 } });
});

it("counts neither canceled orders, nor test orders, nor custom items, nor another shop's orders", async () => {
  const { ctx, db } = world;
  const { id: shopId, lines } = await sellingShop(3);
  const [canceled, test, custom] = lines.map(({ id, orderId }) => ({ id, orderId }));
  await db.order.update({ where: { id: canceled!.orderId }, data: { cancelledAt: ctx.clock.now() } });
  await db.order.update({ where: { id: test!.orderId }, data: { test: true } });
  await db.orderLine.update({ where: { id: custom!.id }, data: { variantGid: null } });
  const coverage = await readPrintCoverage(ctx, shopId, AUTOMATIC);
  expect(coverage).toEqual({ automatic: 0, gaps: NONE, notPrinted: 4, limited: false });
});

it("a setting in Shopify that keeps a mapped variant from being printed shows, until another service has fulfilled it", async () => {
  const { ctx, db } = world;
  const { id: shopId, lines } = await sellingShop(4);
  const mapped = [1, 2, 4].map((number) => mapping({ productGid: product(number), variantGid: variant(number) }));
  await mapVariants(ctx, shopId, mapped);
  for (const [at, eligibilityReason] of (
    ["other_fulfillment_service", "no_shipping", "no_shipping"] as const
  ).entries())
    await db.orderLine.update({ where: { id: lines[at]!.id }, data: { eligibility: "excluded", eligibilityReason } });
  const read = () => readPrintCoverage(ctx, shopId, AUTOMATIC);
  expect(await read()).toMatchObject({ automatic: 8, gaps: { ...NONE, excluded_in_shopify: 3 }, notPrinted: 4 });
  await db.orderLine.update({ where: { id: lines[0]!.id }, data: { remaining: 0 } });
  expect(await read()).toMatchObject({ automatic: 8, gaps: { ...NONE, excluded_in_shopify: 2 }, notPrinted: 5 });
});
