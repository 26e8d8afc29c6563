import { expect } from "vitest";
import { vitalsOf } from "../../bench/web-vitals.ts";
import { readyMade } from "../../sandbox/shopify/buyers.ts";
import { until } from "../support/until.ts";
import { findAccessibilityViolations } from "./axe.testing.ts";
import { browserTest } from "./browser-test.testing.ts";
import { findFaults } from "./find-faults.testing.ts";

const test = browserTest();

const dayAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);

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
  // A product that lost money 40 days ago.
  const { shirt, mug } = { shirt: harness.sandbox.products.shirt, mug: harness.sandbox.products.mug };
  await database.query(
    `INSERT INTO "ProfitDay" ("shopId", "day", "currency", "productGid", "variantGid", "country", "method", "orders", "items", "sent",
       "netSales", "cost", "profit", "profitRevenue", "sentCost")
     SELECT s."id", $1, s."currency", p."gid", CASE WHEN p."gid" = '' THEN '' ELSE 'none' END, CASE WHEN p."gid" = '' THEN 'DE' ELSE '' END,
       '', 9, 9, 9, 90, 120, -30, 90, 120
     FROM "Shop" s, unnest($2::text[]) AS p("gid")`,
    [dayAgo(40), ["", `gid://shopify/Product/${mug.id}`]],
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
  const frame = await desktop.appFrame();
  expect(frame && (await findAccessibilityViolations(frame))).toEqual([]);

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
