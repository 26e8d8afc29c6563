import type { Page } from "playwright-core";
import { DEV_SHOP } from "../../sandbox/dev-shop.ts";
import { testOnStage } from "./test.ts";

const test = testOnStage();
const STORE = DEV_SHOP.split(".")[0] ?? "";
const shown = { timeout: 20_000 };

/** What the app shows on a page of the admin. */
const blockOf = (page: Page, title: string) => page.frameLocator(`.extension-body iframe[title="${title}"]`);

/** A buyer orders, and the merchant opens the order in the admin. */
async function order(page: Page, shopifyUrl: string, kind: string): Promise<void> {
  await page.goto(`${shopifyUrl}/storefront/${STORE}`);
  await page.getByRole("button", { name: `Place this order: ${kind}` }).click();
  await page.getByRole("link", { name: "See it in the admin" }).click();
}

test("the order's page in the admin says where it stands and what it costs", async ({ stage, desktop }) => {
  const { page } = desktop;
  await order(page, stage.sandbox.shopifyUrl, "High fraud risk");
  const block = blockOf(page, "Print order");
  await block.getByText("High fraud risk").waitFor(shown);
  await block.getByText("$12.29 USD").waitFor(shown);

  await block.getByRole("button", { name: "Approve and send" }).click();
  await block.getByText("Sent to print").waitFor(shown);
  await block.getByRole("link", { name: "Open in Inkbridge" }).click();
  await desktop.app.getByRole("heading", { name: "Order #1001" }).waitFor(shown);
});
