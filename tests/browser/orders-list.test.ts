import { expect } from "vitest";
import { DEV_SHOP } from "../../sandbox/dev-shop.ts";
import { orderInput, PEOPLE } from "../../sandbox/shopify/buyers.ts";
import { browserTest } from "./browser-test.testing.ts";
import { withLostConnection } from "./lost-connection.testing.ts";
import { createSampleOrders, type SampleOrders } from "./sample-orders.testing.ts";

const test = browserTest().extend("shop", { scope: "file" }, ({ harness }): Promise<SampleOrders> =>
  createSampleOrders(harness.sandbox),
);

const shown = { timeout: 30_000 };

test("a merchant finds an order by its customer, and sees where it goes and how", async ({ shop, desktop, phone }) => {
  const { app } = desktop;
  await desktop.visit("/app/orders");
  for (const heading of ["Customer", "Destination", "Shipping method"])
    await app.getByRole("columnheader", { name: heading }).first().waitFor(shown);
  await app.getByRole("button", { name: /search and filter/i }).click();
  const search = app.getByPlaceholder(/customer, email, city/);
  await withLostConnection(desktop, async () => {
    await search.fill("weiss");
    await app.getByText("Inkbridge couldn't be reached").waitFor(shown);
  });
  await search.fill("weissg");
  const row = app.getByRole("row", { name: new RegExp(shop.inProduction.name) });
  await row.getByText("Jonas Weißgerber").waitFor(shown);
  await row.getByText("Bremen, Germany").waitFor(shown);
  await app.getByText(shop.fulfilled.name, { exact: true }).waitFor({ ...shown, state: "hidden" });
  // Addresses end up in histories and logs: they show no customer, and still hold the search.
  const address = await (await desktop.appFrame())?.evaluate(() => window.location.href);
  expect(address).toContain("search=");
  expect(address?.toLowerCase()).not.toContain("weissg");
  await desktop.visit(`/app/orders${new URL(address ?? "").search}`);
  expect(await app.getByPlaceholder(/customer, email, city/).inputValue()).toBe("weissg");
  await row.getByText("Jonas Weißgerber").waitFor(shown);

  await phone.visit("/app/orders");
  await phone.app.getByText("Jonas Weißgerber · Bremen, Germany").waitFor(shown);
});

test("a long word of one order moves nothing of the others out of sight", async ({
  harness,
  demo,
  shop,
  desktop,
  phone,
}) => {
  const { unitedStates } = PEOPLE;
  const shippingAddress = {
    ...unitedStates.shippingAddress,
    lastName: "Wolfeschlegelstein".repeat(5),
    city: "Llanfair".repeat(15),
  };
  const order = await demo.buy(
    orderInput({ ...unitedStates, shippingAddress }, [{ variantId: harness.sandbox.goods.candle }]),
  );
  await demo.waitForApp(order, "is received", () => true);
  const isInView = (element: Element) => element.getBoundingClientRect().right <= window.innerWidth;

  await phone.visit("/app/orders");
  await phone.app.getByText(order.name, { exact: true }).waitFor(shown);
  const price = phone.app.getByRole("row", { name: new RegExp(shop.risky.name) }).getByText("$30.90 USD");
  expect(await price.evaluate(isInView)).toBe(true);

  await desktop.visit("/app/orders");
  const name = desktop.app.getByTitle(`Ada ${shippingAddress.lastName}`);
  await name.waitFor(shown);
  const attention = desktop.app.getByRole("row", { name: new RegExp(shop.risky.name) }).getByText("High fraud risk");
  expect(await attention.evaluate(isInView)).toBe(true);
});

test("bulk actions can be reached on a phone, and an order that was sent already is no failure", async ({
  shop,
  phone,
}) => {
  const { app } = phone;
  await phone.visit("/app/orders");
  for (const { name } of [shop.fulfilled, shop.submitted])
    await app.getByRole("checkbox", { name: `Select order ${name}` }).check({ force: true, ...shown });
  await app.getByText("2 selected").first().waitFor(shown);
  const frame = await phone.appFrame();
  expect(await frame?.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
  const approve = async () => {
    await app.getByRole("button", { name: "Approve and send" }).first().click(shown);
    await app.getByRole("button", { name: "Approve 2 orders" }).click(shown);
  };
  await withLostConnection(phone, async () => {
    await approve();
    await app.getByText("Your change may not have been made.").waitFor(shown);
  });
  await approve();
  await app.getByText("2 orders didn't need this").waitFor(shown);
  await app.getByText("Already sent to the print service (2 orders)").waitFor(shown);
});

test("an order that was canceled after it was sent is marked beside its state", async ({ harness, shop, desktop }) => {
  await harness.sandbox.shopify.post("cancel", { shop: DEV_SHOP, order: shop.submitted.name });
  const { app } = desktop;
  await desktop.visit("/app/orders");
  const row = app.getByRole("row", { name: new RegExp(shop.submitted.name) });
  await row.getByText("Canceled", { exact: true }).waitFor(shown);
  await row.getByText("Sent to print").waitFor(shown);
});

test("Home counts what shipped, fulfilled in Shopify or not", async ({ shop, desktop }) => {
  const { app } = desktop;
  await desktop.visit("/app");
  await app.getByRole("link", { name: "Shipped", exact: true }).click(shown);
  await app.getByText(shop.fulfilled.name, { exact: true }).waitFor(shown);
});

test("a quote takes a state by its name", async ({ shop, desktop }) => {
  expect(shop.fulfilled.name).not.toBe("");
  const { app } = desktop;
  await desktop.visit("/app/quote");
  await app.getByLabel("Country").selectOption({ label: "United States" }, shown);
  await app.getByLabel("State or province").selectOption({ label: "Oregon" }, shown);
  await app.getByLabel("Print SKU").first().fill("TEE-BLACK-M");
  await app.getByRole("button", { name: "Get quote" }).click();
  await app.getByText(/Standard shipping to .*OR/).waitFor(shown);
  await withLostConnection(desktop, async () => {
    await app.getByRole("button", { name: "Refresh price" }).click();
    await app.getByText("The price couldn't be refreshed.").waitFor(shown);
  });
});

test("a quote that doesn't reach the app keeps what was entered", async ({ desktop }) => {
  const { app } = desktop;
  await desktop.visit("/app/quote");
  await app.getByLabel("Country").selectOption({ label: "Germany" }, shown);
  const sku = app.getByLabel("Print SKU").first();
  await sku.fill("TEE-BLACK-M");
  const getQuote = app.getByRole("button", { name: "Get quote" });
  const lost = app.getByText("Inkbridge couldn't be reached. Your entries are still here.");
  await withLostConnection(desktop, async () => {
    await getQuote.click();
    await lost.waitFor(shown);
    expect(await sku.inputValue()).toBe("TEE-BLACK-M");
  });
  await getQuote.click();
  await app.getByText("Standard shipping to Germany").waitFor(shown);
  expect(await lost.count()).toBe(0);
});
