import fc from "fast-check";
import { afterAll, describe, expect, it } from "vitest";
import { newId } from "../../tests/support/ids.ts";
import { openFreshDatabase } from "../../tests/support/database.ts";
import { instantsOf, shiftDay } from "../settings/date-range.ts";
import { seedShop } from "../orders/pages/list/seed-shop.testing.ts";
import type { OrderId } from "../ports/ids.ts";
import { countDueOrders } from "../profit/kept/count-orders.ts";
import { sumOf } from "../profit/money.ts";
import { BREAKDOWNS, daysIn, readReportQuery, requestedPeriod, wholeMonths, writeReportQuery } from "./period.ts";
import { changeOf, readReport, type Report } from "./report.ts";

const requested = (query: string, now = "2026-11-25T12:00:00Z", timezone = "Europe/Berlin") =>
  requestedPeriod(new Date(now), timezone, new URLSearchParams(query));

describe("the period", () => {
  it.each([
    ["", "2026-10-27", "2026-11-25", "2026-09-27", "2026-10-26"],
    ["period=today", "2026-11-25", "2026-11-25", "2026-11-24", "2026-11-24"],
    ["period=7", "2026-11-19", "2026-11-25", "2026-11-12", "2026-11-18"],
    ["period=2026-03", "2026-03-01", "2026-03-31", "2026-02-01", "2026-02-28"],
    ["period=2024-03", "2024-03-01", "2024-03-31", "2024-02-01", "2024-02-29"],
    ["period=2026-01", "2026-01-01", "2026-01-31", "2025-12-01", "2025-12-31"],
    ["from=2026-11-10&to=2026-11-12", "2026-11-10", "2026-11-12", "2026-11-07", "2026-11-09"],
    // What cannot be is the last 30 days.
    ["period=2027-01", "2026-10-27", "2026-11-25", "2026-09-27", "2026-10-26"],
    ["period=2026-13", "2026-10-27", "2026-11-25", "2026-09-27", "2026-10-26"],
  ])("%s is from %s to %s, after one from %s to %s", (query, from, to, beforeFrom, beforeTo) => {
    const period = requested(query);
    expect(period.range).toEqual({ from, to });
    expect(period.before).toEqual({ from: beforeFrom, to: beforeTo });
  });

  it("begins with the store's day, and not with that of UTC", () => {
    expect(requested("period=today", "2026-11-25T23:30:00Z").range.from).toBe("2026-11-26");
    expect(requested("period=today", "2026-11-25T02:00:00Z", "America/Los_Angeles").range.from).toBe("2026-11-24");
  });

  it("says beside the field what is wrong with an own range", () => {
    expect(requested("from=2026-11-10&to=2026-11-01").problem).toEqual({ field: "to", problem: "reversed" });
    expect(requested("from=2025-11-10&to=2026-11-20").problem).toEqual({ field: "to", problem: "too_long" });
    expect(requested("from=x").problem).toEqual({ field: "from", problem: "invalid_date" });
  });

  it("follows the one before without a gap, across clock changes, and the address keeps it", () => {
    const zone = fc.constantFrom("Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Asia/Kolkata", "UTC");
    const now = fc.date({ min: new Date("2020-01-01"), max: new Date("2030-01-01"), noInvalidDate: true });
    const query = fc.constantFrom("period=today", "period=7", "period=30", "period=90", "month");
    fc.assert(
      fc.property(now, zone, query, (at, timezone, asked) => {
        const month = at.toISOString().slice(0, 7);
        const period = requested(asked === "month" ? `period=${month}` : asked, at.toISOString(), timezone);
        expect(shiftDay(period.before.to, 1)).toBe(period.range.from);
        if (asked !== "month") expect(daysIn(period.before)).toBe(daysIn(period.range));
        expect(instantsOf(period.before, timezone).end).toEqual(instantsOf(period.range, timezone).begin);
        const address = writeReportQuery(period, readReportQuery(new URLSearchParams()));
        expect(requestedPeriod(at, timezone, address)).toEqual(period);
      }),
    );
  });
});

it.each([
  ["2026-10-27", "2026-11-25", null],
  ["2026-10-02", "2026-11-29", null],
  ["2026-11-01", "2026-11-30", { first: "2026-11", last: "2026-11" }],
  ["2025-12-15", "2026-03-01", { first: "2026-01", last: "2026-02" }],
  ["2024-01-01", "2024-02-29", { first: "2024-01", last: "2024-02" }],
  ["2026-01-31", "2026-02-28", { first: "2026-02", last: "2026-02" }],
])("from %s to %s, whole months are %j", (from, to, months) => {
  expect(wholeMonths({ from, to })).toEqual(months);
});

it("a change is in percent of the figure before, and there is none of nothing", () => {
  expect(changeOf("12", "8")).toEqual({ direction: "up", percent: "50" });
  expect(changeOf("2", "3")).toEqual({ direction: "down", percent: "33.3" });
  // A smaller loss is an improvement.
  expect(changeOf("-5", "-10")).toEqual({ direction: "up", percent: "50" });
  expect(changeOf("3", "3.00")).toEqual({ direction: "same", percent: "0" });
  expect([changeOf("3", "0"), changeOf("3", null), changeOf(null, "3")]).toEqual([null, null, null]);
});

describe("a report", async () => {
  const database = await openFreshDatabase();
  afterAll(() => database.drop());
  const { db } = database;
  const ctx = { db, clock: { now: () => new Date("2026-11-25T12:00:00Z") } };

  const query = (text: string) => readReportQuery(new URLSearchParams(text));

  async function keepCost(orderId: OrderId, total: string, more: { billedTotal?: string; method?: string } = {}) {
    const { id: submissionId, shopId } = await db.submission.findFirstOrThrow({ where: { orderId } });
    const amounts = { base: total, shipping: "0", tax: "0", total };
    await db.submissionCost.create({
      data: {
        ...{ submissionId, shopId, orderId, currency: "EUR" },
        ...amounts,
        ...{ lines: [amounts], method: "standard" },
        ...more,
      },
    });
  }

  async function filledShop() {
    const [shop, other] = [await seedShop(db, "Europe/Berlin"), await seedShop(db, "Europe/Berlin")];
    const sold = (
      placedAt: string,
      product: string,
      paid: [string, string],
      country: string,
      sentAt: string | null,
    ) => ({
      ...{ placedAt, product, paid, country, lines: [[`Shirt ${product}`, 1] as [string, number]] },
      submissions: [
        sentAt ? { state: "submitted" as const, sentAt, createdAt: placedAt } : { state: "waiting" as const },
      ],
    });
    const earning = await shop.order({
      ...sold("2026-11-20T10:00:00Z", "10", ["30.00", "5.00"], "DE", "2026-11-20T16:00:00Z"),
      attentions: ["unmapped_line"],
    });
    const losing = await shop.order(
      sold("2026-11-21T10:00:00Z", "20", ["10.00", "0.00"], "US", "2026-11-23T10:00:00Z"),
    );
    await shop.order(sold("2026-11-22T10:00:00Z", "10", ["20.00", "5.00"], "DE", null));
    // In Berlin it was November.
    const early = await shop.order(sold("2026-10-31T23:30:00Z", "10", ["10.00", "0.00"], "DE", "2026-11-02T10:00:00Z"));
    const october = await shop.order(sold("2026-10-31T22:30:00Z", "10", ["20.00", "0.00"], "", "2026-10-31T22:40:00Z"));
    const foreign = await other.order(
      sold("2026-11-20T10:00:00Z", "10", ["99.00", "9.00"], "DE", "2026-11-20T16:00:00Z"),
    );
    await keepCost(earning, "12.00");
    await keepCost(losing, "15.00", { billedTotal: "16.00", method: "express" });
    await keepCost(early, "5.00");
    await keepCost(october, "12.00");
    await keepCost(foreign, "50.00");
    for (const { shopId } of [shop, other]) while (await countDueOrders(ctx, shopId));
    return shop;
  }
  const shop = await filledShop();
  const read = async (text: string): Promise<Report> => {
    const row = { id: shop.shopId, timezone: "Europe/Berlin" };
    const report = await readReport(ctx, row, requested(text), query(text));
    if (!report) throw new Error("no report");
    return report;
  };

  it("of a month has the orders of the store's days, beside the month before", async () => {
    const { counts, money, known, coverage, series, firstDay } = await read("period=2026-11");
    expect(counts.orders).toEqual({ now: "4", before: "1", change: { direction: "up", percent: "300" } });
    expect(counts.sent).toMatchObject({ now: "3", before: "1" });
    expect(counts.shipped).toMatchObject({ now: "0", before: "0", change: null });
    expect(counts.problems).toMatchObject({ now: "1", before: "0" });
    expect(money.netSales).toMatchObject({ now: "70.00", before: "20.00" });
    expect(money.shipping).toMatchObject({ now: "10.00" });
    expect(money.cost).toMatchObject({ now: "33.00", before: "12.00" });
    expect(money.profit).toMatchObject({ now: "22.00", before: "8.00" });
    // 22 of 55: of the order that waits it is not known.
    expect(money.margin).toMatchObject({ now: "40", before: "40", change: { direction: "same", percent: "0" } });
    expect(known).toEqual({ orders: 4, estimated: 4, unknownSales: 0, unknownCost: 1 });
    expect(coverage).toEqual({ counted: "55.00", revenue: "80.00" });
    expect(series).toHaveLength(30);
    expect(series[0]).toEqual({
      ...{ at: "2026-11-01", orders: 1, sent: 0, shipped: 0 },
      ...{ revenue: "10.00", cost: "5.00", profit: "5.00" },
    });
    // Of the order that waits no cost is known, which is not 0.
    expect(series[21]).toMatchObject({ at: "2026-11-22", orders: 1, revenue: "25.00", cost: null, profit: null });
    expect(series[22]).toMatchObject({ at: "2026-11-23", orders: 0, revenue: "0.00", cost: "0.00", profit: "0.00" });
    expect(firstDay).toBe("2026-10-31");
  });

  it("has the sums of what its orders show", async () => {
    const { money } = await read("from=2026-10-01&to=2026-11-25");
    const orders = await db.orderProfit.findMany({ where: { shopId: shop.shopId } });
    for (const key of ["netSales", "shipping", "cost", "profit"] as const)
      expect(money[key].now, key).toBe(sumOf(orders.map((order) => order[key] ?? "0")).toFixed(2));
  });

  it("counts each day of any range once, whether its month is whole or not", async () => {
    const days = await db.profitDay.findMany({ where: { shopId: shop.shopId } });
    // Around both ends of October, where the orders are.
    const edge = (from: string) => fc.nat(70).map((after) => shiftDay(from, after));
    await fc.assert(
      fc.asyncProperty(edge("2026-08-25"), edge("2026-10-25"), fc.constantFrom(...BREAKDOWNS), async (from, to, by) => {
        fc.pre(from <= to && to <= "2026-11-25");
        const { counts, money, breakdown } = await read(`from=${from}&to=${to}&by=${by}`);
        const within = days.filter(({ day }) => day >= from && day <= to);
        const whole = within.filter(({ productGid }) => productGid === "");
        expect(counts.orders.now).toBe(String(whole.reduce((sum, { orders }) => sum + orders, 0)));
        expect(money.cost.now ?? "0.00").toBe(sumOf(whole.map(({ cost }) => cost.toString())).toFixed(2));
        expect(sumOf(breakdown.map(({ cost }) => cost ?? "0")).toFixed(2)).toBe(money.cost.now ?? "0.00");
      }),
      { numRuns: 20 },
    );
  });

  it("names loss makers first, and adds up to the same by product, variant, country and method", async () => {
    const { breakdown } = await read("period=2026-11");
    expect(breakdown).toMatchObject([
      {
        name: "Shirt 20",
        profit: "-6.00",
        margin: "-60",
        items: 1,
        revenue: "10.00",
        cost: "16.00",
        unknown: 0,
        url: null,
      },
      { name: "Shirt 10", profit: "28.00", items: 3, revenue: "70.00", unknown: 1 },
    ]);
    for (const by of BREAKDOWNS) {
      const { breakdown: rows, money, breakdownTotal } = await read(`period=2026-11&by=${by}`);
      expect(breakdownTotal).toBe(rows.length);
      expect(sumOf(rows.map(({ profit }) => profit ?? "0")).toFixed(2), by).toBe(money.profit.now);
      expect(sumOf(rows.map(({ cost }) => cost ?? "0")).toFixed(2), by).toBe(money.cost.now);
    }
    const countries = (await read("period=2026-11&by=country&sort=sales")).breakdown;
    expect(countries.map(({ name, orders, url }) => [name, orders, url])).toEqual([
      ["Germany", 3, "/app/orders?country=DE&from=2026-11-01&to=2026-11-30"],
      ["United States", 1, "/app/orders?country=US&from=2026-11-01&to=2026-11-30"],
    ]);
    // What is known of no order is no loss, and comes last.
    const methods = (await read("period=2026-11&by=method")).breakdown;
    expect(methods.map(({ name, cost, profit }) => [name, cost, profit])).toEqual([
      ["express", "16.00", "-6.00"],
      ["standard", "17.00", "28.00"],
      ["", null, null],
    ]);
  });

  it("leads to the page of a product that is in the store", async () => {
    await db.productVariant.create({
      data: {
        ...{
          shopId: shop.shopId,
          productGid: "gid://shopify/Product/20",
          variantGid: "gid://shopify/ProductVariant/21",
        },
        ...{
          productTitle: "Fox shirt",
          title: "Default Title",
          options: [],
          price: "10.00",
          position: 1,
          status: "active",
        },
        ...{ giftCard: false, requiresShipping: true, readAt: new Date(), factsHash: newId() },
      },
    });
    const { breakdown } = await read("period=2026-11");
    await db.productVariant.deleteMany({ where: { shopId: shop.shopId } });
    expect(breakdown[0]).toMatchObject({ name: "Fox shirt", url: "/app/products/20" });
  });

  it("says what was billed of what was sent, and what has no bill", async () => {
    expect((await read("period=2026-11")).billing).toEqual({
      ...{ sent: 3, unbilled: 2, unknown: 0 },
      ...{ quoted: "32.00", quotedOfBilled: "15.00", billed: "16.00", difference: "1.00" },
    });
  });

  it("has no fees and no profit where the exchange rate of a fee is missing", async () => {
    const own = await seedShop(db, "Europe/Berlin");
    const lines = [["Shirt", 1]] as [string, number][];
    const submissions = [
      { state: "submitted" as const, sentAt: "2026-11-20T16:00:00Z", createdAt: "2026-11-20T10:00:00Z" },
    ];
    const id = await own.order({ placedAt: "2026-11-20T10:00:00Z", paid: ["30.00", "5.00"], lines, submissions });
    const gid = (await db.orderLine.findFirstOrThrow({ where: { orderId: id } })).shopifyGid;
    const priced = { gid, ordered: 1, current: 1, requiresShipping: true, price: "30", discount: "0", tax: "0" };
    const money = {
      ...{ currency: "EUR", presentment: null, taxesIncluded: false, adjustment: "0", giftCards: "none" },
      ...{ lines: [priced], shipping: { charged: "5", current: "5", tax: "0" } },
    };
    await db.order.update({ where: { id }, data: { money, financialStatus: "paid" } });
    const settings = { profit: { paymentFee: { percent: "2", fixed: "0.30", currency: "CHF" } } };
    await db.shop.update({ where: { id: own.shopId }, data: { settings } });
    await keepCost(id, "12.00");
    while (await countDueOrders(ctx, own.shopId));
    const shopRow = { id: own.shopId, timezone: "Europe/Berlin" };
    const report = await readReport(ctx, shopRow, requested("period=2026-11"), query(""));
    const amounts = { netSales: { now: "30.00" }, cost: { now: "12.00" }, fees: { now: null }, profit: { now: null } };
    expect(report?.money).toMatchObject(amounts);
    expect(report?.breakdown).toMatchObject([{ revenue: "35.00", cost: "12.00", fees: null, profit: null }]);
  });

  it("has no figure before the first order, which is not 0, and nothing at all without one", async () => {
    const { counts, money } = await read("period=2026-10");
    expect(counts.orders).toEqual({ now: "1", before: null, change: null });
    expect(money.profit).toEqual({ now: "8.00", before: null, change: null });
    const { shopId: id } = await seedShop(db);
    expect(await readReport(ctx, { id, timezone: "UTC" }, requested(""), query(""))).toBeNull();
  });

  it("has a point for each month of a long range", async () => {
    const { series, seriesOf } = await read("from=2026-07-01&to=2026-11-25");
    expect(seriesOf).toBe("months");
    expect(series.map(({ at, orders }) => [at, orders])).toEqual([
      ...["2026-07", "2026-08", "2026-09"].map((at) => [at, 0]),
      ["2026-10", 1],
      ["2026-11", 4],
    ]);
  });
});
