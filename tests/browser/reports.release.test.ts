import { Decimal } from "decimal.js";
import { expect } from "vitest";
import { vitalsOf } from "../../bench/web-vitals.ts";
import { dayOf } from "../../app/settings/wall-time.ts";
import { readyMade } from "../../sandbox/shopify/buyers.ts";
import { until } from "../support/until.ts";
import { expectAccessible } from "./axe.testing.ts";
import { browserTest } from "./browser-test.testing.ts";
import { findFaults } from "./find-faults.testing.ts";

const test = browserTest();

/** A day of the development store, which is in New York. */
const dayAgo = (days: number) => dayOf(new Date(Date.now() - days * 86_400_000), "America/New_York");

test("a merchant sees in Reports what an order earned, changes the period by keyboard, and finds the loss maker first", async ({
  harness,
  database,
  demo,
  desktop,
  phone,
}) => {
  await phone.visit("/app/reports");
  await phone.app.getByText("No figures yet").waitFor();

  const placed = await demo.buy(readyMade(harness.sandbox.goods)["plain"] ?? { lines: [] });
  await demo.waitForApp(placed, "is at the print service", ({ submissions: [one] }) => one?.state === "submitted");
  await until("the order is counted", async () => {
    const { rows } = await database.query(
      `SELECT FROM "OrderProfit" p JOIN "Shop" s ON s."id" = p."shopId"
       WHERE p."profit" IS NOT NULL AND p."dueAt" IS NULL AND s."profitRecountAfter" IS NULL`,
    );
    return rows.length > 0;
  });
  // A product of which the store's variants are not read yet has no page to link to.
  await until("the store's variants are read", async () => {
    const variants = await database.query(`SELECT FROM "ProductVariant" WHERE "productTitle" = 'Fox shirt'`);
    return variants.rows.length > 0;
  });
  // A product that lost money 40 days ago.
  const { shirt, mug } = { shirt: harness.sandbox.products.shirt, mug: harness.sandbox.products.mug };
  for (const [table, time, at] of [
    ["ProfitDay", "day", dayAgo(40)],
    ["ProfitMonth", "month", dayAgo(40).slice(0, 7)],
  ] as const)
    await database.query(
      `INSERT INTO "${table}" ("shopId", "${time}", "currency", "productGid", "variantGid", "country", "method", "orders", "items", "sent",
         "netSales", "cost", "profit", "profitRevenue", "sentCost")
       SELECT s."id", $1, s."currency", p."gid", CASE WHEN p."gid" = '' THEN '' ELSE 'none' END, CASE WHEN p."gid" = '' THEN 'DE' ELSE '' END,
         '', 9, 9, 9, 90, 120, -30, 90, 120
       FROM "Shop" s, unnest($2::text[]) AS p("gid")`,
      [at, ["", `gid://shopify/Product/${mug.id}`]],
    );

  const { app } = desktop;
  await desktop.visit("/app/reports");
  const period = app.getByLabel("Period");
  expect(await period.inputValue()).toBe("30");
  await app.getByRole("link", { name: "Fox shirt" }).waitFor();
  expect(await app.getByText("Loss", { exact: true }).count()).toBe(0);
  expect(await app.getByRole("link", { name: "Fox shirt" }).getAttribute("href")).toContain(
    `/app/products/${shirt.id}`,
  );

  await period.selectOption({ label: "Last 90 days" });
  await app.getByText("Loss", { exact: true }).first().waitFor();
  const [first] = await app
    .locator("tbody tr")
    .filter({ hasText: "$" })
    .filter({ has: app.getByRole("link") })
    .allInnerTexts();
  expect(first).toMatch(/Fox mug.*Loss/s);
  await app.getByText("10 orders in the period. Most: 9").waitFor();

  // The chart is there, is walked by keyboard, and has its table behind it.
  const chart = app.getByRole("application").first();
  await chart.waitFor();
  await chart.focus();
  await chart.press("ArrowRight");
  await app.locator(".recharts-tooltip-wrapper").first().getByText("Orders in").waitFor();
  const table = app.getByText("Orders as a table");
  await table.focus();
  await table.press("Enter");
  await app
    .getByRole("rowheader", { name: /\d{4}$/ })
    .first()
    .waitFor();
  await expectAccessible(desktop);

  // The address keeps the period, and nothing shifts.
  await desktop.page.goto("about:blank");
  await desktop.visit("/app/reports?period=90&by=country");
  const reloaded = await desktop.appFrame();
  expect(reloaded && (await vitalsOf(reloaded)).cls).toBeLessThanOrEqual(0.05);
  await app.getByRole("link", { name: "Germany" }).click();
  await app.getByText("Destination").first().waitFor();

  // An own range says beside the field what is wrong with it.
  await desktop.visit("/app/reports");
  await period.selectOption({ label: "Own range" });
  await app.getByLabel("From").fill(dayAgo(1));
  await app.getByLabel("To", { exact: true }).fill(dayAgo(3));
  await app.getByText("Enter a date on or after the first day.").waitFor();
  await app.getByLabel("From").fill(dayAgo(45));
  await app.getByRole("button", { name: "Apply" }).press("Enter");
  await app.getByText("9 orders in the period").waitFor();

  await desktop.visit("/app");
  await app.getByText("All is well: 1 order in the last 7 days, and none needs you.").waitFor();
  await app.getByRole("link", { name: "View reports" }).click();
  await app.getByText("1 order in the period.").waitFor();

  expect(await findFaults(phone, ["/app/reports?period=90"])).toEqual([]);
});

test("a merchant saves a period for the accountant, finds in a bill what differs, and uses its amounts", async ({
  harness,
  database,
  demo,
  desktop,
  phone,
}) => {
  for (const _ of ["first", "second"]) {
    const placed = await demo.buy(readyMade(harness.sandbox.goods)["plain"] ?? { lines: [] });
    await demo.waitForApp(placed, "is at the print service", ({ submissions: [one] }) => one?.state === "submitted");
  }
  const costs = async () => {
    const { rows } = await database.query<{ reference: string; quoted: string | null; billed: string | null }>(
      `SELECT s."reference", (c."total"::numeric + c."tax"::numeric)::text AS "quoted", c."billedTotal" AS "billed"
       FROM "SubmissionCost" c JOIN "Submission" s ON s."id" = c."submissionId" ORDER BY s."createdAt", s."id"`,
    );
    return rows;
  };
  await until("the quotes are known", async () => (await costs()).every(({ quoted }) => quoted !== null));
  const [first, ...missing] = await costs();
  if (!first?.quoted || missing.length === 0) throw new Error("no costs");

  const { app } = desktop;
  await desktop.visit("/app/reports");
  for (const [rows, format] of [
    ["Print orders", "CSV"],
    ["Months", "XLSX"],
  ] as const) {
    const download = desktop.page.waitForEvent("download");
    await app.getByRole("button", { name: `${rows} as ${format}` }).click();
    const name = `${rows.toLowerCase().replace(" ", "-")}-${dayAgo(29)}-${dayAgo(0)}.${format.toLowerCase()}`;
    expect((await download).suggestedFilename()).toBe(name);
  }

  // As a German spreadsheet writes it, below the name of the print shop.
  const dearer = (Number(first.quoted) + 1.25).toFixed(2).replace(".", ",");
  const sum = (Number(first.quoted) + 4.25).toFixed(2).replace(".", ",");
  const rows = [
    "Print shop;;",
    "Reference;Amount;Customer",
    `${first.reference};${dearer} $;Ada`,
    "0000-ELSEWHERE;3,00;Ben",
  ];
  const bill = (lines: string[]) => ({
    ...{ name: "bill.csv", mimeType: "text/csv" },
    buffer: Buffer.from([...lines, `Total;${sum};`].join("\r\n")),
  });
  await app.getByRole("link", { name: "Check a bill" }).click();
  const compare = app.getByRole("button", { name: "Compare", exact: true });
  await app.locator("input[type=file]").setInputFiles(bill(rows.map((row) => row.replace("Amount", "Weight"))));
  await compare.click();
  await app.getByText("Choose the column with the amounts.").waitFor();
  await app.getByLabel("Total", { exact: true }).selectOption({ label: "Weight" });
  await app.getByRole("button", { name: "Compare again" }).click();
  await app.getByText("2 rows of the file compared.").waitFor();

  await app.locator("input[type=file]").setInputFiles(bill(rows));
  await compare.click();
  await app.getByText("Row 5 of the file says the same.").waitFor();
  const list = app.getByRole("table").last();
  await list.getByRole("row", { name: /Another price.*\$1\.25/ }).waitFor();
  await list.getByRole("row", { name: /Not from this store.*0000-ELSEWHERE/ }).waitFor();
  expect(await list.getByRole("row", { name: /Sent, but not billed/ }).count()).toBe(missing.length);
  await expectAccessible(desktop);
  await app.getByLabel("Show").selectOption({ label: "Not from this store (1)" });
  await list.getByRole("row", { name: /Another price/ }).waitFor({ state: "detached" });
  const download = desktop.page.waitForEvent("download");
  await app.getByRole("button", { name: "Download as CSV" }).click();
  expect((await download).suggestedFilename()).toBe("bill-compared.csv");
  expect((await costs()).every(({ billed }) => billed === null)).toBe(true);

  await app.getByRole("button", { name: "Use 1 amount as billed" }).click();
  await until("the amount is billed", async () => (await costs())[0]?.billed !== null);
  expect((await costs()).map(({ billed }) => billed)).toEqual([
    new Decimal(dearer.replace(",", ".")).toFixed(),
    ...missing.map(() => null),
  ]);

  // By keyboard, on a phone, with a file that is none.
  await phone.visit("/app/reports/bill");
  await phone.app.locator("input[type=file]").setInputFiles({ ...bill([]), buffer: Buffer.from("PK\u0003\u0004") });
  await phone.app.getByRole("button", { name: "Compare", exact: true }).press("Enter");
  await phone.app.getByText("This is an Excel workbook.").waitFor();
  await phone.app.locator("input[type=file]").setInputFiles(bill(rows));
  await phone.app.getByRole("button", { name: "Compare", exact: true }).press("Enter");
  await phone.app.getByText("Use 1 amount as billed").waitFor();
  await expectAccessible(phone);
  expect(await findFaults(phone, ["/app/reports/bill"])).toEqual([]);
});
