import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { takeTurn } from "../../long-runs/engine.ts";
import { MINUTE_MS } from "../../ports/clock.ts";
import { UnavailableError } from "../../ports/errors.ts";
import type { PrintAccountId } from "../../ports/ids.ts";
import type { CatalogProduct } from "../../ports/print-service.ts";
import { catalogStatus, searchCatalog } from "../catalog.ts";
import { catalogCopyRun, MAX_PAGES, requestCopy, trustCopy } from "./copy-catalog.ts";
import { catalogOf, catalogVariant, openCatalogCopyWorld, paged } from "./world.testing.ts";

const HOUR = 60 * MINUTE_MS;
let world: Awaited<ReturnType<typeof openCatalogCopyWorld>>;
beforeAll(async () => void (world = await openCatalogCopyWorld()));
afterAll(() => world.drop());

const products = (...names: string[]): CatalogProduct[] =>
  names.map((name) => catalogOf(name, [catalogVariant(`${name}-S`), catalogVariant(`${name}-M`)]));
const status = async (id: PrintAccountId) => (await catalogStatus(world.ctx, id)) ?? expect.unreachable();
const names = async (id: PrintAccountId, gone = false) =>
  (await searchCatalog(world.ctx, id, { query: "", limit: 100, gone })).products.map(({ name }) => name);
const row = (printAccountId: PrintAccountId) => world.db.catalogCopy.findUniqueOrThrow({ where: { printAccountId } });
const pagesAsked = (id: PrintAccountId) => world.asked.filter(({ account }) => account === id).map(({ page }) => page);

/** An account whose catalog of these products is copied. */
async function copied(...all: string[]): Promise<PrintAccountId> {
  const { printAccountId: id } = await world.shop();
  world.answer(id, paged(products(...all)));
  await world.work(id);
  return id;
}

/** The next night, to the end of its copy. */
async function night(id: PrintAccountId, ...all: string[]): Promise<void> {
  world.answer(id, paged(products(...all)));
  world.advance(24 * HOUR);
  await world.work(id);
}

it("copies the catalog once an account is connected, page by page, and again in the shop's next night", async () => {
  const id = await copied("A", "B", "C", "D", "E");
  expect(pagesAsked(id)).toEqual([1, 2, 3]);
  expect(await status(id)).toMatchObject({
    source: "service",
    products: 5,
    variants: 10,
    underWay: null,
    problem: null,
  });
  expect(await names(id)).toEqual(["A", "B", "C", "D", "E"]);
  const dueAt = (await row(id)).dueAt?.getTime() ?? 0;
  // 2 o'clock in New York.
  expect(new Date(dueAt).toISOString()).toContain("T07:00:00");
  expect(dueAt - world.now().getTime()).toBeLessThanOrEqual(24 * HOUR);
  await world.work(id);
  expect(pagesAsked(id)).toHaveLength(3);
  world.advance(24 * HOUR);
  await world.work(id);
  expect(pagesAsked(id)).toHaveLength(6);
});

it("asks nothing for an account without a catalog, or that no shop uses, or whose credentials are rejected", async () => {
  const [old, left, refused] = [await world.shop("v1"), await world.shop(), await world.shop()];
  await world.db.shop.update({ where: { id: left.id }, data: { uninstalledAt: world.now() } });
  await world.db.printAccount.update({ where: { id: refused.printAccountId }, data: { refusedAt: world.now() } });
  for (const { printAccountId } of [old, left, refused]) {
    await world.work(printAccountId);
    expect(pagesAsked(printAccountId)).toEqual([]);
    expect(await catalogStatus(world.ctx, printAccountId)).toBeNull();
  }
});

it("continues with the page that a failure interrupted, and shows how far it is", async () => {
  const { printAccountId: id } = await world.shop();
  const service = paged(products("A", "B", "C", "D"));
  let fails = true;
  world.answer(id, (input) => {
    if (input.page === 2 && fails) throw new UnavailableError("catalog: 500");
    return service(input);
  });
  await world.work(id, 1);
  expect(await status(id)).toMatchObject({ copiedAt: null, underWay: { variants: 4 } });
  expect(await catalogCopyRun.progress(world.ctx, id)).toEqual({ done: 4, total: 4 });
  fails = false;
  await world.work(id);
  expect(pagesAsked(id)).toEqual([1, 2, 2]);
  expect(await status(id)).toMatchObject({ underWay: null, variants: 8 });
});

it("keeps a page once where two workers have read it", async () => {
  const { printAccountId: id } = await world.shop();
  const service = paged(products("A", "B", "C"));
  world.answer(id, service);
  const turn = () => catalogCopyRun.step(world.ctx, id, { isOver: () => false, hasAdvanced: false });
  await world.db.catalogCopy.create({ data: { printAccountId: id, source: "service", startedAt: world.now() } });
  await Promise.all([turn(), turn()]);
  expect(await status(id)).toMatchObject({ underWay: null, variants: 6, copiedAt: world.now() });
});

it("gives up after the last try, and keeps what was there until the next night", async () => {
  const id = await copied("A", "B", "C");
  world.answer(id, () => Promise.reject(new UnavailableError("catalog: 500")));
  await requestCopy(world.ctx, id);
  await world.work(id, 400);
  expect(await status(id)).toMatchObject({ problem: "unavailable", underWay: null, products: 3 });
  await night(id, "A", "B", "C");
  expect(await status(id)).toMatchObject({ problem: null });
});

it("marks what a whole copy did not see as gone, and takes it back once it is there again", async () => {
  const id = await copied("A", "B", "C", "D");
  await night(id, "A", "B", "D");
  expect([await names(id), await names(id, true)]).toEqual([["A", "B", "D"], ["C"]]);
  expect(await status(id)).toMatchObject({ variants: 6, distrusted: null });
  await night(id, "A", "B", "C", "D");
  expect([await names(id), await names(id, true)]).toEqual([["A", "B", "C", "D"], []]);
});

it("follows a variant that changes its product, price, stock and SKUs", async () => {
  const { printAccountId: id } = await world.shop();
  world.answer(id, paged([catalogOf("A", [catalogVariant("X", { cost: "5" }), catalogVariant("Y")])]));
  await world.work(id);
  const moved = catalogVariant("X", {
    cost: "7.5",
    availability: "out of stock",
    oldSkus: ["W"],
    color: "Red",
    size: "L",
  });
  world.answer(id, paged([catalogOf("A", [catalogVariant("Y")]), catalogOf("B", [moved])]));
  world.advance(24 * HOUR);
  await world.work(id);
  const found = (query: string) => searchCatalog(world.ctx, id, { query, limit: 5 });
  expect((await found("w red")).products).toMatchObject([{ name: "B" }]);
  expect((await found("red l")).products).toMatchObject([
    { name: "B", fromCost: "7.5", variants: 1, inStock: 0, sizes: ["L"] },
  ]);
  expect((await found("a")).products).toMatchObject([{ name: "A", variants: 1, fromCost: null }]);
});

describe("a copy that shrinks strongly", () => {
  it.each([
    ["to nothing", []],
    ["to fewer than half", ["A"]],
  ])("%s is not believed, until a second one agrees a night later", async (_, left) => {
    const id = await copied("A", "B", "C", "D");
    await night(id, ...left);
    expect(await names(id)).toEqual(["A", "B", "C", "D"]);
    expect(await status(id)).toMatchObject({ variants: 8, distrusted: { variants: 2 * left.length } });
    // Of the same night it says nothing new.
    await requestCopy(world.ctx, id);
    await world.work(id);
    expect(await names(id)).toHaveLength(4);
    await night(id, ...left);
    expect([await names(id), await names(id, true)]).toEqual([left, ["A", "B", "C", "D"].slice(left.length)]);
    expect(await status(id)).toMatchObject({ variants: 2 * left.length, distrusted: null });
  });

  it("counts for nothing once the catalog is whole again", async () => {
    const id = await copied("A", "B", "C", "D");
    await night(id);
    await night(id, "A", "B", "C", "D");
    expect(await status(id)).toMatchObject({ variants: 8, distrusted: null });
    await night(id);
    expect(await names(id)).toHaveLength(4);
  });

  it("is not confirmed by one that shows something else", async () => {
    const id = await copied("A", "B", "C", "D", "E", "F", "G", "H");
    await night(id, "A");
    await night(id, "A", "B", "C");
    expect(await names(id)).toHaveLength(8);
    await night(id, "A", "B", "C");
    expect(await names(id)).toEqual(["A", "B", "C"]);
  });

  it("counts once staff says so", async () => {
    const id = await copied("A", "B", "C", "D");
    expect(await trustCopy(world.ctx, id)).toBe(false);
    await night(id, "B");
    expect(await trustCopy(world.ctx, id)).toBe(true);
    expect([await names(id), await names(id, true)]).toEqual([["B"], ["A", "C", "D"]]);
    expect(await status(id)).toMatchObject({ variants: 2, distrusted: null });
  });
});

describe("a service that has no last page", () => {
  it("ends where a page repeats the one before", async () => {
    const { printAccountId: id } = await world.shop();
    const service = paged(products("A", "B", "C"));
    world.answer(id, async ({ page, limit }) => ({
      ...(await service({ page: Math.min(page, 2), limit })),
      last: false,
    }));
    await world.work(id);
    expect(pagesAsked(id)).toEqual([1, 2, 3]);
    expect(await status(id)).toMatchObject({ products: 3, problem: null });
  });

  it("is read up to a limit, and nothing is gone", async () => {
    const id = await copied("A", "B");
    world.answer(id, async ({ page }) => ({ products: products(`N${page}`), last: false }));
    await world.db.catalogCopy.update({
      where: { printAccountId: id },
      data: { startedAt: world.now(), nextPage: MAX_PAGES + 1 },
    });
    await world.work(id, 1);
    expect(await status(id)).toMatchObject({ problem: "too_large", underWay: null });
    expect(await names(id)).toEqual(expect.arrayContaining(["A", "B"]));
  });

  it("ends after half a day", async () => {
    const { printAccountId: id } = await world.shop();
    world.answer(id, paged(products("A", "B", "C")));
    await world.db.catalogCopy.create({ data: { printAccountId: id, source: "service", startedAt: world.now() } });
    world.advance(13 * HOUR);
    await world.work(id, 1);
    expect(await status(id)).toMatchObject({ problem: "too_slow", underWay: null, copiedAt: null });
  });
});

it("stores the pages of a large product, and odd values, without an error", async () => {
  const { printAccountId: id } = await world.shop();
  const many = Array.from({ length: 3_000 }, (_, n) => catalogVariant(`BIG-${n}`, { size: String(n % 9), cost: "-4" }));
  const odd = [
    catalogVariant("", { color: "x" }),
    catalogVariant("BIG-1"),
    catalogVariant(" "),
    catalogVariant("O\0K"),
  ];
  world.answer(id, paged([catalogOf("Big", many), { ...catalogOf("Odd", odd), code: "" }, catalogOf("", [])]));
  const due = (await catalogCopyRun.due(world.ctx)).find((one) => one.id === id) ?? expect.unreachable();
  await takeTurn(world.ctx, catalogCopyRun, due, { stopping: new AbortController().signal, claimMs: MINUTE_MS });
  expect(await status(id)).toMatchObject({ products: 2, problem: null, underWay: null });
});
