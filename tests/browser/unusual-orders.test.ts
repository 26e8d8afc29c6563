import sharp from "sharp";
import { expect } from "vitest";
import { buy, openHeld, printedItems } from "./bought-order.testing.ts";
import { browserTest } from "./browser-test.testing.ts";

const test = browserTest();
const shown = { timeout: 20_000 };

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

test("an order whose artwork was replaced waits until staff uses the new file", async ({ harness, demo, desktop }) => {
  const { shopify, products } = harness.sandbox;
  const before = await buy(desktop, harness.sandbox, "Place this order: Standard order");
  expect(await printedItems(demo, before)).toHaveLength(2);
  const newFile = sharp({ create: { width: 1500, height: 1500, channels: 3, background: "#a02020" } });
  const base64 = (await newFile.jpeg().toBuffer()).toString("base64");
  await shopify.post("print-files", { link: "https://cdn.shopify.com/artwork/fox-mug.png", base64 });
  const order = await buy(desktop, harness.sandbox, "Place this order: Standard order");
  await openHeld(desktop, demo, order, "artwork_changed");
  await desktop.app.getByText("Replaced files: front.").waitFor(shown);
  await desktop.visit(`/app/products/${products.mug.id}`);
  await desktop.app.getByText("The front artwork was replaced since you mapped the variant").waitFor(shown);
  await desktop.app.getByText("The image has no transparent background.").waitFor(shown);
  await desktop.app.getByRole("button", { name: /^Use new file/ }).click();
  await desktop.page.getByText("New file is used").waitFor(shown);
  expect(await printedItems(demo, order)).toHaveLength(2);
});
