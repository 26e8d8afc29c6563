import { expect } from "vitest";
import { DEV_SHOP } from "../../sandbox/dev-shop.ts";
import { readyMade } from "../../sandbox/shopify/buyers.ts";
import { browserTest } from "./browser-test.testing.ts";
import { findFaults } from "./find-faults.testing.ts";
import { shown } from "./visitor.testing.ts";

const test = browserTest();

const PAGE = "/app/settings/shopify";
const STORE = DEV_SHOP.split(".")[0] ?? "";

test("a merchant has orders tagged and held in Shopify, approves one there, and takes the tags away again", async ({
  harness: { sandbox },
  demo,
  desktop,
  phone,
}) => {
  const { app, page, visit } = desktop;
  const bar = page.locator("#save-bar");
  const tags = app.getByLabel("Tag orders");
  await visit(PAGE);
  expect(await tags.isDisabled()).toBe(true);
  await app.getByRole("button", { name: "Allow order editing" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Allow" }).click();
  await tags.check();
  await app.getByText("Tags: Print: needs attention, Print: waiting").waitFor();
  await app.getByLabel("Tags start with").fill("Shirts, mugs");
  await app.getByLabel("Hold orders in Shopify while they wait for you").check();
  await bar.getByRole("button", { name: "Save" }).click();
  await app.getByText("Enter up to 20 characters without a comma").waitFor();
  await app.getByLabel("Tags start with").fill("Shirts:");
  await bar.getByRole("button", { name: "Save" }).click();
  await bar.waitFor({ state: "hidden" });
  // The browser reports the refused prefix.
  desktop.browserErrors.splice(0, Infinity);

  await sandbox.merchant.post("/app/api/settings", { approval: "manual" });
  const order = await demo.buy(readyMade(sandbox.goods)["plain"] ?? { lines: [] });
  await demo.waitForShopify(order, "is tagged and on hold", ({ tags: given, fulfillmentOrders }) => {
    return given.includes("Shirts: needs attention") && fulfillmentOrders.every(({ holds }) => holds.length === 1);
  });
  await page.goto(`${sandbox.shopifyUrl}/store/${STORE}/orders/${order.id}`);
  await page.getByText("Shirts: needs attention").first().waitFor();
  await page.getByText("inkbridge.print_state").waitFor();
  const block = page.frameLocator('.extension-body iframe[title="Inkbridge order"]');
  await block.getByText("Tagged “Shirts: needs attention” by Inkbridge.").waitFor();
  await block.getByText("Inkbridge put the fulfillment on hold: Needs approval.").waitFor();
  await block.getByRole("button", { name: "Approve and send" }).click();
  await block.getByText("Sent to print").waitFor();
  await demo.waitForShopify(order, "is released", (seen) =>
    seen.fulfillmentOrders.every((fo) => fo.holds.length === 0),
  );

  for (const visitor of [desktop, phone]) {
    await visitor.visit(PAGE);
    await visitor.app.getByText("1 order has a tag.").waitFor();
    expect(await findFaults(visitor, [PAGE])).toEqual([]);
  }
  const holds = app.getByLabel("Hold orders in Shopify while they wait for you");
  await holds.uncheck();
  await app.getByRole("button", { name: "Turn off tags and remove them" }).click();
  await page.getByText("Tags are being removed").waitFor();
  await expect.poll(() => tags.isChecked(), shown).toBe(false);
  // What else was typed stays, and is saved without the tags.
  expect(await holds.isChecked()).toBe(false);
  await bar.getByRole("button", { name: "Save" }).click();
  await bar.waitFor({ state: "hidden" });
  await visit(PAGE);
  expect([await tags.isChecked(), await holds.isChecked()]).toEqual([false, false]);
});
