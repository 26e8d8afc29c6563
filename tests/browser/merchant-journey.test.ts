import { expect } from "vitest";
import { DEFAULT_ACCOUNT } from "../../sandbox/print-service/index.ts";
import type { ShownOrder } from "../../sandbox/show-order.ts";
import { readyMade } from "../../sandbox/shopify/buyers.ts";
import { bodies } from "./bought-order.testing.ts";
import { browserTest } from "./browser-test.testing.ts";
import { withLostConnection } from "./lost-connection.testing.ts";
import type { Visitor } from "./visitor.testing.ts";

const test = browserTest({ setUp: false });
const ARTWORK = "https://cdn.shopify.com/artwork/fox-front.png";

async function saves({ page }: Visitor): Promise<void> {
  await page.locator("#save-bar").getByRole("button", { name: "Save" }).click();
  await page.locator("#save-bar").waitFor({ state: "hidden" });
}

/** Errors that the test has brought about are no complaints. */
function expected({ browserErrors }: Visitor, ...status: number[]): void {
  const ours = browserErrors.filter((line) => status.some((code) => line.includes(`status of ${code}`)));
  for (const line of ours) browserErrors.splice(browserErrors.indexOf(line), 1);
}

test("a merchant installs, sets up, maps, and watches an order until it is fulfilled", async ({
  harness: { sandbox },
  demo,
  desktop,
}) => {
  const { page, app } = desktop;

  // Installs it from the admin.
  await page.goto(`${sandbox.shopifyUrl}/`);
  await page.getByRole("button", { name: "Install Inkbridge" }).click();
  await app.getByRole("heading", { name: "Inkbridge", exact: true }).waitFor();
  await app.getByText("0 of 7").waitFor();

  // Connects the print service, with a mistake first.
  await desktop.visit("/app/orders");
  await app.getByText("Connect the print service and choose your start date").waitFor();
  await desktop.visit("/app/settings/account");
  await app.getByLabel("Email", { exact: true }).fill(DEFAULT_ACCOUNT.email);
  await app.getByLabel("Password", { exact: true }).fill("guessed");
  await app.getByRole("button", { name: "Connect" }).click();
  await app.getByText("The print service rejected this email and password").waitFor();
  expected(desktop, 422);
  await app.getByLabel("Email", { exact: true }).fill("somebody.else@example.com");
  await app.getByText("The print service rejected this email and password").waitFor({ state: "hidden" });
  await app.getByLabel("Email", { exact: true }).fill(DEFAULT_ACCOUNT.email);
  await app.getByLabel("Password", { exact: true }).fill(DEFAULT_ACCOUNT.password);
  await withLostConnection(desktop, async () => {
    await app.getByRole("button", { name: "Connect" }).click();
    await app.getByText("Inkbridge couldn't be reached").waitFor();
  });
  await app.getByRole("button", { name: "Connect" }).click();
  await page.getByText("Print service connected").waitFor();
  await app.getByRole("heading", { name: DEFAULT_ACCOUNT.email }).waitFor();
  await app.getByText("Active", { exact: true }).first().waitFor();

  // Decides when orders are sent.
  await desktop.visit("/app/settings/sending");
  await app.getByLabel("Edit window").fill("0");
  await saves(desktop);

  // Maps a shirt from the list of the products; a SKU that is wrong is caught at once.
  await page.locator("#app-menu").getByRole("link", { name: "Products" }).click();
  await app.getByRole("link", { name: "Fox shirt" }).click();
  await app.getByRole("button", { name: "Map Black / M" }).click();
  await app.getByLabel("Print SKU", { exact: true }).fill("NO-SUCH-SKU");
  await app.getByLabel("Front artwork", { exact: true }).fill(ARTWORK);
  await page.locator("#save-bar").getByRole("button", { name: "Save" }).click();
  await app.getByText("The print service rejected this SKU").waitFor();
  expected(desktop, 422);
  await app.getByLabel("Print SKU", { exact: true }).fill("TEE-BLACK-M");
  await saves(desktop);
  await app.getByText("$7.80 USD").waitFor();

  // A customer orders one, and the print service has it without a person.
  const isIn = (state: string) => (order: ShownOrder) => order.submissions.at(-1)?.state === state;
  const order = await demo.buy(readyMade(sandbox.goods)["express"] ?? expect.unreachable());
  const { submissions } = await demo.waitForApp(order, "is at the print service", isIn("submitted"));
  const [{ reference } = expect.unreachable()] = submissions;
  const [printed, ...more] = await bodies(demo, order);
  expect(printed).toMatchObject({ order_items: [{ item_sku: "TEE-BLACK-M" }] });
  expect(more).toEqual([]);

  // The printer prints and ships; the merchant watches.
  await demo.production(reference, "produce");
  await desktop.visit("/app/orders");
  await app.getByText("In production").first().waitFor();
  await app.getByRole("link", { name: order.name }).click();
  await app.getByRole("heading", { name: `Order ${order.name}` }).waitFor();
  await demo.production(reference, "ship", { trackingNumber: "FOX-IN-A-BOX" });
  await app.getByRole("link", { name: "FOX-IN-A-BOX" }).waitFor();
  await app.getByText("Profit", { exact: true }).waitFor();

  // The guide has ticked itself off, and does without the dry run that the merchant skipped.
  await demo.waitForApp(order, "is fulfilled", isIn("fulfilled"));
  await desktop.visit("/app");
  await app.getByText("Setup is complete").waitFor();

  // Shopify has it, and the customer knows.
  await desktop.visit(`/app/orders/${order.id}`);
  await app.getByRole("link", { name: "View in Shopify" }).click();
  await page.getByText("The customer was notified").waitFor();
  expect(await page.getByRole("link", { name: "FOX-IN-A-BOX" }).count()).toBe(1);
});
