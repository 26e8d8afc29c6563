import type { Frame, FrameLocator, Page } from "playwright-core";
import { expect } from "vitest";
import { DEV_SHOP } from "../../sandbox/dev-shop.ts";
import { orderInput, PEOPLE } from "../../sandbox/shopify/buyers.ts";
import type { Order } from "../../sandbox/shopify/model.ts";
import { findAccessibilityViolations } from "./axe.testing.ts";
import { browserTest } from "./browser-test.testing.ts";

const test = browserTest();
const STORE = DEV_SHOP.split(".")[0] ?? "";
const shown = { timeout: 20_000 };

/** What the app shows on a page of the admin. */
const blockOf = (page: Page, title: string) => page.frameLocator(`.extension-body iframe[title="${title}"]`);

/** The action that stands over the page. */
const actionOf = (page: Page): FrameLocator => page.frameLocator(".dialog iframe");

/** A frame that is being put away may never answer: it has gone by the next look. */
async function accessibilityViolationsOf(page: Page): Promise<string[]> {
  for (let looks = 0; ; looks += 1) {
    const found = await Promise.all(
      page.frames().map((frame) => Promise.race([findAccessibilityViolations(frame), silence(frame)])),
    );
    if (looks === 2 || !found.includes(null)) return found.flatMap((one) => one ?? ["a frame that does not answer"]);
  }
}

const silence = (frame: Frame): Promise<null> =>
  frame
    .page()
    .waitForTimeout(15_000)
    .then(() => null);

/** A buyer orders, and the merchant opens the order in the admin. Answers with its name, e.g. `#1001`. */
async function order(page: Page, shopifyUrl: string, kind: string): Promise<string> {
  await page.goto(`${shopifyUrl}/storefront/${STORE}`);
  await page.getByRole("button", { name: `Place this order: ${kind}` }).click();
  await page.getByRole("link", { name: "View in admin" }).click();
  return (await page.getByRole("heading", { level: 1, name: /^#\d+$/ }).textContent()) ?? "";
}

test("the order's page in the admin says where it stands and what it costs", async ({ harness, desktop }) => {
  const { page } = desktop;
  const name = await order(page, harness.sandbox.shopifyUrl, "High fraud risk");
  const block = blockOf(page, "Print order");
  await block.getByText("High fraud risk").first().waitFor(shown);
  await block.getByText("$12.29 USD").waitFor(shown);

  await block.getByRole("button", { name: "Approve and send" }).click();
  await block.getByText("Sent to print").waitFor(shown);
  await block.getByRole("link", { name: "Open in Inkbridge" }).click();
  await desktop.app.getByRole("heading", { name: `Order ${name}` }).waitFor(shown);
});

test("an order is held in the modal of the admin, and the block knows", async ({ harness, desktop }) => {
  const { page } = desktop;
  await order(page, harness.sandbox.shopifyUrl, "High fraud risk");
  await page.getByText("More actions").click(shown);
  await page.getByRole("button", { name: "Print order", exact: true }).first().click();
  const action = actionOf(page);
  await action.getByRole("button", { name: "Put on hold" }).click(shown);
  await action.getByText("On hold", { exact: true }).first().waitFor(shown);
  expect(await accessibilityViolationsOf(page)).toEqual([]);

  await page.keyboard.press("Escape");
  await page.getByRole("dialog").waitFor({ state: "hidden" });
  await blockOf(page, "Print order").getByText("On hold", { exact: true }).first().waitFor(shown);
});

test("an order without anything to print is offered no action", async ({ harness, desktop }) => {
  const { shopify, shopifyUrl, goods } = harness.sandbox;
  const input = orderInput(PEOPLE.unitedStates, [{ variantId: goods.candle }]);
  const { id } = await shopify.post<Order>("orders", { shop: DEV_SHOP, input });
  const { page } = desktop;
  const applied = page.waitForResponse((answer) => answer.url().endsWith("/applies") && answer.ok());
  await page.goto(`${shopifyUrl}/store/${STORE}/orders/${id}`);
  await applied;
  await blockOf(page, "Print order").getByText("Nothing of this order goes to print.").waitFor(shown);
  expect(await page.getByText("More actions").isVisible()).toBe(false);
});

test("several orders are checked from the list, by keyboard on a phone, and each has its result", async ({
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
  await action.getByRole("button", { name: "Check 2 orders" }).click(shown);
  await action.getByText("High fraud risk").waitFor(shown);
  await action.getByText("Not paid").waitFor(shown);
  expect(await accessibilityViolationsOf(page)).toEqual([]);
  await action.getByRole("button", { name: "Close" }).click();
  await page.getByRole("dialog").waitFor({ state: "hidden" });
});

test("a variant's page in the admin says what it prints as, what that costs, and checks it", async ({
  harness,
  desktop,
}) => {
  const { page } = desktop;
  const { shopifyUrl, goods, products } = harness.sandbox;
  await desktop.visit(`${shopifyUrl}/store/${STORE}/products/${products.shirt.id}/variants/${goods.shirt}`);
  const block = page.frameLocator(".extension-body iframe");
  await block.getByText("TEE-BLACK-M").first().waitFor(shown);
  await block.getByText("$7.80 USD").waitFor(shown);
  await block.getByRole("img", { name: "Front" }).waitFor(shown);
  await block.getByRole("button", { name: "Check" }).click();
  await block.getByText("Fine", { exact: true }).first().waitFor(shown);
  expect(await accessibilityViolationsOf(page)).toEqual([]);

  await page.getByText("More actions").click();
  await page.locator(".menu-item").click();
  await actionOf(page).getByText("TEE-BLACK-M").first().waitFor(shown);
});
