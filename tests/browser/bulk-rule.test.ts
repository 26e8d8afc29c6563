import type { Pool } from "pg";
import { expect } from "vitest";
import { DEV_SHOP } from "../../sandbox/dev-shop.ts";
import { largeCatalog } from "../../sandbox/large-catalog.ts";
import type { Product } from "../../sandbox/shopify/model.ts";
import { until } from "../support/until.ts";
import { browserTest } from "./browser-test.testing.ts";
import type { BrowserHarness } from "./harness.testing.ts";
import { stopInFirstBatch } from "./stop-bulk-edit.testing.ts";
import type { Visitor } from "./visitor.testing.ts";

const test = browserTest();
const shown = { timeout: 30_000 };
const ARTWORK = "https://cdn.shopify.com/artwork/fox-front.png";
/** More than a page of the table, and than a batch of a rule. */
const VARIANTS = 75;

async function stock({ sandbox }: BrowserHarness, database: Pool): Promise<void> {
  for (const input of largeCatalog(VARIANTS))
    await sandbox.shopify.post<Product>("create-product", { shop: DEV_SHOP, input });
  await until("the variants in the app", async () => {
    const { rowCount } = await database.query(`SELECT FROM "ProductVariant" WHERE "sku" LIKE 'CAT-%'`);
    return rowCount === VARIANTS;
  });
}

async function chooseForAll({ app }: Visitor, action: string): Promise<void> {
  await app.getByRole("checkbox", { name: "Select all variants" }).first().check(shown);
  await app.getByRole("button", { name: "More actions" }).click(shown);
  await app.locator(".Polaris-ActionList__Item", { hasText: action }).click(shown);
}

test("a merchant maps all that match with a rule, sees the numbers first, and stops the edit", async ({
  harness,
  database,
  desktop,
}) => {
  await stock(harness, database);
  const { app } = desktop;
  await desktop.visit("/app/products/variants?query=cat-");
  await app.getByRole("checkbox", { name: "Select all variants" }).first().check(shown);
  await app.getByRole("button", { name: /^Select all 50/ }).click(shown);
  await app.getByRole("button", { name: "More actions" }).click(shown);
  await app.locator(".Polaris-ActionList__Item", { hasText: "Map with a rule" }).click(shown);
  const dialog = app.getByRole("dialog", { name: "Map 75 variants with a rule" });
  await dialog.getByText("From a template", { exact: true }).click(shown);
  const template = dialog.getByLabel("Template", { exact: true });
  await template.fill("TEE-{Colour}-{Size}");
  await dialog.getByRole("button", { name: "Preview" }).click();
  await dialog.getByText("No variant has the option Colour").waitFor(shown);
  await template.fill("TEE-{Color}-{Size}");
  await dialog.getByRole("button", { name: "Preview" }).click();
  await dialog.getByText("75 variants will change").waitFor(shown);
  await dialog.getByText("TEE-BLACK-XXL").first().waitFor(shown);
  await dialog.getByText("The first 25 of 75 variants").waitFor(shown);

  await dialog.getByRole("button", { name: "Back" }).click();
  await template.fill("MUG-11OZ");
  await dialog.getByText("One for all variants", { exact: true }).first().click();
  await dialog.getByLabel("Front artwork", { exact: true }).fill(ARTWORK);
  await dialog.getByRole("button", { name: "Preview" }).click();
  await dialog.getByText("Front: fox-front.png").first().waitFor(shown);
  const start = async () => {
    await dialog.getByRole("button", { name: "Map 75 variants" }).click();
    await app.getByText("0 of 75 variants done. You can leave this page.").waitFor(shown);
  };
  await stopInFirstBatch(database, app, start, "40 variants changed");
  await app.getByText("The bulk edit was stopped. 35 variants stay as they were.").waitFor(shown);
});

/** Another member of staff maps one of the variants. */
async function mapMeanwhile({ sandbox }: BrowserHarness, database: Pool): Promise<void> {
  const { rows } = await database.query<{ productGid: string; variantGid: string }>(
    `SELECT "productGid", "variantGid" FROM "ProductVariant" v WHERE "sku" LIKE 'CAT-%' AND NOT EXISTS
       (SELECT FROM "Mapping" m WHERE m."variantGid" = v."variantGid") LIMIT 1`,
  );
  const mappings = rows.map((gids) => ({ ...gids, itemSku: "TEE-BLACK-M" }));
  await sandbox.merchant.post("/app/api/mappings", mappings);
}

test("a merchant is told of a change after the preview, previews again, and hears which SKUs are rejected", async ({
  harness,
  database,
  desktop,
  phone,
}) => {
  const list = "/app/products/variants?view=unmapped&query=cat-";
  const { app } = desktop;
  await desktop.visit(list);
  await app.getByText("35 variants", { exact: true }).waitFor(shown);
  await chooseForAll(desktop, "Use Shopify SKUs");
  const dialog = app.getByRole("dialog", { name: /^Use the Shopify SKUs of/ });
  await dialog.getByText("35 variants will change").waitFor(shown);
  await mapMeanwhile(harness, database);
  await dialog.getByRole("button", { name: "Map 35 variants" }).click();
  await dialog.getByText("Some variants changed since this preview").waitFor(shown);
  await dialog.getByRole("button", { name: "Preview again" }).click();
  // What the colleague mapped left the list.
  await dialog.getByText("34 variants will change").waitFor(shown);
  await dialog.getByRole("button", { name: "Map 34 variants" }).click();
  await app.getByText("0 variants changed", { exact: true }).waitFor(shown);
  await app.getByText(/34 variants skipped: the print service rejects their SKU\./).waitFor(shown);

  await phone.visit(list);
  await phone.app.getByText("34 variants", { exact: true }).waitFor(shown);
  await chooseForAll(phone, "Map with a rule");
  const sheet = phone.app.getByRole("dialog", { name: /^Map \d+ variants with a rule$/ });
  await sheet.getByText("Same as the Shopify SKU", { exact: true }).click(shown);
  await sheet.getByRole("button", { name: "Preview" }).click();
  await sheet.getByText("34 variants will change").waitFor(shown);
  await mapMeanwhile(harness, database);
  await sheet.getByRole("button", { name: "Map 34 variants" }).click();
  await sheet.getByText("Some variants changed since this preview").waitFor(shown);
  // The notice belongs to the preview that was left.
  await sheet.getByRole("button", { name: "Back" }).click();
  await sheet.getByRole("button", { name: "Preview" }).click();
  await sheet.getByRole("button", { name: /^Map \d+ variants$/ }).waitFor(shown);
  expect(await sheet.getByText("Some variants changed since this preview").count()).toBe(0);
  await sheet.getByRole("button", { name: "Back" }).click();
  await sheet.getByRole("button", { name: "Cancel" }).click();
});
