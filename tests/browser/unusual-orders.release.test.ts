import { expect } from "vitest";
import { DEV_SHOP } from "../../sandbox/dev-shop.ts";
import { orderInput, PEOPLE } from "../../sandbox/shopify/buyers.ts";
import type { Shop } from "../../sandbox/shopify/model.ts";
import { buy, clickAndConfirm, openHeld, printedItems, type Bought } from "./bought-order.testing.ts";
import { browserTest } from "./browser-test.testing.ts";

// Orders that differ from those of daily-work.test.ts in their reason and its button. tests/flows shows what each does.
const test = browserTest();

test("a text that nothing uses is not printed, nor left out unread", async ({ harness, demo, desktop }) => {
  const order = await buy(desktop, harness.sandbox, "Place this order: With an engraving");
  await openHeld(desktop, demo, order, "details_unused");
  await desktop.app.getByText("“For Bob”").first().waitFor();
  await desktop.app.getByRole("button", { name: "Print without text" }).click();
  expect((await printedItems(demo, order)).map((item) => item.variant_note)).toEqual([undefined]);
});

test("a test order is printed on the word of staff only", async ({ harness, demo, desktop }) => {
  const order = await buy(desktop, harness.sandbox, "Place this order: Test order");
  await openHeld(desktop, demo, order, "test_order");
  await clickAndConfirm(desktop, "Print test order");
  expect(await printedItems(demo, order)).toHaveLength(1);
});

test.for(["Payment authorized", "Cash on delivery"])(
  "an order with its payment to come is sent unpaid on the word of staff: %s",
  async (kind, { harness, demo, desktop }) => {
    const order = await buy(desktop, harness.sandbox, `Place this order: ${kind}`);
    await openHeld(desktop, demo, order, "payment_pending");
    await clickAndConfirm(desktop, "Send unpaid");
    expect(await printedItems(demo, order)).toHaveLength(1);
  },
);

test("an unmapped variant is never printed on the word of staff, and the rest of its order is", async ({
  harness,
  demo,
  desktop,
}) => {
  const { goods, products, shopify } = harness.sandbox;
  const sibling = products.shirt.variants.find(({ title }) => title === "White / L")?.id ?? "";
  const input = orderInput(PEOPLE.unitedStates, [{ variantId: goods.shirt }, { variantId: sibling }]);
  const order = await shopify.post<Bought>("orders", { shop: DEV_SHOP, input });
  await openHeld(desktop, demo, order, "unmapped_line");
  await clickAndConfirm(desktop, "Never print this variant");
  expect(await printedItems(demo, order)).toMatchObject([{ item_sku: "TEE-BLACK-M" }]);
});

test("a pickup is printed once staff ships it by parcel", async ({ harness, demo, desktop }) => {
  const order = await buy(desktop, harness.sandbox, "Place this order: Local pickup");
  await openHeld(desktop, demo, order, "not_by_parcel");
  await clickAndConfirm(desktop, "Ship anyway");
  expect(await printedItems(demo, order)).toHaveLength(1);
});

test("an order that the store fulfilled first is printed anyway, and its tracking joins that fulfillment", async ({
  harness,
  demo,
  desktop,
}) => {
  const automatically = (on: boolean) => harness.sandbox.shopify.post("fulfills-automatically", { shop: DEV_SHOP, on });
  await automatically(true);
  const order = await buy(desktop, harness.sandbox, "Place this order: Standard order");
  await automatically(false);
  await openHeld(desktop, demo, order, "fulfilled_elsewhere");
  await clickAndConfirm(desktop, "Print anyway");
  expect((await printedItems(demo, order)).map((item) => item.unfulfill_quantity)).toEqual([2, 1]);
  const { orders } = await demo.printServiceState();
  const reference = orders.find((one) => one.reference.startsWith(`${order.name.slice(1)}-`))?.reference ?? "";
  await demo.production(reference, "ship", { trackingNumber: "FIRST-COME" });
  const placed = { ...order, expectedProviderOrders: 1 };
  const inShopify = await demo.waitForShopify(placed, "has tracking", ({ fulfillments }) =>
    fulfillments.some(({ tracking }) => tracking.some(({ number }) => number === "FIRST-COME")),
  );
  expect(inShopify.fulfillments).toHaveLength(1);
});

test("an order of a product that is mapped later is printed then", async ({ harness, demo, desktop }) => {
  const { page, app } = desktop;
  const order = await buy(desktop, harness.sandbox, "Buy now: Fox poster");
  await demo.waitForApp({ ...order, expectedProviderOrders: 0 }, "is known", ({ lines }) => lines.length > 0);
  const { shops } = await harness.sandbox.shopify.get<{ shops: Shop[] }>("state");
  const poster = shops.flatMap((shop) => shop.products).find(({ title }) => title === "Fox poster");
  await desktop.visit(`/app/products/${poster?.id}`);
  await app.getByLabel("Print SKU", { exact: true }).fill("POSTER-A3");
  await app.getByLabel("Front artwork", { exact: true }).fill("https://cdn.shopify.com/artwork/fox-poster.png");
  await page.locator("#save-bar").getByRole("button", { name: "Save" }).click();
  expect(await printedItems(demo, order)).toMatchObject([{ item_sku: "POSTER-A3" }]);
});
