import { readFileSync } from "node:fs";
import type { Pool } from "pg";
import { expect } from "vitest";
import { DEV_SHOP } from "../../sandbox/dev-shop.ts";
import { until } from "../support/until.ts";
import { buy } from "./bought-order.testing.ts";
import { browserTest } from "./browser-test.testing.ts";

const test = browserTest({ setUp: false });
const ARTWORK = "https://cdn.shopify.com/artwork/fox-front.png";

/** The steps of docs/app-review.md with the labels that each one names, in bold. */
const STEPS = readFileSync(new URL("../../docs/app-review.md", import.meta.url), "utf8")
  .split(/^## \d+\. /m)
  .slice(1)
  .map((step) => ({
    title: step.split("\n")[0] ?? "",
    labels: new Set([...step.matchAll(/\*\*([^*]+)\*\*/g)].map(([, label = ""]) => label)),
  }));

/** Takes the next step of the page; the step has to use each label that the page names, and no other. */
function reader() {
  let at = -1;
  const unused = new Set<string>();
  return {
    step(title: string): void {
      expect([...unused]).toEqual([]);
      at += 1;
      expect(STEPS[at]?.title).toBe(title);
      for (const label of STEPS[at]?.labels ?? []) unused.add(label);
    },
    label(text: string): string {
      expect([...(STEPS[at]?.labels ?? [])]).toContain(text);
      unused.delete(text);
      return text;
    },
    end(): void {
      expect([...unused]).toEqual([]);
      expect(at).toBe(STEPS.length - 1);
    },
  };
}

/** Has a practice order reach its next stage without the minutes of waiting. */
async function skipWait(database: Pool, stage: "received" | "in_production"): Promise<void> {
  const skip = `UPDATE "PracticeOrder" SET "dueAt" = "stageAt" WHERE "stage" = '${stage}'`;
  await until(`the order is ${stage}`, async () => (await database.query(skip)).rowCount === 1);
}

test("a reviewer walks the steps of docs/app-review.md", async ({ harness, database, desktop }) => {
  const { sandbox } = harness;
  const { page, app } = desktop;
  const { step, label, end } = reader();
  const menu = (text: string) => page.locator("#app-menu").getByRole("link", { name: label(text) });
  const button = (text: string) => app.getByRole("button", { name: label(text), exact: true });
  const link = (text: string) => app.getByRole("link", { name: label(text), exact: true });
  // The overview of the settings says below each page's name what is set.
  const settings = async (text: string) => {
    await menu("Settings").click();
    await app.getByRole("link", { name: new RegExp(`^${label(text)}`) }).click();
  };
  const sees = (text: string) => app.getByText(label(text), { exact: true }).first().waitFor();
  // The timeline below names every stage from the beginning.
  const isStatus = (text: string) =>
    app.locator(".Polaris-Badge").getByText(label(text), { exact: true }).first().waitFor();
  const saves = async () => {
    await page
      .locator("#save-bar")
      .getByRole("button", { name: label("Save") })
      .click();
    await page.locator("#save-bar").waitFor({ state: "hidden" });
  };

  step("Open Inkbridge");
  await page.goto(`${sandbox.shopifyUrl}/`);
  await page.getByRole("button", { name: "Install Inkbridge" }).click();
  await sees("Setup guide");
  await sees("0 of 7 steps completed");
  // A link that is clicked before the page has hydrated loads a page of its own.
  await desktop.visit("/app");

  step("Connect the practice account");
  await app.getByRole("button", { name: label("Connect your print service") }).waitFor();
  await link("Connect").click();
  await button("Use a practice account").click();
  await app.getByRole("dialog").getByRole("button", { name: "Use a practice account" }).click();
  await sees("Practice account: nothing is printed");

  step("Send orders without waiting");
  await settings("Sending");
  await app.getByLabel(label("Edit window")).fill("0");
  await saves();

  step("Map a product");
  await menu("Products").click();
  await app.getByRole("link", { name: "Fox shirt" }).click();
  await app.getByRole("button", { name: `${label("Map")} Black / M` }).click();
  await app.getByLabel(label("Print SKU"), { exact: true }).fill("TEE-BLACK-M");
  await app.getByLabel(label("Front artwork"), { exact: true }).fill(ARTWORK);
  await saves();

  step("Place an order");
  const placed = await buy(desktop, sandbox, "Place this order: Express shipping");

  step("Watch the order");
  await desktop.visit("/app");
  await menu("Orders").click();
  await app.getByRole("link", { name: placed.name }).click();
  await isStatus("Sent to print");
  await skipWait(database, "received");
  await isStatus("In production");
  await skipWait(database, "in_production");
  await isStatus("Fulfilled");
  await sees("History");

  step("See the order in Shopify");
  await link("View in Shopify").click();
  await page.getByRole("link", { name: /^PRACTICE-/ }).waitFor();
  await page.locator(`.extension-body iframe[title="${label("Inkbridge order")}"]`).waitFor();

  step("See who opened customers' data");
  await desktop.visit("/app");
  await settings("Privacy");
  await link("View access log").click();
  await app.getByRole("row").filter({ hasText: "Order" }).filter({ hasText: placed.name }).first().waitFor();

  step("Answer a customer's data request");
  const options = { orders: [placed.id] };
  await sandbox.shopify.post("privacy", { shop: DEV_SHOP, topic: "customers/data_request", options });
  await until("the request is on Home", async () => {
    await desktop.visit("/app");
    return app.getByRole("link", { name: "View data requests" }).isVisible();
  });
  await link("View data requests").click();
  const download = app.getByRole("button", { name: `${label("Download file")} for` });
  const [file] = await Promise.all([page.waitForEvent("download"), download.click()]);
  expect(file.suggestedFilename()).toMatch(/^customer-data-\d{4}-\d\d-\d\d\.html$/);
  const html = readFileSync(await file.path(), "utf8");
  expect(html).toContain(`<h2>Order ${placed.name}</h2>`);
  await app.getByRole("button", { name: `${label("Mark as sent")} for` }).click();
  await app.getByText("Sent", { exact: true }).waitFor();

  step("Disconnect");
  await settings("Print account");
  await button("Disconnect").click();
  await app.getByRole("dialog").getByRole("button", { name: "Disconnect" }).click();
  await app.getByRole("button", { name: "Connect", exact: true }).waitFor();
  end();
});
