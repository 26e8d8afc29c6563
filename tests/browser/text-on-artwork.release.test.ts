import { expect } from "vitest";
import { orderInput, PEOPLE } from "../../sandbox/shopify/buyers.ts";
import { printedItems } from "./bought-order.testing.ts";
import { browserTest } from "./browser-test.testing.ts";
import { findFaults } from "./find-faults.testing.ts";

// A merchant places a text on the artwork, and sees what the customer's text looks like before it is printed.
const test = browserTest();

test("a merchant places the customer's text on the artwork, sees a sample, reviews an order with it drawn, and corrects one that does not fit", async ({
  demo,
  desktop,
}) => {
  const { app, page } = desktop;
  const buy = (name: string) => {
    const properties = [{ name: "Name on the back", value: name }];
    return demo.buy(orderInput(PEOPLE.unitedStates, [{ variantId: demo.goods.shirt, quantity: 1, properties }]));
  };
  const anna = await buy("ANNA");
  await demo.waitForApp(anna, "is held", ({ reasons }) => reasons.length > 0);
  await desktop.visit(`/app/orders/${anna.id}`);
  await desktop.visit("/app/products");
  await app.getByRole("link", { name: "Fox shirt" }).first().click();
  await app.getByRole("button", { name: "Place text on artwork" }).click();
  const sample = app.getByRole("img", { name: "Front artwork with the sample text" });
  await sample.waitFor();
  await app.getByLabel("Line item property").fill("Name on the back");
  await app.getByLabel("Box width").fill("95");
  await app.getByText("The box ends outside the artwork. Use a smaller width.").waitFor();
  await app.getByLabel("Box width").fill("80");
  await app.getByLabel("Color").fill("#d4145a");
  await app.getByLabel("Font").selectOption({ label: "Oswald Bold" });
  await app.getByLabel("Most characters").fill("6");
  await app.getByLabel("Sample text").fill("Zoë 🎉");
  await app.getByText("The font can't draw: 🎉").waitFor();
  await app.getByLabel("Sample text").fill("Zoë");
  await sample.waitFor();
  expect(await findFaults(desktop, [page.url()])).toEqual([]);
  await app.getByRole("button", { name: "Save text" }).click();
  await page.getByText("Text saved. 1 unsent order is checked again").waitFor();

  const long = await buy("MAXIMILIAN");
  await demo.waitForApp(long, "is held", ({ reasons }) => reasons.some(({ code }) => code === "text_not_drawn"));
  await desktop.visit("/app/orders/review");
  const region = app.getByRole("region", { name: `Order ${anna.name}` });
  await region.getByText("“ANNA”", { exact: true }).waitFor();
  await region.getByRole("img", { name: /with the customer's text/ }).waitFor();
  await region.getByText("Front text: “ANNA”").waitFor();
  await region.getByText("Drawn for your review only. The artwork is printed without this text.").waitFor();
  await expect.poll(() => region.evaluate((element) => element === document.activeElement)).toBe(true);
  await page.keyboard.press("a");
  await page.getByText(`${anna.name}: Personalization approved. Goes to print now`, { exact: true }).waitFor();
  expect(await printedItems(demo, anna)).toMatchObject([{ variant_note: "Back: ANNA" }]);

  await desktop.visit(`/app/orders/${long.id}`);
  await app.getByText("This text has more than 6 characters.").first().waitFor();
  await app.getByText("Text can't be drawn").first().waitFor();
  await app
    .getByRole("button", { name: /^Change item/ })
    .first()
    .click();
  const dialog = app.getByRole("dialog");
  await dialog.getByLabel("Text on front artwork").fill("MAXIMUS");
  await dialog.getByRole("button", { name: "Preview" }).click();
  await dialog.getByText("Use fewer characters.").waitFor();
  await dialog.getByLabel("Text on front artwork").fill("MAX");
  // The placement makes no print file: what is printed is the note.
  await dialog.getByText("This text is drawn for your review only.").waitFor();
  await dialog.getByLabel("Print note").fill("Back: MAX");
  await dialog.getByRole("button", { name: "Preview" }).click();
  await dialog.getByRole("button", { name: "Save and approve" }).click();
  await page.getByText("Change saved and approved").waitFor();
  expect(await printedItems(demo, long)).toMatchObject([{ variant_note: "Back: MAX" }]);
});
