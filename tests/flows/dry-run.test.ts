import { afterAll, beforeAll, expect, it } from "vitest";
import { exportDryRun } from "../../app/dry-run/export.ts";
import { readDryRun, readDryRunOrders, type CheckedOrder } from "../../app/dry-run/read-dry-run.ts";
import { startDryRun, dryRun } from "../../app/dry-run/dry-run.ts";
import { beginTurn } from "../../app/long-runs/engine.ts";
import { readShop } from "../../app/orders/core/shop-row.ts";
import { reasonCodes } from "../support/reasons.ts";
import { order, stockShop, type Goods } from "../support/goods.ts";
import { startTestApp, type TestApp } from "../support/test-app.ts";
import { until } from "../support/until.ts";

/** What a dry run may write: its own tables, cached prices, and nothing else. */
const MAY_WRITE = ["DryRun", "DryRunOrder", "PriceQuote"];
const ALL = { outcome: null, reason: null, after: null };

let testApp: TestApp;
let goods: Goods;
beforeAll(async () => {
  testApp = await startTestApp({ workers: false, settings: { editWindowMinutes: 0 } });
  goods = await stockShop(testApp);
});
afterAll(() => testApp.close());

const never = new AbortController().signal;
const ctx = () => testApp.services.core.ctx;
const shopRow = async () => (await readShop(ctx().sql, { domain: testApp.shop }))!;

async function runToEnd() {
  const shop = await shopRow();
  expect(await startDryRun(ctx(), shop)).toBe("started");
  const read = async () => (await readDryRun(ctx(), shop.id))!;
  const { id } = await read();
  while ((await read()).state !== "finished") await dryRun.step(ctx(), id, beginTurn(never));
  return { run: await read(), rows: (await readDryRunOrders(ctx(), id, ALL)).rows };
}

/** Every row of every other table. */
async function dump(): Promise<string> {
  const { pool } = testApp.services.core.database;
  const { rows: tables } = await pool.query<{ name: string }>(
    `SELECT tablename AS name FROM pg_tables WHERE schemaname = current_schema() ORDER BY tablename`,
  );
  const read = tables
    .filter(({ name }) => !MAY_WRITE.includes(name))
    .map(async ({ name }) => {
      const { rows } = await pool.query<{ row: string }>(`SELECT t::text AS row FROM "${name}" t ORDER BY 1`);
      return [name, ...rows.map(({ row }) => row)];
    });
  return JSON.stringify(await Promise.all(read), null, 1);
}

const calls = () => ({ ...testApp.printService.state().calls });
const operations = () => testApp.shopify.graphLog.map(({ operation }) => operation);

it("says of mixed orders what then becomes of them, and writes, sends and wakes nothing", async () => {
  const place = (over: Parameters<typeof order>[1], ...variants: string[]) =>
    testApp.shopify.placeOrder(
      testApp.shop,
      order(
        variants.map((variantId) => ({ variantId })),
        over,
      ),
    );
  const { shippingAddress } = order([]);
  const placed = [
    place({}, goods.shirt),
    place({}, goods.shirt, goods.lamp),
    place({}, goods.unmapped),
    place({}, goods.lamp),
    place({ financialStatus: "PENDING" }, goods.shirt),
    place({ risk: "HIGH" }, goods.shirt),
    place({ shippingAddress: { ...shippingAddress, address1: "" } }, goods.shirt),
  ];
  const deliveries = () => ctx().db.webhookDelivery.count();
  await until("every webhook is here", async () => (await deliveries()) >= placed.length);
  const callsAtStart = calls();
  // Gets the tokens that the next one uses.
  await runToEnd();

  const [before, callsBefore, seen] = [await dump(), calls(), operations().length];
  const { run, rows } = await runToEnd();
  expect(await dump()).toBe(before);
  expect(calls()).toEqual(callsBefore);
  const asked = new Set(operations().slice(seen));
  expect([...asked].filter((operation) => !/^(OrdersPlacedSince|Read\w+)$/.test(operation ?? ""))).toEqual([]);
  expect(testApp.printService.state().orders).toEqual([]);
  expect(run).toMatchObject({ total: 7, checked: 7, withoutPerson: 2, money: { pricedOrders: 4 } });
  // The first dry run asked for the prices, and nothing else.
  expect({ ...callsBefore, token: 0 }).toEqual({ ...callsAtStart, token: 0, test_price: 1 });

  const rowOf = (id: string | undefined) => rows.find((row) => row.number === id);
  expect(rowOf(placed[2]?.id)).toMatchObject({ reasons: ["unmapped_line"], variantId: goods.unmapped });

  await testApp.startWorkers();
  for (const { id } of placed) await expectOutcome(id, rowOf(id));

  const file = exportDryRun(ctx(), run, { outcome: "would_send", reason: null });
  const lines: string[][] = [];
  for await (const batch of file.batches) lines.push(...batch);
  expect(lines).toHaveLength(3);
  expect(lines[1]).toContain("Would be sent");
});

async function expectOutcome(id: string, row: CheckedOrder | undefined): Promise<void> {
  const view = await testApp.waitForOrder(id, `ends as ${row?.outcome}`, ({ submissions }) => {
    const states = submissions.map(({ state }) => state);
    if (row?.outcome === "would_send") return states.includes("submitted");
    return row?.outcome === "would_hold" ? states.includes("waiting") : states.length === 0;
  });
  expect({ id, reasons: row?.reasons.toSorted() }).toEqual({ id, reasons: reasonCodes(view)?.toSorted() ?? [] });
}
