import pg from "pg";
import { settings } from "./support/order-fixtures.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readPrintCoverage } from "../app/catalog/print-coverage.ts";
import { readProductCopies } from "../app/catalog/product-page.ts";
import { readSoldUnmapped } from "../app/catalog/variants-to-map.ts";
import { readVariantsPage } from "../app/catalog/variants/read-variants-page.ts";
import { VARIANT_VIEWS, type VariantsQuery } from "../app/catalog/variants/variants-query.ts";
import { seedShop } from "../app/orders/pages/list/seed-shop.testing.ts";
import { openFreshDatabase } from "./support/database.ts";
import { insertLargeShop, largeVariant } from "./support/large-shop.ts";
import { findWideScans } from "./support/plans.ts";

/**
 * The pages of a large catalog read each table at most once. A plan that looks through a table again for each variant takes
 * minutes at 50,000 variants; a tenth of that shows the same plan.
 */
const PRODUCTS = 200;
const VARIANTS_OF_PRODUCT = 25;
const ORDERS = 4_000;
const LINES_OF_ORDER = 3;
/** Another shop's rows lie between; a table is read wholly where most of it is this shop's. */
const MAX_ROWS: Readonly<Record<string, number>> = {
  ProductVariant: 2 * PRODUCTS * VARIANTS_OF_PRODUCT,
  Mapping: 2 * PRODUCTS * VARIANTS_OF_PRODUCT,
  NotPrinted: 2 * PRODUCTS * VARIANTS_OF_PRODUCT,
  Order: 2 * ORDERS,
  OrderLine: 2 * ORDERS * LINES_OF_ORDER,
  Attention: 2 * ORDERS,
  PrintFile: 2 * PRODUCTS,
};

let database: Awaited<ReturnType<typeof openFreshDatabase>>;
let client: pg.Client;
let shopId: Awaited<ReturnType<typeof seedShop>>["shopId"];
const now = new Date("2026-11-21T12:00:00Z");

beforeAll(async () => {
  database = await openFreshDatabase();
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
  for (let shop = 0; shop < 2; shop += 1) {
    ({ shopId } = await seedShop(database.db));
    await insertLargeShop(database.pool, {
      ...{ shopId, now, products: PRODUCTS, variantsOfProduct: VARIANTS_OF_PRODUCT, mappedEvery: 2 },
      ...{ orders: ORDERS, linesOfOrder: LINES_OF_ORDER },
    });
  }
  await client.query("VACUUM ANALYZE");
});
afterAll(async () => {
  await client.end();
  await database.drop();
});

const ctx = () => ({ db: database.db, sql: database.sql, clock: { now: () => now } });
const find = (work: () => Promise<unknown>) => findWideScans(client, work, (table) => MAX_ROWS[table] ?? Infinity);

it("a query that looks through a table for each variant is found", async () => {
  const work = () => database.db.$queryRaw`
    SELECT count(*) FROM "ProductVariant" v WHERE v."shopId" = ${shopId}::uuid
      AND (SELECT count(*) FROM "NotPrinted" n WHERE n."variantGid" || '' = v."variantGid" AND n."shopId" <> v."shopId") > 1`;
  expect(await find(work)).toHaveLength(1);
});

describe("the variants page", () => {
  const pages = (more: Partial<VariantsQuery>) => async () => {
    const query = { view: "all", query: "", after: null, before: null, ...more } as const;
    const middle =
      largeVariant(PRODUCTS / 2, 3)
        .split("/")
        .at(-1) ?? null;
    for (const cursors of [{}, { after: middle }, { before: middle }])
      await readVariantsPage(ctx(), shopId, { ...query, ...cursors });
  };

  it.each(VARIANT_VIEWS)("view %s", async (view) => {
    expect(await find(pages({ view }))).toEqual([]);
  });

  it.each(VARIANT_VIEWS)("a search in view %s", async (view) => {
    expect(await find(pages({ view, query: "hoodie tee" }))).toEqual([]);
  });
});

const OF_HOME = {
  coverage: () => readPrintCoverage(ctx(), shopId, settings()),
  "copies of products": () => readProductCopies(ctx(), shopId),
  "sold and not mapped": () => readSoldUnmapped(ctx(), shopId),
};
it.each(Object.entries(OF_HOME))("Home: %s", async (_, work) => {
  expect(await find(work)).toEqual([]);
});
