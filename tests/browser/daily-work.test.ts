import { expect } from "vitest";
import type { Demo, PlacedOrder } from "../../sandbox/demo/demo.ts";
import { DEV_SHOP } from "../../sandbox/dev-shop.ts";
import { readyMade } from "../../sandbox/shopify/buyers.ts";
import { bodies, openHeld, printedBody, printedItems } from "./bought-order.testing.ts";
import { browserTest } from "./browser-test.testing.ts";
import { findFaults } from "./find-faults.testing.ts";
import { withLostConnection } from "./lost-connection.testing.ts";
import { shown } from "./visitor.testing.ts";

// What a merchant does every day, in one store and one tab: each test has orders or a variant of its own.
const test = browserTest({ keepTab: true });
const ARTWORK = "https://cdn.shopify.com/artwork/fox-front.png";
const isJuniper = (address: { address1?: string | null } | null) => address?.address1 === "14 Juniper Lane";

const place = (demo: Demo, kind: string): Promise<PlacedOrder> =>
  demo.buy(readyMade(demo.goods)[kind] ?? expect.unreachable());

/** The time that it is in so many hours on the clock of the store, in New York. */
const clockTime = (hours: number): string =>
  new Intl.DateTimeFormat("en-US", {
    ...{ timeZone: "America/New_York", hour: "2-digit", minute: "2-digit", hourCycle: "h23" },
  } as const).format(Date.now() + hours * 3_600_000);

/** Waits until the app holds the order for this reason. */
const untilHeld = (demo: Demo, order: PlacedOrder, code: string) =>
  demo.waitForApp(order, `is held: ${code}`, ({ reasons }) => reasons.some((reason) => reason.code === code));

test("staff corrects the address and writes the note, and just that is printed", async ({ demo, desktop }) => {
  const { app, page } = desktop;
  const order = await place(demo, "engraved");
  await openHeld(desktop, demo, order, "details_unused");

  // The address: a mistake shows beside its field. The scope that saves the address in Shopify is granted at the checkbox.
  // Over a slow connection: a refresh of the page, begun before, ends before the dialog has what it loads.
  const isRefresh = (url: URL) => url.pathname === `/app/orders/${order.id}.data`;
  const [refreshing, opened] = [
    page.waitForRequest((request) => isRefresh(new URL(request.url()))),
    page.waitForRequest(/\/changes/),
  ];
  const refreshed = page.waitForResponse((answer) => isRefresh(new URL(answer.url())));
  await page.route(isRefresh, (route) => opened.then(() => route.continue()));
  await page.route(/%2Fchanges|\/changes/, (route) => refreshed.then(() => route.continue()));
  await refreshing;
  await app.getByRole("button", { name: "Change address or shipping…" }).click();
  const dialog = app.getByRole("dialog");
  await dialog.getByText("Inkbridge isn't allowed to edit orders").waitFor();
  await dialog.getByRole("button", { name: "Allow editing orders" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Allow", exact: true }).click();
  await dialog.getByLabel("Also save the address and contact in Shopify").check();
  await dialog.getByLabel("Address", { exact: true }).fill("");
  await dialog.getByRole("button", { name: "Preview" }).click();
  await dialog.getByText("Enter a value.").first().waitFor();
  await dialog.getByLabel("Address", { exact: true }).fill("14 Juniper Lane");
  await dialog.getByLabel("Shipping method").selectOption("Ground");
  await dialog.getByLabel("Reason").fill("The customer called.");
  await dialog.getByRole("button", { name: "Preview" }).click();
  await dialog.getByText("This is what's sent to print").or(dialog.getByText("isn't complete yet")).waitFor();
  expect(await bodies(demo, order)).toEqual([]);
  await dialog.getByRole("button", { name: "Save change" }).click();
  await dialog.waitFor({ state: "hidden" });
  await app.getByText("“The customer called.”").first().waitFor();
  await demo.waitForShopify(order, "has the new street", ({ shippingAddress }) => isJuniper(shippingAddress));

  // The note: the customer's text is added to it, and saving it alone approves nothing.
  await app.getByRole("button", { name: /^Add text to print note…/ }).click();
  await dialog.getByText("For Bob").first().waitFor();
  const note = dialog.getByLabel("Print note");
  expect(await note.inputValue()).toBe("Engraving: For Bob");
  await note.fill("Engrave: For Bob");
  await dialog.getByLabel("Reason").fill("No rule uses the engraving.");
  await dialog.getByRole("button", { name: "Preview" }).click();
  await dialog.getByText("This is what's sent to print").waitFor();
  await dialog.getByRole("button", { name: "Save change" }).waitFor();
  await dialog.getByRole("button", { name: "Save and approve" }).click();
  expect(await printedBody(demo, order)).toMatchObject({
    shipping_address1: "14 Juniper Lane",
    method: 2,
    order_items: [{ item_sku: "TEE-BLACK-M", variant_note: "Engrave: For Bob" }],
  });
});

test("a personalized item is printed with the text that staff saw and approved", async ({ demo, desktop }) => {
  const order = await place(demo, "personalized");
  await openHeld(desktop, demo, order, "personalization_review");
  await desktop.app.getByText("“Back: Captain Fig”").first().waitFor();
  await desktop.app.getByRole("button", { name: "Approve and send" }).click();
  expect(await printedItems(demo, order)).toMatchObject([
    { item_sku: "TEE-BLACK-M", variant_note: "Back: Captain Fig" },
  ]);
});

test("held orders are approved at once on a phone, and no approval is lost with the connection", async ({
  harness,
  demo,
  phone,
}) => {
  const { app } = phone;
  await harness.sandbox.merchant.post("/app/api/settings", { approval: "manual" });
  const orders = [await place(demo, "plain"), await place(demo, "plain")];
  for (const order of orders) await untilHeld(demo, order, "awaiting_approval");
  await phone.visit("/app/orders");
  for (const { name } of orders)
    await app.getByRole("checkbox", { name: `Select order ${name}` }).check({ force: true });
  await app.getByText("2 selected").first().waitFor();
  const frame = await phone.appFrame();
  expect(await frame?.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
  const approve = async () => {
    await app.getByRole("button", { name: "Approve", exact: true }).first().click();
    await app.getByRole("button", { name: "Approve 2 orders" }).click();
  };
  await withLostConnection(phone, async () => {
    await approve();
    await app.getByText("Your change may not have been made.").waitFor();
  });
  for (const order of orders) expect(await bodies(demo, order)).toEqual([]);
  await approve();
  for (const order of orders) expect(await printedItems(demo, order)).toMatchObject([{ item_sku: "TEE-BLACK-M" }, {}]);
  await harness.sandbox.merchant.post("/app/api/settings", { approval: "automatic" });
});

test("a merchant finds an order by its customer, whom the address does not name", async ({ demo, desktop }) => {
  const { app } = desktop;
  const [german, other] = [await place(demo, "germany"), await place(demo, "risky")];
  await untilHeld(demo, other, "risk_high");
  await demo.waitForApp(german, "is received", () => true);
  await desktop.visit("/app/orders");
  await app.getByText(other.name, { exact: true }).waitFor();
  await app.getByRole("button", { name: /search and filter/i }).click();
  await app.getByPlaceholder(/customer, email, city/).fill("weissg");
  const row = app.getByRole("row", { name: new RegExp(german.name) });
  await row.getByText("Jonas Weißgerber").waitFor();
  await row.getByText("Bremen, Germany").waitFor();
  await app.getByText(other.name, { exact: true }).waitFor({ state: "hidden" });
  const address = await (await desktop.appFrame())?.evaluate(() => window.location.href);
  expect(address).toContain("search=");
  expect(address?.toLowerCase()).not.toContain("weissg");
});

test("an order's page in the admin shows status and price, and approves the order", async ({
  harness: { sandbox },
  demo,
  desktop,
}) => {
  const { page, app } = desktop;
  const order = await place(demo, "risky");
  await untilHeld(demo, order, "risk_high");
  await desktop.visit(`${sandbox.shopifyUrl}/store/${DEV_SHOP.split(".")[0]}/orders/${order.id}`);
  const block = page.frameLocator('.extension-body iframe[title="Inkbridge order"]');
  await block.getByText("High fraud risk").first().waitFor();
  await block.getByText("$12.29 USD").waitFor();
  await block.getByRole("button", { name: "Approve and send" }).click();
  await block.getByText("Sent to print").waitFor();
  expect(await printedItems(demo, order)).toHaveLength(1);
  await block.getByRole("link", { name: "Open in Inkbridge" }).click();
  await app.getByRole("heading", { name: `Order ${order.name}` }).waitFor();
});

test("a merchant maps a variant in the table, and a wrong SKU is rejected beside its row", async ({ desktop }) => {
  const { app, page } = desktop;
  const save = () => page.locator("#save-bar").getByRole("button", { name: "Save" }).click();
  await desktop.visit("/app/products/variants?query=poster");
  const sku = app.getByLabel(/^Print SKU of Fox poster/);
  await sku.fill("NO-SUCH-SKU");
  await app.getByLabel(/^Front artwork of Fox poster/).fill(ARTWORK);
  await save();
  const row = app.getByRole("row").filter({ hasText: "Fox poster" });
  await row.getByText("The print service rejected this SKU").waitFor();
  await sku.fill("TEE-BLACK-M");
  await save();
  await page.getByText("1 mapping saved").waitFor();
  await row.getByText("Mapped", { exact: true }).waitFor();
});

test("a wrong setting is marked beside its field", async ({ desktop: { app, page, visit, browserErrors } }) => {
  const bar = page.locator("#save-bar");
  await visit("/app/settings");
  await app.getByRole("link", { name: /^Artwork/ }).click();
  await app.getByLabel("Front metafield").fill("nonsense");
  await bar.getByRole("button", { name: "Save" }).click();
  await app.getByText("Use the format namespace.key").waitFor();
  // The browser reports the app's answer to that.
  expect(browserErrors.splice(0)).toEqual([expect.stringContaining("status of 422")]);
  await app.getByLabel("Front metafield").fill("");
  await bar.waitFor({ state: "hidden" });
});

test("orders wait for the daily sending time with a countdown, and one is sent before", async ({
  harness: { sandbox },
  demo,
  desktop: { app, page, visit },
}) => {
  await visit("/app/settings/sending");
  await app.getByRole("radio", { name: "At set times" }).check({ force: true });
  await app.getByLabel("Sending time", { exact: true }).fill(clockTime(6));
  await page.locator("#save-bar").getByRole("button", { name: "Save" }).click();
  await page.getByText("Settings saved").waitFor();
  const order = await place(demo, "plain");
  await demo.waitForApp({ ...order, expectedProviderOrders: 0 }, "waits", ({ submissions }) => submissions.length > 0);
  await visit(`/app/orders/${order.id}`);
  await app.getByText(/^Goes to print in \d+ hours, (today|tomorrow) at \d+:\d\d (am|pm) E[SD]T\.$/).waitFor();
  expect(await bodies(demo, order)).toEqual([]);
  await app.getByRole("button", { name: "Send now" }).click();
  await app.getByRole("dialog").getByRole("button", { name: "Send now" }).click();
  expect(await printedItems(demo, order)).toMatchObject([{ item_sku: "TEE-BLACK-M" }, {}]);
  await sandbox.merchant.post("/app/api/settings", { sending: { mode: "continuous" } });
});

test("sending is paused from Home: a banner counts the orders that wait, and they are sent once it is resumed", async ({
  demo,
  desktop: { app, page, visit, browserErrors },
}) => {
  await visit("/app");
  await app.getByRole("button", { name: "Pause sending" }).click();
  const dialog = app.getByRole("dialog");
  await dialog.getByRole("radio", { name: "Until a date and time" }).check({ force: true });
  await dialog.getByRole("button", { name: "Pause sending" }).click();
  await dialog.getByText("Enter a date and time.").waitFor();
  // The browser reports the app's answer to that.
  expect(browserErrors.splice(0)).toEqual([expect.stringContaining("status of 422")]);
  await dialog.getByRole("radio", { name: "Until you resume it" }).check({ force: true });
  await dialog.getByRole("button", { name: "Pause sending" }).click();
  await page.getByText("Sending paused").waitFor();
  await app.getByText("Sending is paused", { exact: true }).waitFor();
  const order = await place(demo, "plain");
  await demo.waitForApp({ ...order, expectedProviderOrders: 0 }, "waits", ({ submissions }) => submissions.length > 0);
  await visit(`/app/orders/${order.id}`);
  await app.getByText("Sending is paused until you resume it.").waitFor();
  expect(await app.getByRole("button", { name: "Send now" }).count()).toBe(0);
  await visit("/app/orders");
  await app.getByText("Sending is paused: 1 order waits").waitFor();
  expect(await bodies(demo, order)).toEqual([]);
  await app.getByRole("button", { name: "Resume sending" }).click();
  await page.getByText("Sending resumed").waitFor();
  expect(await printedItems(demo, order)).toMatchObject([{ item_sku: "TEE-BLACK-M" }, {}]);
});

test("the main pages have no accessibility violation and overflow in no window, and a closed dialog gives the focus back", async ({
  harness: { sandbox },
  demo,
  desktop,
}) => {
  const { app, page } = desktop;
  const order = await place(demo, "risky");
  await untilHeld(demo, order, "risk_high");
  const pages = [
    "/app",
    "/app/orders",
    `/app/products/${sandbox.products.shirt.id}`,
    "/app/settings",
    "/app/settings/sending",
  ];
  expect(await findFaults(desktop, [...pages, `/app/orders/${order.id}`])).toEqual([]);

  const opener = app.getByRole("button", { name: "Change address or shipping…" });
  await opener.press("Enter");
  await app.getByRole("dialog").waitFor();
  await page.keyboard.press("Escape");
  await app.getByRole("dialog").waitFor({ state: "detached" });
  await expect.poll(() => opener.evaluate((element) => element === document.activeElement), shown).toBe(true);
});
