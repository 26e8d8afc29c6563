import { expect } from "vitest";
import { bodies, buy, openHeld, printedBody } from "./bought-order.testing.ts";
import { browserTest } from "./browser-test.testing.ts";

const test = browserTest();
const shown = { timeout: 20_000 };

test("staff corrects the address and writes the note, and just that is printed", async ({ harness, demo, desktop }) => {
  const { app } = desktop;
  const order = await buy(desktop, harness.sandbox, "Place this order: With an engraving");
  await openHeld(desktop, demo, order, "details_unused");

  // The address: a mistake shows beside its field, and the scope that is missing at the checkbox.
  await app.getByRole("button", { name: "Change address or shipping…" }).click(shown);
  const dialog = app.getByRole("dialog");
  await dialog.getByText("Inkbridge isn't allowed to edit orders").waitFor(shown);
  await dialog.getByLabel("Address", { exact: true }).fill("");
  await dialog.getByRole("button", { name: "Preview" }).click();
  await dialog.getByText("Enter a value.").first().waitFor(shown);
  await dialog.getByLabel("Address", { exact: true }).fill("14 Juniper Lane");
  await dialog.getByLabel("Shipping method").selectOption("Ground");
  await dialog.getByLabel("Reason").fill("The customer called.");
  await dialog.getByRole("button", { name: "Preview" }).click();
  await dialog.getByText("This is what's sent to print").or(dialog.getByText("isn't complete yet")).waitFor(shown);
  expect(await bodies(demo, order)).toEqual([]);
  await dialog.getByRole("button", { name: "Save change" }).click();
  await dialog.waitFor({ ...shown, state: "hidden" });
  await app.getByText("“The customer called.”").first().waitFor(shown);

  // The note: the customer's text stands beside it, so that writing the note is the review.
  await app
    .getByRole("button", { name: /^Change item…/ })
    .first()
    .click(shown);
  await dialog.getByText("For Bob").waitFor(shown);
  await dialog.getByLabel("Print note").fill("Engrave: For Bob");
  await dialog.getByLabel("Reason").fill("No rule uses the engraving.");
  await dialog.getByRole("button", { name: "Preview" }).click();
  await dialog.getByText("This is what's sent to print").waitFor(shown);
  await dialog.getByRole("button", { name: "Save change" }).click();
  expect(await printedBody(demo, order)).toMatchObject({
    shipping_address1: "14 Juniper Lane",
    method: 2,
    order_items: [{ item_sku: "TEE-BLACK-M", variant_note: "Engrave: For Bob" }],
  });
});
