import { streamXlsxRows } from "hucre/xlsx";
import { afterAll, expect, it } from "vitest";
import { openFreshDatabase } from "../../tests/support/database.ts";
import { readCsv } from "../csv/read-csv.ts";
import { csvBytes } from "../csv/write-csv.ts";
import { guardedRows, xlsxBytes, type FileTable } from "../csv/write-xlsx.ts";
import { seedShop } from "../orders/pages/list/seed-shop.testing.ts";
import type { OrderId } from "../ports/ids.ts";
import { countDueOrders } from "../profit/kept/count-orders.ts";
import { sumOf } from "../profit/money.ts";
import { readSettings } from "../settings/settings.ts";
import { checkBill, keepBilled } from "./bill/check-bill.ts";
import { exportTable, type ExportOf } from "./export.ts";
import { readReportQuery, requestedPeriod } from "./period.ts";
import { readReport } from "./report.ts";

const database = await openFreshDatabase();
afterAll(() => database.drop());
const { db, sql } = database;
const clock = { now: () => new Date("2026-11-25T12:00:00Z") };
const ctx = { db, sql, clock };
const TIMEZONE = "Europe/Berlin";
const NOVEMBER = { from: "2026-11-01", to: "2026-11-30" };

async function keepCost(orderId: OrderId, total: string, more: object = {}) {
  for (const { id: submissionId, shopId } of await db.submission.findMany({ where: { orderId } }))
    await db.submissionCost.create({
      data: {
        ...{ submissionId, shopId, orderId, currency: "EUR", method: "standard" },
        ...{
          base: total,
          shipping: "0",
          tax: "1.00",
          total,
          lines: [{ base: total, shipping: "0", tax: "1.00", total }],
        },
        ...more,
      },
    });
}

/** Sold and sent at noon of a day of November. */
const sold = (day: string, reference: string, itemSku = "TEE") => ({
  ...{ placedAt: `2026-11-${day}T11:00:00Z`, paid: ["30.00", "5.00"] as [string, string], country: "DE" },
  submissions: [
    ...[
      {
        state: "submitted" as const,
        createdAt: `2026-11-${day}T11:00:00Z`,
        sentAt: `2026-11-${day}T11:30:00Z`,
        reference,
        itemSku,
      },
    ],
  ],
});

/** References are of all shops: each one has a thousand of its own. */
async function filledShop(thousand: number) {
  const shop = await seedShop(db, TIMEZONE);
  const quoted = await shop.order({ ...sold("02", `${thousand}001-AAAA`, "=1+1"), name: "#1001" });
  const billed = await shop.order({ ...sold("03", `${thousand}002-BBBB`), name: "#1002" });
  const unknown = await shop.order({ ...sold("04", `${thousand}003-CCCC`), name: "#1003" });
  const unbilled = await shop.order({ ...sold("05", `${thousand}004-DDDD`), name: "#1004" });
  await keepCost(quoted, "12.00");
  await keepCost(billed, "12.00", { billedTotal: "15.00", billedTax: "1.00", billedSource: "service" });
  await keepCost(unknown, "0", {
    total: null,
    base: null,
    shipping: null,
    tax: null,
    currency: null,
    problem: "erased",
  });
  await keepCost(unbilled, "9.00");
  while (await countDueOrders(ctx, shop.shopId));
  return shop;
}

const settings = readSettings({});
const tableOf = (shopId: Awaited<ReturnType<typeof seedShop>>["shopId"], of: ExportOf): FileTable =>
  exportTable(ctx, { id: shopId, timezone: TIMEZONE, settings }, NOVEMBER, of);

/** The rows of the file by their titles, as a spreadsheet reads them. */
async function csvRowsOf(table: FileTable): Promise<Record<string, string>[]> {
  const rows: string[][] = [];
  for await (const { cells } of readCsv(csvBytes(guardedRows(table)))) rows.push(cells);
  const [titles = [], ...cells] = rows;
  return cells.map((row) => Object.fromEntries(titles.map((title, at) => [title, row[at] ?? ""])));
}

const sum = (rows: readonly Record<string, string>[], title: string): string =>
  sumOf(rows.map((row) => row[title] || "0")).toFixed(2);

it("the accountant's files add up to the report of the period", async () => {
  const { shopId } = await filledShop(1);
  const period = requestedPeriod(clock.now(), TIMEZONE, new URLSearchParams("period=2026-11"));
  const report = await readReport(
    ctx,
    { id: shopId, timezone: TIMEZONE },
    period,
    readReportQuery(new URLSearchParams()),
  );
  const orders = await csvRowsOf(tableOf(shopId, "print_orders"));
  expect(orders.map((row) => [row["Order"], row["Print order reference"], row["Cost is"]])).toEqual([
    ["#1001", "1001-AAAA", "Quoted"],
    ["#1002", "1002-BBBB", "Billed"],
    ["#1003", "1003-CCCC", "Not known"],
    ["#1004", "1004-DDDD", "Quoted"],
  ]);
  const [quoted, billed] = orders;
  expect(quoted).toMatchObject({
    "Sent at (Europe/Berlin)": "2026-11-02 12:30",
    "Print SKUs": "1 x =1+1",
    "Country code": "DE",
  });
  expect(billed).toMatchObject({
    ...{ "Quoted total with tax": "13.00", "Billed total with tax": "15.00", "Billed over quoted": "2.00" },
    ...{ Kind: "First", Status: "Sent to print", "Shipping method": "Standard", "Cost currency": "EUR" },
  });
  expect(String(orders.length)).toBe(report?.counts.sent.now);
  expect(sum(orders, "Net sales of the order")).toBe(report?.money.netSales.now);
  expect(sum(orders, "Profit of the order")).toBe(report?.money.profit.now);
  const counted = sum(orders, "Cost in reports");

  const [month, ...others] = await csvRowsOf(tableOf(shopId, "months"));
  expect(others).toEqual([]);
  expect(month).toMatchObject({
    ...{ Month: "2026-11", "First day": "2026-11-01", "Last day": "2026-11-30", Orders: "4", "Print orders sent": "4" },
    ...{
      "Orders without a known cost": "1",
      "Print orders sent without a known cost": "1",
      "Print orders billed": "1",
    },
    ...{
      "Cost of print orders sent": counted,
      Billed: report?.billing.billed,
      "Net sales": report?.money.netSales.now,
    },
    ...{ Profit: report?.money.profit.now, Margin: report?.money.margin.now },
  });
});

it("a spreadsheet opens the same rows with numbers as numbers, times as times, and no formula", async () => {
  const { shopId } = await filledShop(2);
  const rows = [];
  for await (const { values } of streamXlsxRows(xlsxBytes(tableOf(shopId, "print_orders")))) rows.push(values);
  const [titles = [], first = []] = rows;
  const cell = (title: string) => first[titles.indexOf(title)];
  expect(rows).toHaveLength(5);
  expect([cell("Print SKUs"), cell("Items"), cell("Quoted total with tax")]).toEqual(["1 x =1+1", 1, 13]);
  expect(cell("Sent at (Europe/Berlin)")).toEqual(new Date("2026-11-02T12:30:00Z"));
  expect(cell("Billed total with tax") ?? null).toBeNull();
  const odd = {
    name: "x",
    columns: [{ title: "T", kind: "text" as const }],
    batches: batchesOf([["=1+1"], ["\u0001<&>"]]),
  };
  const texts = [];
  for await (const { values } of streamXlsxRows(xlsxBytes(odd))) texts.push(values[0]);
  expect(texts).toEqual(["T", "=1+1", "<&>"]);
});

async function* batchesOf(rows: string[][]) {
  yield await Promise.resolve(rows);
}

it("the amounts of a bill count once they are used, whichever time, until another bill is", async () => {
  const { shopId } = await filledShop(3);
  const stranger = await filledShop(4);
  const shop = { id: shopId, timezone: TIMEZONE, currency: "EUR" };
  const bill = (total: string) => ({
    bytes: csvBytes([
      [
        ["Order reference", "Total", "Tax"],
        ["3001-AAAA", total, "1.00"],
        ["3002-bbbb", "15.00", "1.00"],
        ["#1003", "4.00", ""],
        ["elsewhere", "3.00", ""],
      ],
    ]),
    ...{ columns: null, range: NOVEMBER },
  });
  const check = async (total: string) => {
    const answer = await checkBill(ctx, shop, bill(total));
    if (answer.outcome !== "compared") throw new Error(answer.outcome);
    return answer.bill;
  };
  const shown = await check("13.75");
  expect(shown.rows.map(({ result, named, difference }) => [result, named, difference])).toEqual([
    ["other_price", "3001-AAAA", "0.75"],
    ["equal", "3002-bbbb", "0"],
    ["not_found", "#1003", null],
    ["not_found", "elsewhere", null],
    ["never_billed", "3003-CCCC", null],
    ["never_billed", "3004-DDDD", null],
  ]);
  expect([shown.usable, shown.total]).toEqual([2, "35.75"]);
  expect(await keepBilled(ctx, shop, { ...bill("14.00"), seen: shown.seen })).toEqual({ outcome: "changed" });
  const kept = () =>
    db.submissionCost.findMany({
      where: { shopId },
      orderBy: { submission: { reference: "asc" } },
      select: { billedTotal: true, billedTax: true, billedSource: true },
    });
  const died = () => Promise.reject(new Error("died"));
  await expect(keepBilled(ctx, shop, { ...bill("13.75"), seen: shown.seen }, died)).rejects.toThrow("died");
  expect((await kept()).map(({ billedSource }) => billedSource)).not.toContain("bill");
  for (const time of [1, 2]) {
    const used = await keepBilled(ctx, shop, { ...bill("13.75"), seen: (await check("13.75")).seen });
    expect(used, `time ${time}`).toEqual({ outcome: "used", count: 2 });
    const row = { billedSource: "bill", billedTax: "1" };
    expect((await kept()).slice(0, 2)).toEqual([
      { ...row, billedTotal: "13.75" },
      { ...row, billedTotal: "15" },
    ]);
  }
  while (await countDueOrders(ctx, shopId));
  const [month] = await csvRowsOf(tableOf(shopId, "months"));
  expect(month).toMatchObject({ "Print orders billed": "2", Billed: "26.75" });
  // The corrected bill takes the place of the first one, and is compared with the quote again.
  const corrected = await check("13.00");
  expect(corrected.rows[0]).toMatchObject({ result: "equal", named: "3001-AAAA" });
  await keepBilled(ctx, shop, { ...bill("13.00"), seen: corrected.seen });
  expect((await kept())[0]).toMatchObject({ billedTotal: "13", billedSource: "bill" });
  const others = await db.submissionCost.count({ where: { shopId: stranger.shopId, billedSource: "bill" } });
  expect(others).toBe(0);
});
