import { expect } from "vitest";
import { openDemo, type Demo } from "../../sandbox/demo/demo.ts";
import { DEV_SHOP } from "../../sandbox/dev-shop.ts";
import type { Sandbox } from "../../sandbox/open.ts";
import { orderInput, PEOPLE } from "../../sandbox/shopify/buyers.ts";
import type { Shop } from "../../sandbox/shopify/model.ts";
import { until } from "../support/until.ts";
import { browserTest } from "./browser-test.testing.ts";
import type { Visitor } from "./visitor.testing.ts";

// From the storefront, over what a merchant sees and clicks, to the body that the print service receives.
const test = browserTest().extend("demo", { scope: "file" }, ({ harness }) => demoOf(harness.sandbox));
const STORE = DEV_SHOP.split(".")[0] ?? "";
const shown = { timeout: 20_000 };

function demoOf(sandbox: Sandbox): Demo {
  if (!sandbox.printService) throw new Error("The stand-in of the print service is needed.");
  return openDemo(sandbox, sandbox.printService, () => undefined);
}

interface Bought {
  id: string;
  name: string;
}

/** A customer places one of the storefront's orders by this button. */
async function buy({ page }: Visitor, { shopifyUrl, shopify }: Sandbox, button: string): Promise<Bought> {
  await page.goto(`${shopifyUrl}/storefront/${STORE}`);
  await page.getByRole("button", { name: button }).click();
  const link = await page.getByRole("link", { name: "View in admin" }).getAttribute("href");
  const id = link?.split("/").at(-1) ?? "";
  const { shops } = await shopify.get<{ shops: Shop[] }>("state");
  const name = shops.flatMap((shop) => shop.orders).find((order) => order.id === id)?.name ?? "";
  return { id, name };
}

interface Body {
  order_items: { item_sku: string; unfulfill_quantity: number; variant_note?: string }[];
}

/** What the print service received of an order so far. */
async function bodies(demo: Demo, { name }: Bought): Promise<Body[]> {
  const { orders } = await demo.printServiceState();
  const ours = orders.filter(({ reference }) => reference.startsWith(`${name.slice(1)}-`));
  return ours.map(({ raw }) => JSON.parse(raw) as Body);
}

/** Waits until the print service has received the order, once. */
async function printedItems(demo: Demo, order: Bought): Promise<Body["order_items"]> {
  const [body, ...more] = await until("the print order", async () => {
    const received = await bodies(demo, order);
    return received.length > 0 && received;
  });
  expect(more).toEqual([]);
  return body?.order_items ?? [];
}

/** Opens the order's page once the app holds the order for this reason. Nothing was sent until then. */
async function openHeld(visitor: Visitor, demo: Demo, order: Bought, code: string): Promise<void> {
  const isHeld = (seen: { reasons: { code: string }[] }) => seen.reasons.some((reason) => reason.code === code);
  await demo.waitForApp({ ...order, expectedProviderOrders: 0 }, `is held: ${code}`, isHeld);
  expect(await bodies(demo, order)).toEqual([]);
  await visitor.visit(`/app/orders/${order.id}`);
}

/** Clicks a button, and the same in the dialog that follows. */
async function clickAndConfirm({ app }: Visitor, label: string): Promise<void> {
  await app
    .getByRole("button", { name: `${label}…` })
    .first()
    .click(shown);
  await app.getByRole("dialog").getByRole("button", { name: label, exact: true }).click(shown);
}

test("a personalized item is printed with the text that staff saw and approved", async ({ harness, demo, desktop }) => {
  await harness.sandbox.merchant.post("/app/api/settings", { noteTemplate: "Back: {Name on the back}" });
  const order = await buy(desktop, harness.sandbox, "Place this order: Personalized");
  await openHeld(desktop, demo, order, "personalization_review");
  await desktop.app.getByText("“Back: Captain Fig”").first().waitFor(shown);
  await desktop.app.getByRole("button", { name: "Approve personalization" }).click();
  expect(await printedItems(demo, order)).toMatchObject([
    { item_sku: "TEE-BLACK-M", variant_note: "Back: Captain Fig" },
  ]);
});

test("a text that nothing uses is not printed, nor left out unread", async ({ harness, demo, desktop }) => {
  const order = await buy(desktop, harness.sandbox, "Place this order: With an engraving");
  await openHeld(desktop, demo, order, "details_unused");
  await desktop.app.getByText("“For Bob”").first().waitFor(shown);
  await desktop.app.getByRole("button", { name: "Print without text" }).click();
  expect((await printedItems(demo, order)).map((item) => item.variant_note)).toEqual([undefined]);
});

test("a test order is printed on the word of staff only", async ({ harness, demo, desktop }) => {
  const order = await buy(desktop, harness.sandbox, "Place this order: Test order");
  await openHeld(desktop, demo, order, "test_order");
  await clickAndConfirm(desktop, "Print test order");
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
  await clickAndConfirm(desktop, "Ship by parcel");
  expect(await printedItems(demo, order)).toHaveLength(1);
});

test("an order of a product that is mapped later is printed then", async ({ harness, demo, desktop }) => {
  const { page, app } = desktop;
  const order = await buy(desktop, harness.sandbox, "Buy now: Fox poster");
  await demo.waitForApp({ ...order, expectedProviderOrders: 0 }, "is known", ({ lines }) => lines.length > 0);
  const { shops } = await harness.sandbox.shopify.get<{ shops: Shop[] }>("state");
  const poster = shops.flatMap((shop) => shop.products).find(({ title }) => title === "Fox poster");
  await desktop.visit(`/app/products/${poster?.id}`);
  await app.getByLabel("Print SKU").fill("POSTER-A3");
  await app.getByLabel("Front artwork").fill("https://cdn.shopify.com/artwork/fox-poster.png");
  await page.locator("#save-bar").getByRole("button", { name: "Save" }).click(shown);
  expect(await printedItems(demo, order)).toMatchObject([{ item_sku: "POSTER-A3" }]);
});
