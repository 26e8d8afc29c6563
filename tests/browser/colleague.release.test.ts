import type { Pool } from "pg";
import { expect } from "vitest";
import { DEV_SHOP } from "../../sandbox/dev-shop.ts";
import type { Product } from "../../sandbox/shopify/model.ts";
import { until } from "../support/until.ts";
import { browserTest } from "./browser-test.testing.ts";
import type { BrowserHarness } from "./harness.testing.ts";
import { stockVariants } from "./stock-variants.testing.ts";
import type { Visitor } from "./visitor.testing.ts";

// Two people map at a time. tests/flows and app/catalog show what is saved then; here, what the one who is later sees.
const test = browserTest();
const VARIANTS = 35;

test("a merchant sees what a colleague changed after the preview, or while the fields were open", async ({
  harness,
  desktop,
}) => {
  const { app, page } = desktop;
  const { sandbox } = harness;
  const variants = ["M", "L"].map((size) => ({ sku: `TEE-BLACK-${size}`, options: [{ name: "Size", value: size }] }));
  const input = { title: "Sweater", variants };
  const sweater = await sandbox.shopify.post<Product>("create-product", { shop: DEV_SHOP, input });
  const colleague = (itemSku: string) => {
    const gids = {
      productGid: `gid://shopify/Product/${sweater.id}`,
      variantGid: `gid://shopify/ProductVariant/${sweater.variants[0]?.id}`,
    };
    return sandbox.merchant.post("/app/api/mappings", [{ ...gids, itemSku, requiredSides: ["front"] }]);
  };
  await desktop.visit(`/app/products/${sweater.id}`);
  await app.getByRole("button", { name: "More ways to map" }).click();
  await app.locator(".Polaris-ActionList__Item", { hasText: "Map with a rule" }).click();
  await app.getByText("Same as the Shopify SKU", { exact: true }).click();
  await app.getByRole("button", { name: "Preview" }).click();
  await app.getByText("2 variants will change").waitFor();
  await colleague("MUG-11OZ");
  await app.getByRole("button", { name: "Save 2 mappings" }).click();
  await app.getByText("1 variant changed since this preview").waitFor();
  await app.getByText("Now: MUG-11OZ").waitFor();
  await app.getByRole("button", { name: "Preview again" }).first().click();
  await app.getByText("1 variant will change · 1 unchanged").waitFor();
  await app.getByText("Was MUG-11OZ").waitFor();
  await app.getByRole("button", { name: "Save 1 mapping" }).click();
  await app.getByRole("dialog").waitFor({ state: "detached" });

  const sku = app.getByLabel("Print SKU", { exact: true }).first();
  const save = () => page.locator("#save-bar").getByRole("button", { name: "Save" }).click();
  await until("the page shows what was saved", async () => (await sku.inputValue()) === "TEE-BLACK-M");
  await sku.fill("TEE-BLACK-L");
  await colleague("MUG-11OZ");
  await save();
  await app.getByText("1 mapping changed since you opened this page").waitFor();
  await app.getByText("M. Now: MUG-11OZ").waitFor();
  expect(await sku.inputValue()).toBe("TEE-BLACK-L");
  await save();
  await app.getByText("1 mapping changed since you opened this page").waitFor({ state: "detached" });
  await sku.fill("TEE-BLACK-M");
  await colleague("MUG-11OZ");
  await save();
  await app.getByRole("button", { name: "Discard my changes" }).click();
  await until("the colleague's SKU", async () => (await sku.inputValue()) === "MUG-11OZ");
});

async function chooseForAll({ app }: Visitor, action: string): Promise<void> {
  await app.getByRole("checkbox", { name: "Select all variants" }).first().check();
  await app.getByRole("button", { name: "More actions" }).click();
  await app.locator(".Polaris-ActionList__Item", { hasText: action }).click();
}

/** Another member of staff maps one of the variants. */
async function mapMeanwhile({ sandbox }: BrowserHarness, database: Pool): Promise<void> {
  const { rows } = await database.query<{ productGid: string; variantGid: string }>(
    `SELECT "productGid", "variantGid" FROM "ProductVariant" v WHERE "sku" LIKE 'CAT-%' AND NOT EXISTS
       (SELECT FROM "Mapping" m WHERE m."variantGid" = v."variantGid") LIMIT 1`,
  );
  const mappings = rows.map((gids) => ({ ...gids, itemSku: "TEE-BLACK-M" }));
  await sandbox.merchant.post("/app/api/mappings", mappings);
}

test("a merchant sees a change after the preview, previews again, and sees which SKUs are rejected", async ({
  harness,
  database,
  desktop,
  phone,
}) => {
  await stockVariants(harness, database, VARIANTS);
  const list = "/app/products/variants?view=unmapped&query=cat-";
  const { app } = desktop;
  await desktop.visit(list);
  await app.getByText("35 variants", { exact: true }).waitFor();
  await chooseForAll(desktop, "Use Shopify SKUs");
  const dialog = app.getByRole("dialog", { name: /^Use the Shopify SKUs of/ });
  await dialog.getByText("35 variants will change").waitFor();
  await mapMeanwhile(harness, database);
  await dialog.getByRole("button", { name: "Map 35 variants" }).click();
  await dialog.getByText("Some variants changed since this preview").waitFor();
  await dialog.getByRole("button", { name: "Preview again" }).click();
  // What the colleague mapped left the list.
  await dialog.getByText("34 variants will change").waitFor();
  await dialog.getByRole("button", { name: "Map 34 variants" }).click();
  await app.getByText("0 variants changed", { exact: true }).waitFor();
  await app.getByText(/34 variants skipped: SKU rejected by the print service\./).waitFor();

  await phone.visit(list);
  await phone.app.getByText("34 variants", { exact: true }).waitFor();
  await chooseForAll(phone, "Map with a rule");
  const sheet = phone.app.getByRole("dialog", { name: /^Map \d+ variants with a rule$/ });
  await sheet.getByText("Same as the Shopify SKU", { exact: true }).click();
  await sheet.getByRole("button", { name: "Preview" }).click();
  await sheet.getByText("34 variants will change").waitFor();
  await mapMeanwhile(harness, database);
  await sheet.getByRole("button", { name: "Map 34 variants" }).click();
  await sheet.getByText("Some variants changed since this preview").waitFor();
  // The notice belongs to the preview that was left.
  await sheet.getByRole("button", { name: "Back" }).click();
  await sheet.getByRole("button", { name: "Preview" }).click();
  await sheet.getByRole("button", { name: /^Map \d+ variants$/ }).waitFor();
  expect(await sheet.getByText("Some variants changed since this preview").count()).toBe(0);
  await sheet.getByRole("button", { name: "Back" }).click();
  await sheet.getByRole("button", { name: "Cancel" }).click();
});
