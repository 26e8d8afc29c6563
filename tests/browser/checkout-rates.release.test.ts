import { expect } from "vitest";
import { DEV_SHOP } from "../../sandbox/dev-shop.ts";
import { browserTest } from "./browser-test.testing.ts";
import { findFaults } from "./find-faults.testing.ts";

const test = browserTest();

const PAGE = "/app/settings/rates";

test("a merchant turns rates on, tries them, and a customer sees and chooses one at the checkout", async ({
  harness: { sandbox },
  desktop,
  phone,
}) => {
  const { app, page, visit } = desktop;
  const bar = page.locator("#save-bar");
  const setPlan = (on: boolean) =>
    fetch(`${sandbox.shopifyUrl}/_sandbox/calculated-shipping`, {
      method: "POST",
      body: JSON.stringify({ shop: DEV_SHOP, on }),
    });
  const save = async () => {
    await bar.getByRole("button", { name: "Save" }).click();
    await bar.waitFor({ state: "hidden" });
  };

  await visit("/app/settings");
  await app.getByRole("link", { name: /^Rates at checkout/ }).click();
  await app.getByText("Shopify hasn't asked for rates in the last 24 hours.").waitFor();
  expect(await app.getByLabel("Give Shopify shipping rates").isDisabled()).toBe(true);
  await app.getByRole("button", { name: "Allow access" }).click();
  await page.getByRole("button", { name: "Allow", exact: true }).click();
  await page.getByText("Access granted. You can turn rates on.").waitFor();

  // What is wrong stands beside its field.
  await app.getByLabel("Give Shopify shipping rates").click();
  await app.getByRole("button", { name: "Add zone" }).click();
  await app.getByLabel("Countries").fill("Germany");
  await app.getByLabel("First item").fill("free");
  await bar.getByRole("button", { name: "Save" }).click();
  await app.getByText("Enter two-letter country codes with commas, such as US, CA.").waitFor();
  await app.getByText("Enter an amount from 0 to 9,999,999.99, such as 4.90.").waitFor();
  desktop.browserErrors.splice(0, Infinity);
  await app.getByLabel("Countries").fill("");
  await app.getByLabel("First item").fill("8.00");
  await app.getByLabel("Each further item").fill("1.50");
  await app.getByLabel("Rounding").selectOption({ label: "Up to the next .99" });
  await app.getByLabel("Offer United States: Express").click();
  await app.getByLabel("Surcharge, United States: Express").fill("10");

  await setPlan(false);
  await save();
  await app.getByText("Your Shopify plan doesn't include rates from apps").waitFor();
  await setPlan(true);
  await app.getByRole("button", { name: "Check again" }).click();
  await app.getByText("On", { exact: true }).waitFor();

  await app.getByRole("button", { name: "Show rates" }).click();
  await app.getByText("Select a product.").waitFor();
  await app.getByLabel("Product").selectOption({ index: 1 });
  await app.getByRole("combobox", { name: "Country" }).selectOption("US");
  await app.getByRole("button", { name: "Show rates" }).click();
  await app.getByText("From the print service's price, asked").waitFor();
  await app.getByText("$4.99 USD").waitFor();
  await app.getByText("$14.99 USD").waitFor();
  // Rates of another basket are no rates of this one.
  await app.getByLabel("Add an item that isn't printed").click();
  expect(await app.getByText("$14.99 USD").count()).toBe(0);
  await app.getByRole("button", { name: "Show rates" }).click();
  await app.getByText("No rates: the cart has items that aren't printed.").waitFor();

  for (const visitor of [desktop, phone]) {
    await visitor.visit("/app");
    await visitor.visit(PAGE);
    expect(await findFaults(visitor, [PAGE])).toEqual([]);
  }

  const store = `${sandbox.shopifyUrl}/storefront/${DEV_SHOP.split(".")[0]}`;
  await page.goto(store);
  await page.getByRole("button", { name: "Check out: Fox mug" }).click();
  await page.getByText("Rates of an app").waitFor();
  await page.getByText("Standard", { exact: true }).waitFor();
  await page.getByRole("radio", { name: "Express" }).check();
  await page.getByRole("button", { name: "Pay now" }).click();
  await page.getByText("Shipping: Express").waitFor();

  await visit(PAGE);
  await app.getByText("1 request").first().waitFor();
  await app.getByLabel("Give Shopify shipping rates").click();
  await save();
  await app.getByText("Off", { exact: true }).waitFor();
  await page.goto(`${store}`);
  await page.getByRole("button", { name: "Check out: Fox mug" }).click();
  await page.getByText("The store's own rate").waitFor();
});
