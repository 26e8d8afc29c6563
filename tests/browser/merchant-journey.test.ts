import { expect } from "vitest";
import { DEFAULT_ACCOUNT } from "../../sandbox/print-service/index.ts";
import { DEV_SHOP } from "../../sandbox/dev-shop.ts";
import { browserTest } from "./browser-test.testing.ts";
import { withLostConnection } from "./lost-connection.testing.ts";
import type { Visitor } from "./visitor.testing.ts";

const test = browserTest({ setUp: false });
const STORE = DEV_SHOP.split(".")[0] ?? "";
const ARTWORK = "https://cdn.shopify.com/artwork/fox-front.png";

const shown = { timeout: 20_000 };

async function saves({ page }: Visitor): Promise<void> {
  await page.locator("#save-bar").getByRole("button", { name: "Save" }).click(shown);
  await page.locator("#save-bar").waitFor({ state: "hidden", timeout: 20_000 });
}

/** Errors that the test has brought about are no complaints. */
function expected({ browserErrors }: Visitor, ...status: number[]): void {
  const ours = browserErrors.filter((line) => status.some((code) => line.includes(`status of ${code}`)));
  for (const line of ours) browserErrors.splice(browserErrors.indexOf(line), 1);
}

test("a merchant installs, sets up, maps, and watches an order until it is fulfilled", async ({ harness, desktop }) => {
  const { shopifyUrl, printServiceUrl } = harness.sandbox;
  const { page, app } = desktop;

  // Installs it from the admin.
  await page.goto(`${shopifyUrl}/`);
  await page.getByRole("button", { name: "Install Inkbridge" }).click();
  await app.getByRole("heading", { name: "Inkbridge", exact: true }).waitFor(shown);
  await app.getByText("0 of 6").waitFor(shown);

  // Connects the print service, with a mistake first.
  await desktop.visit("/app/orders");
  await app.getByText("Connect the print service and choose your start date").waitFor(shown);
  await desktop.visit("/app/settings");
  await app.getByLabel("Email", { exact: true }).fill(DEFAULT_ACCOUNT.email);
  await app.getByLabel("Password").fill("guessed");
  await app.getByRole("button", { name: "Connect" }).click();
  await app.getByText("The print service rejected this email and password").waitFor(shown);
  expected(desktop, 422);
  await app.getByLabel("Email", { exact: true }).fill("somebody.else@example.com");
  await app.getByText("The print service rejected this email and password").waitFor({ ...shown, state: "hidden" });
  await app.getByLabel("Email", { exact: true }).fill(DEFAULT_ACCOUNT.email);
  await app.getByLabel("Password").fill(DEFAULT_ACCOUNT.password);
  await withLostConnection(desktop, async () => {
    await app.getByRole("button", { name: "Connect" }).click();
    await app.getByText("Inkbridge couldn't be reached").waitFor(shown);
  });
  await app.getByRole("button", { name: "Connect" }).click();
  await page.getByText("Print service connected").waitFor(shown);
  await app.getByRole("heading", { name: DEFAULT_ACCOUNT.email }).waitFor(shown);
  await app.getByText("Active", { exact: true }).first().waitFor(shown);

  // Decides when orders are sent.
  await app.getByLabel("Edit window").fill("0");
  await saves(desktop);

  // Maps a shirt from the list of the products; a SKU that is wrong is caught at once.
  await page.locator("#app-menu").getByRole("link", { name: "Products" }).click();
  await app.getByRole("link", { name: "Fox shirt" }).click(shown);
  await app.getByRole("button", { name: "Map Black / M" }).click(shown);
  await app.getByLabel("Print SKU").fill("NO-SUCH-SKU");
  await app.getByLabel("Front artwork", { exact: true }).fill(ARTWORK);
  await page.locator("#save-bar").getByRole("button", { name: "Save" }).click(shown);
  await app.getByText("The print service rejected this SKU").waitFor(shown);
  expected(desktop, 422);
  await app.getByLabel("Print SKU").fill("TEE-BLACK-M");
  await saves(desktop);
  await app.getByText("$7.80 USD").waitFor(shown);

  // A customer orders one, and it comes to the print service stand-in automatically.
  await page.goto(`${shopifyUrl}/storefront/${STORE}`);
  await page.getByRole("button", { name: "Place this order: Express shipping" }).click();
  await page.goto(`${printServiceUrl}/`);
  const ticket = page.getByRole("article").first();
  await ticket.getByText("TEE-BLACK-M").first().waitFor(shown);

  // The printer prints and ships; the merchant watches.
  await ticket.getByRole("button", { name: "Start production" }).click();
  await desktop.visit("/app/orders");
  await app.getByText("In production").first().waitFor(shown);
  await page.goto(`${printServiceUrl}/`);
  await ticket.getByLabel("Tracking number").fill("FOX-IN-A-BOX");
  await ticket.getByRole("button", { name: "Ship in one parcel" }).click();
  await desktop.visit("/app/orders?tab=fulfilled");
  await app.getByRole("link", { name: "#1001" }).click(shown);
  await app.getByRole("heading", { name: "Order #1001" }).waitFor(shown);
  await app.getByRole("link", { name: "FOX-IN-A-BOX" }).waitFor(shown);
  await app.getByText("Margin").waitFor(shown);

  // A dry run of the same order says that nobody was needed, and what printing costs.
  await desktop.visit("/app");
  await app.getByRole("link", { name: "Dry run" }).click(shown);
  await app.getByRole("button", { name: "Start dry run" }).click(shown);
  await app.getByText("1 of 1 order would print automatically").waitFor(shown);
  await app.getByRole("link", { name: "Open #1001 in Shopify" }).waitFor(shown);
  await app.getByRole("table").getByText("Would be sent", { exact: true }).waitFor(shown);
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    app.getByRole("button", { name: "Export" }).click(),
  ]);
  expect(file.suggestedFilename()).toMatch(/^dry-run-\d{4}-\d\d-\d\d\.csv$/);
  await desktop.visit("/app/orders?tab=fulfilled");
  await app.getByRole("link", { name: "#1001" }).click(shown);

  // Shopify has it, and the customer knows.
  await app.getByRole("link", { name: "View in Shopify" }).click();
  await page.getByText("The customer was notified").waitFor(shown);
  expect(await page.getByRole("link", { name: "FOX-IN-A-BOX" }).count()).toBe(1);

  // The guide has ticked itself off.
  await desktop.visit("/app");
  await app.getByText("6 of 6").waitFor(shown);
});
