import type { Frame, FrameLocator, Page } from "playwright-core";
import { expect } from "vitest";
import { DEV_SHOP } from "../../sandbox/dev-shop.ts";
import { orderInput, PEOPLE } from "../../sandbox/shopify/buyers.ts";
import type { Order } from "../../sandbox/shopify/model.ts";
import { findAccessibilityViolations } from "./axe.testing.ts";
import { browserTest } from "./browser-test.testing.ts";
import { shown } from "./visitor.testing.ts";

const test = browserTest();
const STORE = DEV_SHOP.split(".")[0] ?? "";

/** The app's block on a page of the admin. */
const blockOf = (page: Page, title: string) => page.frameLocator(`.extension-body iframe[title="${title}"]`);

/** The action in a dialog over the page. */
const actionOf = (page: Page): FrameLocator => page.frameLocator(".dialog iframe");

/** Race: a frame that is being removed may never answer; the next round no longer has that frame. */
async function accessibilityViolationsOf(page: Page): Promise<string[]> {
  for (let rounds = 0; ; rounds += 1) {
    const found = await Promise.all(
      page.frames().map((frame) => Promise.race([findAccessibilityViolations(frame), silence(frame)])),
    );
    if (rounds === 2 || !found.includes(null)) return found.flatMap((one) => one ?? ["a frame that does not respond"]);
  }
}

const silence = (frame: Frame): Promise<null> =>
  frame
    .page()
    .waitForTimeout(shown.timeout / 2)
    .then(() => null);

/** Places an order and opens its page in the admin. Returns the order's name, e.g. `#1001`. */
async function order(page: Page, shopifyUrl: string, kind: string): Promise<string> {
  await page.goto(`${shopifyUrl}/storefront/${STORE}`);
  await page.getByRole("button", { name: `Place this order: ${kind}` }).click();
  await page.getByRole("link", { name: "View in admin" }).click();
  return (await page.getByRole("heading", { level: 1, name: /^#\d+$/ }).textContent()) ?? "";
}

test("the order's page in the admin shows status and price", async ({ harness, desktop }) => {
  const { page } = desktop;
  const name = await order(page, harness.sandbox.shopifyUrl, "High fraud risk");
  const block = blockOf(page, "Inkbridge order");
  await block.getByText("High fraud risk").first().waitFor();
  await block.getByText("$12.29 USD").waitFor();

  await block.getByRole("button", { name: "Approve and send" }).click();
  await block.getByText("Sent to print").waitFor();
  await block.getByRole("link", { name: "Open in Inkbridge" }).click();
  await desktop.app.getByRole("heading", { name: `Order ${name}` }).waitFor();
});

test("the block shows a hold that the admin's dialog put on the order", async ({ harness, desktop }) => {
  const { page } = desktop;
  await order(page, harness.sandbox.shopifyUrl, "High fraud risk");
  await page.getByText("More actions").click();
  await page.getByRole("button", { name: "Inkbridge order", exact: true }).first().click();
  const action = actionOf(page);
  await action.getByRole("button", { name: "Keep on hold" }).click();
  await action.getByText("On hold", { exact: true }).first().waitFor();
  expect(await accessibilityViolationsOf(page)).toEqual([]);

  await page.keyboard.press("Escape");
  await page.getByRole("dialog").waitFor({ state: "hidden" });
  await blockOf(page, "Inkbridge order").getByText("On hold", { exact: true }).first().waitFor();
});

test("an order without print items has no action", async ({ harness, desktop }) => {
  const { shopify, shopifyUrl, goods } = harness.sandbox;
  const input = orderInput(PEOPLE.unitedStates, [{ variantId: goods.candle }]);
  const { id } = await shopify.post<Order>("orders", { shop: DEV_SHOP, input });
  const { page } = desktop;
  const applied = page.waitForResponse((answer) => answer.url().endsWith("/applies") && answer.ok());
  await page.goto(`${shopifyUrl}/store/${STORE}/orders/${id}`);
  await applied;
  await blockOf(page, "Inkbridge order").getByText("No items to print.").waitFor();
  expect(await page.getByText("More actions").isVisible()).toBe(false);
});

test("several orders are checked from the list, by keyboard on a phone, each with its result", async ({
  harness,
  phone,
}) => {
  const { page } = phone;
  const { shopifyUrl } = harness.sandbox;
  for (const kind of ["High fraud risk", "Not paid yet"]) await order(page, shopifyUrl, kind);
  await phone.visit(`${shopifyUrl}/store/${STORE}/orders`);
  for (const box of (await page.getByRole("checkbox", { name: /^Select #/ }).all()).slice(0, 2)) {
    await box.focus();
    await page.keyboard.press("Space");
  }
  await page.getByText("2 selected").waitFor();
  await page.getByText("More actions").focus();
  await page.keyboard.press("Enter");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  const action = actionOf(page);
  await action.getByRole("button", { name: "Refresh 2 orders" }).click();
  await action.getByText("High fraud risk").waitFor();
  await action.getByText("Not paid").waitFor();
  expect(await accessibilityViolationsOf(page)).toEqual([]);
  await action.getByRole("button", { name: "Close" }).click();
  await page.getByRole("dialog").waitFor({ state: "hidden" });
});

test("a variant's page in the admin shows its mapping and price and checks the mapping", async ({
  harness,
  desktop,
}) => {
  const { page } = desktop;
  const { shopifyUrl, goods, products } = harness.sandbox;
  await desktop.visit(`${shopifyUrl}/store/${STORE}/products/${products.shirt.id}/variants/${goods.shirt}`);
  const block = page.frameLocator(".extension-body iframe");
  await block.getByText("TEE-BLACK-M").first().waitFor();
  await block.getByText("$7.80 USD").waitFor();
  await block.getByRole("img", { name: "Front" }).waitFor();
  await block.getByRole("button", { name: "Check" }).click();
  await block.getByText("OK", { exact: true }).first().waitFor();
  expect(await accessibilityViolationsOf(page)).toEqual([]);

  await page.getByText("More actions").click();
  await page.locator(".menu-item").click();
  await actionOf(page).getByText("TEE-BLACK-M").first().waitFor();
});
