import { browserTest } from "./browser-test.testing.ts";
import { stockVariants } from "./stock-variants.testing.ts";
import { stopInFirstBatch } from "./stop-bulk-edit.testing.ts";

const test = browserTest();
const ARTWORK = "https://cdn.shopify.com/artwork/fox-front.png";
/** More than a page of the table, and than a batch of a rule. */
const VARIANTS = 75;

test("a merchant maps all that match with a rule, sees the numbers first, and stops the edit", async ({
  harness,
  database,
  desktop,
}) => {
  await stockVariants(harness, database, VARIANTS);
  const { app } = desktop;
  await desktop.visit("/app/products/variants?query=cat-");
  await app.getByRole("checkbox", { name: "Select all variants" }).first().check();
  await app.getByRole("button", { name: /^Select all 50/ }).click();
  await app.getByRole("button", { name: "More actions" }).click();
  await app.locator(".Polaris-ActionList__Item", { hasText: "Map with a rule" }).click();
  const dialog = app.getByRole("dialog", { name: "Map 75 variants with a rule" });
  await dialog.getByText("From a template", { exact: true }).click();
  const template = dialog.getByLabel("Template", { exact: true });
  await template.fill("TEE-{Colour}-{Size}");
  await dialog.getByRole("button", { name: "Preview" }).click();
  await dialog.getByText("No variant has the option Colour").waitFor();
  await template.fill("TEE-{Color}-{Size}");
  await dialog.getByRole("button", { name: "Preview" }).click();
  await dialog.getByText("75 variants will change").waitFor();
  await dialog.getByText("TEE-BLACK-XXL").first().waitFor();
  await dialog.getByText("The first 25 of 75 variants").waitFor();

  await dialog.getByRole("button", { name: "Back" }).click();
  await template.fill("MUG-11OZ");
  await dialog.getByText("One for all variants", { exact: true }).first().click();
  await dialog.getByLabel("Front artwork", { exact: true }).fill(ARTWORK);
  await dialog.getByRole("button", { name: "Preview" }).click();
  await dialog.getByText("Front: fox-front.png").first().waitFor();
  const start = async () => {
    await dialog.getByRole("button", { name: "Map 75 variants" }).click();
    await app.getByText("0 of 75 variants done. You can leave this page.").waitFor();
  };
  await stopInFirstBatch(database, app, start, "40 variants changed");
  await app.getByText("The bulk edit was stopped. 35 variants stay as they were.").waitFor();
});
