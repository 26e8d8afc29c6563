import { expect } from "vitest";
import { DEV_SHOP } from "../../sandbox/dev-shop.ts";
import { orderInput, PEOPLE } from "../../sandbox/shopify/buyers.ts";
import { browserTest } from "./browser-test.testing.ts";
import { withLostConnection } from "./lost-connection.testing.ts";
import { findFaults } from "./find-faults.testing.ts";
import { createSampleOrders, type SampleOrders } from "./sample-orders.testing.ts";
import { shown } from "./visitor.testing.ts";

const test = browserTest().extend("shop", { scope: "file" }, ({ harness }): Promise<SampleOrders> =>
  createSampleOrders(harness.sandbox),
);

test("a corrected address stands beside the one that was sent, and the message to the print service has both", async ({
  harness: { sandbox },
  shop,
  desktop,
  phone,
}) => {
  const { id } = shop.addressProblem;
  await sandbox.merchant.post("/app/api/settings", { printServiceEmail: "help@print.example" });
  await desktop.visit(`/app/orders/${id}`);
  await desktop.app.getByText("The address in Shopify is the same as the one sent.").waitFor();
  await desktop.app.getByRole("button", { name: "Send replacement…" }).click();
  await desktop.app.getByText("so the replacement goes to the same address").waitFor();
  await desktop.app.getByRole("button", { name: "Cancel" }).click();

  const edit = { shippingAddress: { address1: "9 Oak Street" } };
  await sandbox.shopify.post("edit", { shop: DEV_SHOP, order: id, edit });
  for (const { app, visit, browserErrors } of [desktop, phone]) {
    await visit(`/app/orders/${id}`);
    await app.getByText("The address was changed in Shopify").first().waitFor();
    await app.getByText("In Shopify now").waitFor();
    await app.getByText("9 Oak Street").waitFor();
    await app.getByRole("button", { name: "Message print service" }).click();
    const message = app.getByLabel("Message", { exact: true });
    await message.waitFor();
    const text = await message.inputValue();
    expect(text).toMatch(/Ship to:\n.*\n9 Oak Street/);
    expect(text).toMatch(/Address we sent:\n.*\n12 Juniper Lane/);
    expect(text).toContain("TEE-BLACK-M");
    const link = await app.getByRole("link", { name: "Email help@print.example" }).getAttribute("href");
    expect(link).toMatch(/^mailto:[^?]+\?subject=Order%20[\w-]+$/);
    await app.getByRole("button", { name: "Copy message" }).click();
    await app.getByRole("button", { name: "Copied" }).waitFor();
    await message.fill("");
    await message.press("Control+V");
    expect(await message.inputValue()).toBe(text);
    // The sandbox's frame withholds the Clipboard API, as the admin may. The browser says so, and the text is copied all the same.
    browserErrors.splice(0, Infinity, ...browserErrors.filter((line) => !line.includes("The Clipboard API has been")));
  }
});

test("what the page cannot load beside itself is missing there only, and can be loaded again", async ({
  database,
  shop,
  desktop,
}) => {
  const { app, page, browserErrors } = desktop;
  // As if nobody had seen the order yet.
  await database.query(`DELETE FROM "PriceQuote"`);
  await page.route(/\/(price|recipient)\.data/, (route) => route.abort());
  await desktop.visit(`/app/orders/${shop.addressProblem.id}`);
  await app.getByText("Shopify isn't showing the address right now.").first().waitFor();
  await app.getByText("The print service didn't return a price.").waitFor();
  await page.unroute(/\/(price|recipient)\.data/);
  await app.getByRole("button", { name: "Refresh price" }).click();
  await app.getByText("Based on standard shipping. Updated").first().waitFor();
  // A price that is known comes with the page.
  await page.route(/\/price\.data/, (route) => route.abort());
  await desktop.visit(`/app/orders/${shop.addressProblem.id}`);
  await app.getByText("Based on standard shipping. Updated").first().waitFor();
  await app.getByRole("button", { name: "Refresh price" }).click();
  await app.getByText("The price couldn't be refreshed. This is the previous price.").waitFor();
  expect(await app.getByText("Based on standard shipping. Updated").count()).toBe(1);
  await page.unroute(/\/price\.data/);
  await app.getByRole("button", { name: "Refresh price" }).click();
  await app.getByText("The price couldn't be refreshed. This is the previous price.").waitFor({ state: "detached" });
  // The browser reports each request that the test broke off.
  expect(browserErrors.splice(0).filter((error) => !error.includes("ERR_FAILED"))).toEqual([]);
});

test("a page that could not be loaded comes back by itself once it can be", async ({ shop, desktop }) => {
  const { app, page, browserErrors } = desktop;
  await desktop.visit("/app/orders");
  await page.route(/\.data/, (route) => route.abort());
  await desktop.visit(`/app/orders/${shop.addressProblem.id}`);
  await app.getByText("This page couldn't be loaded").waitFor();
  await page.unroute(/\.data/);
  await app.getByRole("button", { name: "Refresh price" }).waitFor();
  expect(browserErrors.splice(0).filter((error) => !/ERR_FAILED|Failed to fetch/.test(error))).toEqual([]);
});

test("the history names who acted, and an action with nothing left to do says so", async ({
  harness: { sandbox },
  desktop,
}) => {
  const { app, page, visit } = desktop;
  await sandbox.merchant.post("/app/api/settings", { editWindowMinutes: 30 });
  const input = orderInput(PEOPLE.unitedStates, [{ variantId: sandbox.goods.shirt }]);
  const { id } = await sandbox.shopify.post<{ id: string }>("orders", { shop: DEV_SHOP, input });
  const api = `/app/api/orders/${id}`;
  type Order = { submissions: { id: string }[] };
  const read = () => sandbox.merchant.get<Order>(api).catch(() => null);
  await expect.poll(async () => (await read())?.submissions.length, shown).toBe(1);
  await visit(`/app/orders/${id}`);
  const hold = app.getByRole("button", { name: "Put on hold" });
  await hold.waitFor();
  await withLostConnection(desktop, async () => {
    await hold.click();
    await app.getByText("Your change may not have been made.").waitFor();
  });
  // Somebody else is quicker, and this page does not show it before the click.
  const clicked = Promise.withResolvers<void>();
  await page.route(/\/app\/orders\/\d+\.data/, async (route) => {
    if (route.request().method() === "GET") await clicked.promise;
    await route.continue();
  });
  await sandbox.merchant.post(api, { action: "hold", submissionId: (await read())?.submissions[0]?.id });
  await hold.click();
  await page.getByText("No changes made").waitFor();
  clicked.resolve();
  await app.getByText("On hold").first().waitFor();
  expect(await app.getByText("This action is no longer available").isVisible()).toBe(false);
  await expect
    .poll(async () => {
      await visit(`/app/orders/${id}`);
      return app.getByText("Ana Lopez").first().isVisible();
    }, shown)
    .toBe(true);
  await sandbox.merchant.post("/app/api/settings", { editWindowMinutes: 0 });
});

test("a dialog that closes gives the focus back to what opened it", async ({ harness: { sandbox }, shop, desktop }) => {
  const { app, page, visit } = desktop;
  const opensAndReturns = async (opener: string, pressed = opener): Promise<void> => {
    await app.getByRole("button", { name: pressed, exact: true }).first().press("Enter");
    await app.getByRole("dialog").waitFor();
    await page.keyboard.press("Escape");
    await app.getByRole("dialog").waitFor({ state: "detached" });
    const button = app.getByRole("button", { name: opener, exact: true }).first();
    await expect.poll(() => button.evaluate((element) => element === document.activeElement), shown).toBe(true);
  };
  await visit(`/app/orders/${shop.addressProblem.id}`);
  await opensAndReturns("Message print service");
  await visit(`/app/orders/${shop.risky.id}`);
  await opensAndReturns("Change address or shipping…");
  await visit(`/app/products/${sandbox.products.shirt.id}`);
  // The entry of the menu is gone with the menu.
  await app.getByRole("button", { name: "More ways to map", exact: true }).press("Enter");
  await opensAndReturns("More ways to map", "Map with a rule");
  await app.getByRole("button", { name: /^Edit/ }).first().click();
  await opensAndReturns("Choose or upload file for front artwork");
});

test("an order shows its way, its customer, its next step, and a log of every call and update", async ({
  harness: { sandbox },
  shop,
  desktop,
}) => {
  const { app, page, visit } = desktop;
  await visit(`/app/orders/${shop.fulfilled.id}`);
  const way = app.getByRole("list", { name: "Progress" });
  await way.waitFor();
  expect(await way.getByRole("listitem").allInnerTexts()).toEqual([
    expect.stringContaining("Received"),
    expect.stringContaining("Sent to print"),
    expect.stringContaining("In production"),
    expect.stringContaining("Shipped"),
    expect.stringContaining("Fulfilled in Shopify"),
  ]);
  await app.getByText("12 Juniper Lane").first().waitFor();
  // Carriers and file hosts allow no frame around their pages.
  for (const name of [/^Track package /, /full image$/]) {
    const [opened] = await Promise.all([page.waitForEvent("popup"), app.getByRole("link", { name }).first().click()]);
    await opened.close();
  }
  expect(await app.getByText("Attempts to send").isVisible()).toBe(false);
  await app.getByRole("button", { name: "Technical details" }).click();
  await app.getByText("Attempts to send").waitFor();
  // A log of every call, with its answer and how long it took.
  await app.getByText(/^1\. Accepted by the print service\. \(HTTP 200, \d+\.\d s\)/).waitFor();
  await app.getByText(/^Fulfillment with tracking number .*: done\. \(\d+\.\d s\)/).waitFor();
  await app.getByText(/^Shopify: New order, processed\./).waitFor();
  await app
    .getByText(/^Print service: Tracking, processed\./)
    .first()
    .waitFor();

  const shirt = { variantId: sandbox.goods.shirt };
  const input = orderInput(PEOPLE.unitedStates, [shirt], { test: true });
  const { id } = await sandbox.shopify.post<{ id: string }>("orders", { shop: DEV_SHOP, input });
  const order = `/app/orders/${id}`;
  await expect
    .poll(() => sandbox.merchant.get(`/app/api/orders/${id}`).then(JSON.stringify, () => ""), shown)
    .toContain("test_order");
  await visit(order);
  await app.getByRole("button", { name: "Print test order…" }).waitFor();
  expect(await findFaults(desktop, [order])).toEqual([]);
});

test("a merchant finds an order by its customer, and sees where it goes and how", async ({ shop, desktop, phone }) => {
  const { app } = desktop;
  await desktop.visit("/app/orders?columns=customer,destination,shipping");
  for (const heading of ["Customer", "Destination", "Shipping method"])
    await app.getByRole("columnheader", { name: heading }).first().waitFor();
  await app.getByRole("button", { name: /search and filter/i }).click();
  const search = app.getByPlaceholder(/customer, email, city/);
  await withLostConnection(desktop, async () => {
    await search.fill("weiss");
    await app.getByText("Inkbridge couldn't be reached").waitFor();
  });
  await search.fill("weissg");
  const row = app.getByRole("row", { name: new RegExp(shop.inProduction.name) });
  await row.getByText("Jonas Weißgerber").waitFor();
  await row.getByText("Bremen, Germany").waitFor();
  await app.getByText(shop.fulfilled.name, { exact: true }).waitFor({ state: "hidden" });
  // Addresses end up in histories and logs: they show no customer, and still hold the search.
  const address = await (await desktop.appFrame())?.evaluate(() => window.location.href);
  expect(address).toContain("search=");
  expect(address?.toLowerCase()).not.toContain("weissg");
  await desktop.visit(`/app/orders${new URL(address ?? "").search}`);
  expect(await app.getByPlaceholder(/customer, email, city/).inputValue()).toBe("weissg");
  await row.getByText("Jonas Weißgerber").waitFor();

  await row.getByRole("link", { name: shop.inProduction.name }).click();
  await app.getByRole("heading", { name: `Order ${shop.inProduction.name}` }).waitFor();
  await app.getByRole("link", { name: "Orders", exact: true }).click();
  await row.getByText("Jonas Weißgerber").waitFor();
  expect(await app.getByPlaceholder(/customer, email, city/).inputValue()).toBe("weissg");

  await phone.visit("/app/orders");
  await phone.app.getByText("Jonas Weißgerber · Bremen, Germany").waitFor();
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
  await phone.app.getByText(order.name, { exact: true }).waitFor();
  const price = phone.app.getByRole("row", { name: new RegExp(shop.risky.name) }).getByText("$30.90 USD");
  expect(await price.evaluate(isInView)).toBe(true);

  await desktop.visit("/app/orders");
  const name = desktop.app.getByTitle(`Ada ${shippingAddress.lastName}`);
  await name.waitFor();
  const attention = desktop.app.getByRole("row", { name: new RegExp(shop.risky.name) }).getByText("High fraud risk");
  expect(await attention.evaluate(isInView)).toBe(true);
});

test("bulk actions can be reached on a phone, and leave alone what they don't concern", async ({ shop, phone }) => {
  const { app } = phone;
  await phone.visit("/app/orders");
  for (const { name } of [shop.unpaid, shop.submitted])
    await app.getByRole("checkbox", { name: `Select order ${name}` }).check({ force: true });
  await app.getByText("2 selected").first().waitFor();
  const frame = await phone.appFrame();
  expect(await frame?.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
  const hold = () => app.getByRole("button", { name: "Put on hold" }).first().click();
  await withLostConnection(phone, async () => {
    await hold();
    await app.getByText("Your change may not have been made.").waitFor();
  });
  await hold();
  await phone.page.getByText("1 order put on hold").waitFor();
});

test("an order that was canceled after it was sent is marked beside its state", async ({ harness, demo, desktop }) => {
  const order = await demo.buy(orderInput(PEOPLE.germany, [{ variantId: harness.sandbox.goods.shirt }]));
  await demo.waitForApp(order, "is sent", ({ submissions }) => submissions.at(-1)?.state === "submitted");
  await harness.sandbox.shopify.post("cancel", { shop: DEV_SHOP, order: order.name });
  const { app } = desktop;
  await desktop.visit("/app/orders");
  const row = app.getByRole("row", { name: new RegExp(order.name) });
  await row.getByText("Canceled", { exact: true }).waitFor();
  await row.getByText("Sent to print").waitFor();
});

test("Home counts what shipped, fulfilled in Shopify or not", async ({ shop, desktop }) => {
  const { app } = desktop;
  await desktop.visit("/app");
  await app.getByRole("link", { name: "Shipped", exact: true }).click();
  await app.getByText(shop.fulfilled.name, { exact: true }).waitFor();
});

test("a quote takes a state by its name", async ({ shop, desktop }) => {
  expect(shop.fulfilled.name).not.toBe("");
  const { app } = desktop;
  await desktop.visit("/app/quote");
  await app.getByLabel("Country").selectOption({ label: "United States" });
  await app.getByLabel("State or province").selectOption({ label: "Oregon" });
  await app.getByLabel("Print SKU", { exact: true }).first().fill("TEE-BLACK-M");
  await app.getByRole("button", { name: "Get quote" }).click();
  await app.getByText(/Standard shipping to .*OR/).waitFor();
  await withLostConnection(desktop, async () => {
    await app.getByRole("button", { name: "Refresh price" }).click();
    await app.getByText("The price couldn't be refreshed.").waitFor();
  });
});

test("a quote that doesn't reach the app keeps what was entered", async ({ desktop }) => {
  const { app } = desktop;
  await desktop.visit("/app/quote");
  await app.getByLabel("Country").selectOption({ label: "Germany" });
  const sku = app.getByLabel("Print SKU", { exact: true }).first();
  await sku.fill("TEE-BLACK-M");
  const getQuote = app.getByRole("button", { name: "Get quote" });
  const lost = app.getByText("Inkbridge couldn't be reached. Your entries are still here.");
  await withLostConnection(desktop, async () => {
    await getQuote.click();
    await lost.waitFor();
    expect(await sku.inputValue()).toBe("TEE-BLACK-M");
  });
  await getQuote.click();
  await app.getByText("Standard shipping to Germany").waitFor();
  expect(await lost.count()).toBe(0);
});
