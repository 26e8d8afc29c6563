import { readFile } from "node:fs/promises";
import { expect } from "vitest";
import { browserTest } from "./browser-test.testing.ts";
import { createSampleOrders, type SampleOrders } from "./sample-orders.testing.ts";
import { findFaults } from "./find-faults.testing.ts";
import type { Visitor } from "./visitor.testing.ts";

const test = browserTest().extend("shop", { scope: "file" }, ({ harness }): Promise<SampleOrders> =>
  createSampleOrders(harness.sandbox),
);

const TABS = ["all", "attention", "late", "waiting", "at_provider", "shipped", "fulfilled", "not_printed"];

const rowsOf = async ({ app }: Visitor): Promise<string[]> => {
  const names = await app.getByRole("row").getByRole("link", { name: /^#/ }).allInnerTexts();
  return names.map((name) => name.trim());
};

test("the settings of when an order is late show what is usual in the store", async ({
  shop,
  desktop: { app, visit },
}) => {
  expect(shop.fulfilled.name).not.toBe("");
  await visit("/app/settings/shipping");
  await app.getByText("Since the first tracking number. Your median: 0 business days", { exact: true }).waitFor();
});

test("no column of a tab is cut off at 1280 pixels, and no page overflows", async ({ harness, shop, desktop }) => {
  expect(shop.fulfilled.name).not.toBe("");
  // Every order that is under way is late by now, which takes the most room.
  await harness.sandbox.merchant.post("/app/api/settings", {
    lateAfterDays: { waiting: 1, at_provider: 1, shipped: 1 },
  });
  for (const tab of TABS) {
    await desktop.visit("/app/settings");
    await desktop.visit(`/app/orders?tab=${tab}`);
    const hidden = await (
      await desktop.appFrame()
    )?.evaluate(() => {
      const table = document.querySelector(".Polaris-IndexTable-ScrollContainer");
      return table ? table.scrollWidth - table.clientWidth : 0;
    });
    expect({ tab, hidden }).toEqual({ tab, hidden: 0 });
  }
  expect(await findFaults(desktop, ["/app/orders?tab=late", "/app/orders?country=US&min=5"])).toEqual([]);
});

test.for(["/app/orders", "/app/orders?country=US&min=5", "/app/orders?tab=at_provider"])(
  "nothing moves while %s comes up, at either width",
  async (path, { shop, desktop, phone }) => {
    expect(shop.fulfilled.name).not.toBe("");
    for (const { page, visit, appFrame } of [desktop, phone]) {
      // Not from another page of the app, which would not load this one from the server.
      await page.goto("about:blank");
      await visit(path);
      const shift = await (
        await appFrame()
      )?.evaluate(
        () =>
          new Promise<number>((resolve) => {
            let sum = 0;
            const observer = new PerformanceObserver((list) => {
              for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[]) sum += entry.value;
            });
            observer.observe({ type: "layout-shift", buffered: true });
            requestAnimationFrame(() => requestAnimationFrame(() => resolve(sum)));
          }),
      );
      expect(shift).toBeLessThanOrEqual(0.05);
    }
  },
);

test("a merchant looks for a reason, sees how many orders have it, and filters by a product and a country", async ({
  shop,
  desktop,
}) => {
  const { app, page } = desktop;
  await desktop.visit("/app/orders");
  await app.getByRole("button", { name: /search and filter/i }).click();
  await app.getByRole("button", { name: "Reason for attention" }).click();
  await app.getByText("Before sending").waitFor();
  await app.getByPlaceholder("Search reasons").fill("fraud");
  await app.getByText("Not paid (1)").waitFor({ state: "detached" });
  await app.getByText("High fraud risk (1)").click();
  await app.getByText("Reason: High fraud risk").waitFor();
  await page.keyboard.press("Escape");
  await expect.poll(() => rowsOf(desktop)).toEqual([shop.risky.name]);

  await desktop.visit("/app/settings");
  await desktop.visit("/app/orders");
  await app.getByRole("button", { name: /search and filter/i }).click();
  await app.getByRole("button", { name: "Add filter" }).click();
  await app
    .getByRole("menuitem", { name: "Destination" })
    .or(app.getByRole("button", { name: "Destination" }))
    .first()
    .click();
  await app.getByText("Germany", { exact: true }).click();
  await app.getByText("Destination: Germany").waitFor();
  await expect.poll(() => rowsOf(desktop)).toEqual([shop.inProduction.name]);
});

test("chosen columns are kept by the view that saves them", async ({ shop, desktop }) => {
  const { app } = desktop;
  expect(shop.fulfilled.name).not.toBe("");
  await desktop.visit("/app/orders");
  await app.getByRole("button", { name: "Columns", exact: true }).click();
  const dialog = app.getByRole("dialog");
  await dialog.getByLabel("Tracking").check({ force: true });
  await dialog.getByLabel("Print item value").uncheck({ force: true });
  await dialog.getByRole("button", { name: "Apply" }).click();
  await app.getByRole("columnheader", { name: "Tracking" }).first().waitFor();
  expect(await app.getByRole("columnheader", { name: "Print item value" }).count()).toBe(0);
  await app.getByRole("button", { name: /search and filter/i }).click();
  await app.getByRole("button", { name: "Save as" }).click();
  await app.getByLabel("Name").fill("With tracking");
  await app.getByRole("dialog").getByRole("button", { name: "Save" }).click();
  await app.getByRole("tab", { name: "With tracking" }).waitFor();
  await app.getByRole("tab", { name: "All" }).click();
  await app.getByRole("columnheader", { name: "Print item value" }).first().waitFor();
  await app.getByRole("tab", { name: "With tracking" }).click();
  await app.getByRole("columnheader", { name: "Tracking" }).first().waitFor();
});

test("the list is saved as a file, with its filter, and the export is in the access log", async ({ shop, desktop }) => {
  const { app, page } = desktop;
  await desktop.visit("/app/orders?tab=waiting");
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    app.getByRole("button", { name: "Export", exact: true }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^orders-\d{4}-\d\d-\d\d\.csv$/);
  const text = await readFile(await download.path(), "utf8");
  expect(text).toContain(`"${shop.risky.name}"`);
  expect(text).toContain("Ada Holloway");
  expect(text).not.toContain(`"${shop.fulfilled.name}"`);
  await page.getByText("Orders exported").waitFor();
});

test("from one order a merchant goes on to the next of the list, and back to the same list", async ({
  shop,
  desktop,
  phone,
}) => {
  const { app } = desktop;
  await desktop.visit("/app/orders?tab=at_provider&sort=placed+asc");
  const [first = "", second = ""] = await rowsOf(desktop);
  expect(first).toBe(shop.inProduction.name);
  await app.getByRole("link", { name: first, exact: true }).click();
  await app.getByRole("heading", { name: `Order ${first}` }).waitFor();
  await app.getByRole("button", { name: "Next order" }).click();
  await app.getByRole("heading", { name: `Order ${second}` }).waitFor();
  await app.getByRole("button", { name: "Previous order" }).click();
  await app.getByRole("heading", { name: `Order ${first}` }).waitFor();
  await app.getByRole("link", { name: "Orders", exact: true }).click();
  await app.getByRole("tab", { name: /^At print service/, selected: true }).waitFor();
  expect((await rowsOf(desktop)).slice(0, 2)).toEqual([first, second]);

  await phone.visit("/app/orders?tab=at_provider&sort=placed+asc");
  await phone.app.getByRole("link", { name: first, exact: true }).click();
  await phone.app.getByRole("heading", { name: `Order ${first}` }).waitFor();
  await phone.app
    .getByRole("button", { name: "More actions" })
    .or(phone.app.getByRole("button", { name: "Actions" }))
    .first()
    .click();
  await phone.app
    .getByRole("menuitem", { name: "Next order" })
    .or(phone.app.getByRole("button", { name: "Next order" }))
    .first()
    .click();
  await phone.app.getByRole("heading", { name: `Order ${second}` }).waitFor();
});
