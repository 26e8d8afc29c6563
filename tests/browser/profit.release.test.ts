import { expect } from "vitest";
import { vitalsOf } from "../../bench/web-vitals.ts";
import { until } from "../support/until.ts";
import { expectAccessible } from "./axe.testing.ts";
import { sentOrder } from "./bought-order.testing.ts";
import { browserTest } from "./browser-test.testing.ts";

const test = browserTest();

test("a merchant enters the payment fee and a rate, with errors beside the fields, and an order shows what it earned", async ({
  demo,
  database,
  desktop,
  phone,
}) => {
  const { app, page } = desktop;
  const save = () => page.locator("#save-bar").getByRole("button", { name: "Save" }).click();
  await desktop.visit("/app/settings/prices");
  await app.getByLabel("Payment fee").fill("101");
  await app.getByRole("button", { name: "Add exchange rate" }).press("Enter");
  await save();
  await app.getByText("Enter a percentage from 0 to 100, such as 2.9.").waitFor();
  await app.getByText("Enter a rate greater than 0, such as 1.08.").waitFor();
  await app.getByText("Enter a date.").waitFor();
  // The refusal that the test has brought about is no complaint.
  const refused = desktop.browserErrors.findIndex((line) => line.includes("status of 422"));
  if (refused >= 0) desktop.browserErrors.splice(refused, 1);
  await expectAccessible(desktop);
  await app.getByRole("button", { name: "Remove exchange rate 1" }).press("Enter");
  await app.getByLabel("Payment fee").fill("10");
  await save();
  await page.locator("#save-bar").waitFor({ state: "hidden" });

  const order = await sentOrder(demo);
  const kept = await until("the order is counted with its cost", async () => {
    const { rows } = await database.query<{ profit: string; fees: string }>(
      `SELECT p."profit", p."fees" FROM "OrderProfit" p JOIN "Order" o ON o."id" = p."orderId"
       WHERE o."shopifyGid" LIKE $1 AND p."profit" IS NOT NULL`,
      [`%/${order.id}`],
    );
    return rows[0];
  });
  expect(Number(kept.fees)).toBeGreaterThan(0);
  for (const visitor of [desktop, phone]) {
    // From a page that is not the app's: within the app, nothing hydrates.
    await visitor.page.goto("about:blank");
    await visitor.visit(`/app/orders/${order.id}`);
    await visitor.app.getByText("What this order earned").waitFor();
    await visitor.app.getByText(`$${kept.fees} USD`).waitFor();
    await visitor.app.getByText(`$${kept.profit} USD (`).waitFor();
    await expectAccessible(visitor);
    const frame = await visitor.appFrame();
    expect.soft(frame && (await vitalsOf(frame)).cls).toBeLessThanOrEqual(0.05);
  }
});
