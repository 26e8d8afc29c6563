import sharp from "sharp";
import { expect } from "vitest";
import type { Demo } from "../../sandbox/demo/demo.ts";
import { DEV_SHOP } from "../../sandbox/dev-shop.ts";
import { orderInput, PEOPLE, readyMade } from "../../sandbox/shopify/buyers.ts";
import { shopSettings } from "../../app/settings/settings.ts";
import { until } from "../support/until.ts";
import { bodies, buy, openHeld, printedBody, printedItems, type Bought } from "./bought-order.testing.ts";
import { browserTest } from "./browser-test.testing.ts";
import { withLostConnection } from "./lost-connection.testing.ts";
import { shown, type Visitor } from "./visitor.testing.ts";

const test = browserTest();

test("a quantity can be typed anew, and what is wrong with a previewed change shows beside its field", async ({
  harness,
  demo,
  desktop,
}) => {
  const { app } = desktop;
  const order = await buy(desktop, harness.sandbox, "Place this order: With an engraving");
  await openHeld(desktop, demo, order, "details_unused");
  const dialog = app.getByRole("dialog");
  await app
    .getByRole("button", { name: /^Change item…/ })
    .first()
    .click();
  const quantity = dialog.getByLabel("Quantity to print");
  await quantity.fill("");
  await dialog.getByText("Enter a whole number from 1 to 1.").waitFor();
  expect(await dialog.getByRole("button", { name: "Preview" }).isDisabled()).toBe(true);
  await quantity.pressSequentially("1");
  await dialog.getByText("Enter a whole number").waitFor({ state: "hidden" });
  await dialog.getByRole("button", { name: "Close" }).last().click();

  await withLostConnection(
    desktop,
    async () => {
      await app.getByRole("button", { name: "Change address or shipping…" }).click();
      await dialog.getByText("Shopify can't be read right now.").waitFor();
    },
    /\/changes\.data/,
  );
  await dialog.getByRole("button", { name: "Try again" }).click();
  await dialog.getByLabel("Reason").fill("The customer called.");
  const street = dialog.getByLabel("Address", { exact: true });
  await street.fill("");
  await dialog.getByLabel("Reason").focus();
  await dialog.getByRole("button", { name: "Preview" }).click();
  // Beside a field that may be out of sight.
  await dialog.getByText("Enter a value.").waitFor();
  await expect.poll(() => street.evaluate((field) => field === document.activeElement), shown).toBe(true);
  await street.fill("20 Elm Street");
  await withLostConnection(desktop, async () => {
    // A refresh that fails would replace the page.
    await (await desktop.appFrame())?.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
    await dialog.getByRole("button", { name: "Preview" }).click();
    // It stands above fields that are scrolled out of sight.
    const message = dialog.getByText("Your entries are still here.");
    await message.waitFor();
    await expect.poll(() => message.evaluate(isInView), shown).toBe(true);
  });
  await dialog.getByRole("button", { name: "Preview" }).click();
  const save = dialog.getByRole("button", { name: "Save change" });
  await save.waitFor();
  // The customer is quicker: nothing is left to change.
  await demo.edit({ ...order, expectedProviderOrders: 0 }, { shippingAddress: { address1: "20 Elm Street" } });
  await save.click();
  await dialog.getByText("Change at least one value.").waitFor();
  expect(await dialog.getByLabel("Reason").inputValue()).toBe("The customer called.");
});

const isInView = (element: Element): boolean => {
  const { top, bottom } = element.getBoundingClientRect();
  return (
    top >= 0 && bottom <= window.innerHeight && element.contains(document.elementFromPoint(innerWidth / 2, top + 1))
  );
};

/** An order whose street staff has changed, and the customer since. */
async function outdatedChange(visitor: Visitor, demo: Demo, order: Bought): Promise<void> {
  const { app } = visitor;
  await openHeld(visitor, demo, order, "details_unused");
  await app.getByRole("button", { name: "Change address or shipping…" }).click();
  const dialog = app.getByRole("dialog");
  await dialog.getByLabel("Address", { exact: true }).fill("14 Juniper Lane");
  await dialog.getByLabel("Reason").fill("The customer called.");
  await dialog.getByRole("button", { name: "Preview" }).click();
  await dialog.getByRole("button", { name: "Save change" }).click();
  await dialog.waitFor({ state: "hidden" });
  const placed = { ...order, expectedProviderOrders: 0 };
  await demo.edit(placed, { shippingAddress: { address1: "20 Elm Street" } });
  await openHeld(visitor, demo, order, "change_outdated");
  await app.getByRole("button", { name: "Compare and decide…" }).click();
  for (const street of ["20 Elm Street", "14 Juniper Lane"]) await dialog.getByText(street).first().waitFor();
}

test.for([
  ["Keep change", "Change kept", "14 Juniper Lane"],
  ["Withdraw change", "Change withdrawn", "20 Elm Street"],
] as const)(
  "a change that is outdated in Shopify holds the order: %s",
  async ([button, toast, street], { harness, demo, desktop }) => {
    const order = await buy(desktop, harness.sandbox, "Place this order: With an engraving");
    await outdatedChange(desktop, demo, order);
    await desktop.app.getByRole("dialog").getByRole("button", { name: button }).click();
    await desktop.page.getByText(toast).waitFor();
    expect(await bodies(demo, order)).toEqual([]);
    await desktop.app.getByRole("button", { name: "Print without text" }).first().click();
    expect(await printedBody(demo, order)).toMatchObject({ shipping_address1: street });
  },
);

test("a merchant who reinstalls sees how many orders were placed meanwhile, and that nothing prints them automatically", async ({
  harness: { sandbox },
  database,
  demo,
  desktop: { page, app },
}) => {
  await sandbox.shopify.post("uninstall", { shop: DEV_SHOP });
  const isUninstalled = `SELECT 1 FROM "Shop" WHERE "uninstalledAt" IS NOT NULL`;
  await until("the app is uninstalled", async () => (await database.query(isUninstalled)).rowCount === 1);
  const { plain, germany } = readyMade(sandbox.goods);
  const orders = [await demo.buy(plain ?? expect.unreachable()), await demo.buy(germany ?? expect.unreachable())];
  await page.goto(`${sandbox.shopifyUrl}/`);
  await page.getByRole("button", { name: "Install Inkbridge" }).click();
  await app.getByText("2 orders were placed while Inkbridge was uninstalled").waitFor();
  await app.getByText("Orders from that time aren't sent to print automatically.").waitFor();
  await app.getByRole("link", { name: "Review orders" }).click();
  for (const { name } of orders)
    await app
      .getByRole("row", { name: new RegExp(name) })
      .getByText("Before start date")
      .waitFor();
  for (const order of orders) expect(await bodies(demo, order)).toEqual([]);
});

test("an order whose artwork was replaced waits until staff uses the new file", async ({ harness, demo, desktop }) => {
  const { shopify, products } = harness.sandbox;
  const before = await buy(desktop, harness.sandbox, "Place this order: Standard order");
  expect(await printedItems(demo, before)).toHaveLength(2);
  const newFile = sharp({ create: { width: 1500, height: 1500, channels: 3, background: "#a02020" } });
  const base64 = (await newFile.jpeg().toBuffer()).toString("base64");
  await shopify.post("print-files", { link: "https://cdn.shopify.com/artwork/fox-mug.png", base64 });
  const order = await buy(desktop, harness.sandbox, "Place this order: Standard order");
  await openHeld(desktop, demo, order, "artwork_changed");
  await desktop.app.getByText("Replaced files: front.").waitFor();
  await desktop.visit(`/app/products/${products.mug.id}`);
  await desktop.app.getByText("The front artwork was replaced since you mapped the variant").waitFor();
  await desktop.app.getByText("The image has no transparent background.").waitFor();
  await desktop.app.getByRole("button", { name: /^Use new file/ }).click();
  await desktop.page.getByText("New file is used").waitFor();
  expect(await printedItems(demo, order)).toHaveLength(2);
});

test("a postal code of another state holds an order where the merchant wants that, and the form offers the right state", async ({
  harness: { sandbox },
  demo,
  desktop,
}) => {
  const { app, page, visit } = desktop;
  await visit("/app/settings/shipping#addresses");
  await app.getByLabel("Postal code is in another state or province").selectOption({ label: "Hold the order" });
  await page.locator("#save-bar").getByRole("button", { name: "Save" }).click();
  await page.getByText("Settings saved").waitFor();
  const { unitedStates } = PEOPLE;
  const shippingAddress = {
    ...unitedStates.shippingAddress,
    ...{ province: "Kentucky", provinceCode: "KY", address1: "Juniper Lane" },
  };
  const order = await demo.buy(orderInput({ ...unitedStates, shippingAddress }, [{ variantId: sandbox.goods.shirt }]));
  await openHeld(desktop, demo, order, "address_doubtful");
  await app.getByText("The postal code belongs to another state or province.").waitFor();
  await app.getByText("The street has no house number.").waitFor();
  await app.getByRole("button", { name: "Change address or shipping…" }).first().click();
  const dialog = app.getByRole("dialog");
  await dialog.getByText("The street has no house number.").waitFor();
  await dialog.getByRole("button", { name: "Change state to Oregon" }).click();
  await dialog.getByText("The postal code belongs to another state or province.").waitFor({ state: "hidden" });
  await dialog.getByRole("button", { name: "Preview" }).click();
  await dialog.getByText("The address may be wrong:").waitFor();
  await dialog.getByText("The street has no house number.").waitFor();
  await dialog.getByRole("button", { name: "Save and send" }).click();
  expect(await printedBody(demo, order)).toMatchObject({ shipping_address1: "Juniper Lane" });
  await sandbox.merchant.post("/app/api/settings", { addressChecks: shopSettings.parse({}).addressChecks });
});
