import type { Pool } from "pg";
import { expect } from "vitest";
import { createDatabase } from "../../app/database/db.server.ts";
import { systemIds } from "../../app/composition/ids.server.ts";
import type { PrintAccountId } from "../../app/ports/ids.ts";
import { storeProducts } from "../../app/print-catalog/store.ts";
import { DEV_SHOP } from "../../sandbox/dev-shop.ts";
import { createCatalog } from "../../sandbox/print-service/index.ts";
import type { Product } from "../../sandbox/shopify/model.ts";
import { until } from "../support/until.ts";
import { browserTest } from "./browser-test.testing.ts";
import { findFaults } from "./find-faults.testing.ts";
import type { BrowserHarness } from "./harness.testing.ts";

// A merchant maps a whole store by picking from the print service's catalog.
const test = browserTest({ interfaces: ["v3"] });

const TEES = 28;

/** The catalog of the stand-in, as a copy of it leaves the rows. */
async function copyCatalog(harness: BrowserHarness, database: Pool): Promise<void> {
  const { rows } = await database.query<{ account: PrintAccountId }>(
    `SELECT "printAccountId" AS "account" FROM "Shop" WHERE "domain" = $1`,
    [DEV_SHOP],
  );
  const [{ account } = expect.unreachable()] = rows;
  const seenAt = new Date();
  const products = createCatalog().map(({ name, code, variants }) => ({
    ...{ name, code, pictureUrl: "", templateUrl: "" },
    variants: variants.map(({ id, title, sku, oldSkus, inStock, attributes }) => ({
      ...{ itemSku: sku, title, oldSkus, variantId: id, attributes, locations: [] },
      availability: inStock ? "In stock" : "Out of stock",
    })),
  }));
  const app = createDatabase(harness.sandbox.databaseUrl, { connections: 1, connectTimeoutMs: 30_000 });
  await storeProducts({ db: app.db, ids: systemIds }, account, products, seenAt);
  await app.close();
  await database.query(
    `INSERT INTO "CatalogCopy" ("printAccountId", "source", "copiedAt") VALUES ($1, 'service', $2)
     ON CONFLICT ("printAccountId") DO UPDATE SET "copiedAt" = EXCLUDED."copiedAt"`,
    [account, seenAt],
  );
}

/** A product with a variant for each color and size, once the app has read it. */
async function sell(
  { sandbox }: BrowserHarness,
  database: Pool,
  title: string,
  options: Readonly<Record<string, string[]>>,
): Promise<Product> {
  const rows = Object.entries(options).reduce<{ name: string; value: string }[][]>(
    (all, [name, values]) => all.flatMap((row) => values.map((value) => [...row, { name, value }])),
    [[]],
  );
  const input = { title, variants: rows.map((row) => ({ options: row })) };
  const product = await sandbox.shopify.post<Product>("create-product", { shop: DEV_SHOP, input });
  await until(`${title} in the app`, async () => {
    const gid = `gid://shopify/Product/${product.id}`;
    const { rowCount } = await database.query(`SELECT FROM "ProductVariant" WHERE "productGid" = $1`, [gid]);
    return rowCount === product.variants.length;
  });
  return product;
}

const skusOf = async (database: Pool, { id }: Product): Promise<string[]> => {
  const { rows } = await database.query<{ itemSku: string }>(
    `SELECT "itemSku" FROM "Mapping" WHERE "productGid" = $1 ORDER BY "itemSku"`,
    [`gid://shopify/Product/${id}`],
  );
  return rows.map(({ itemSku }) => itemSku);
};

test("a merchant maps 30 products by picking from the catalog: sure matches are filled in, doubtful ones asked", async ({
  harness,
  database,
  desktop,
}) => {
  const { app, page } = desktop;
  await copyCatalog(harness, database);
  const hoodie = await sell(harness, database, "Bear hoodie", {
    Colour: ["Gray", "Navy Blue", "Purple"],
    Size: ["Large", "XXL"],
  });
  const poster = await sell(harness, database, "Owl print", { Format: ["A3", '12" × 18"'] });
  for (let nth = 1; nth <= TEES; nth += 1)
    await sell(harness, database, `Lynx tee ${nth}`, { Color: ["Black", "white"], Size: ["M", "2X-Large"] });
  const save = () => page.locator("#save-bar").getByRole("button", { name: "Save" }).click();
  const pick = async (search: string, product: string) => {
    const picker = app.getByRole("dialog", { name: "Choose from catalog" });
    await picker.getByLabel("Search catalog").fill(search);
    await picker.getByText(product, { exact: true }).click();
  };

  await desktop.visit(`/app/products/${hoodie.id}`);
  await app.getByRole("button", { name: "More ways to map" }).click();
  await app.locator(".Polaris-ActionList__Item", { hasText: "Choose from catalog" }).click();
  await app.getByText("Unisex Cotton Tee").waitFor();
  expect(await findFaults(desktop, [page.url()])).toEqual([]);
  await pick("hoodie grey", "Pullover Hoodie");
  await app.getByText("Matched with Pullover Hoodie").waitFor();
  await app.getByText("2 print SKUs filled in. Save to keep them.").waitFor();
  await app.getByText("2 to choose yourself").waitFor();
  await app.getByText("No match in this product:").waitFor();
  expect(await skusOf(database, hoodie)).toEqual([]);
  await app.getByRole("button", { name: "Go to next" }).click();
  const choice = app.getByLabel("Catalog variant for Navy Blue / Large");
  await expect.poll(() => choice.evaluate((one) => one === document.activeElement)).toBe(true);
  expect(await findFaults(desktop, [page.url()])).toEqual([]);
  await choice.selectOption("PH30-NAVY-L");
  await app.getByRole("button", { name: "Use the suggestion" }).click();
  await app.getByText("to choose yourself").waitFor({ state: "detached" });
  await save();
  await page.getByText("4 mappings saved").waitFor();
  expect(await skusOf(database, hoodie)).toEqual(["PH30-GREY-2XL", "PH30-GREY-L", "PH30-NAVY-2XL", "PH30-NAVY-L"]);

  await desktop.visit(`/app/products/${poster.id}`);
  const [a3, large] = [
    app.getByLabel("Print SKU", { exact: true }).nth(0),
    app.getByLabel("Print SKU", { exact: true }).nth(1),
  ];
  await app.getByRole("button", { name: "Choose from catalog for Print SKU" }).nth(1).click();
  await pick("poster", "Matte Poster");
  const variants = app.getByRole("dialog", { name: "Matte Poster" });
  await variants.getByLabel("Size").selectOption("12 x 18 in");
  await variants.getByText("PO.A-12 X 18 IN").click();
  await expect.poll(() => large.inputValue()).toBe("PO.A-12 X 18 IN");
  await a3.fill("PO.A-A33");
  await app.getByText("Not in the catalog. Did you mean PO.A-A3?").waitFor();
  await a3.fill("POSTER-A3");
  await app.getByText("Renamed to PO.A-A3.").waitFor();
  await app.getByRole("button", { name: "Use PO.A-A3", exact: true }).click();
  await save();
  await page.getByText("2 mappings saved").waitFor();
  expect(await skusOf(database, poster)).toEqual(["PO.A-12 X 18 IN", "PO.A-A3"]);

  await desktop.visit("/app/products/variants?query=lynx");
  const all = TEES * 4;
  await app.getByText(`${all} variants`, { exact: true }).waitFor();
  await app.getByRole("checkbox", { name: "Select all variants" }).first().check();
  await app.getByRole("button", { name: /^Select all 50/ }).click();
  await app.getByRole("button", { name: "More actions" }).click();
  await app.locator(".Polaris-ActionList__Item", { hasText: "Choose from catalog" }).click();
  await pick("unisex", "Unisex Cotton Tee");
  const form = app.getByRole("dialog", { name: `Map ${all} variants from the catalog` });
  await form.getByText("4 combinations of options matched").waitFor();
  await form.getByRole("button", { name: "Preview" }).click();
  await form.getByText(`${all} variants will change`).waitFor();
  await form.getByText("CT17-WHITE-2XL").first().waitFor();
  await form.getByRole("button", { name: `Map ${all} variants` }).click();
  await app.getByText(`${all} variants changed`).waitFor();
  const { rows } = await database.query<{ products: number }>(
    `SELECT count(DISTINCT "productGid")::int AS "products" FROM "Mapping" WHERE "itemSku" ~ '^(CT17|PH30|PO)'`,
  );
  expect(rows).toEqual([{ products: TEES + 2 }]);
});

test("on a phone, a merchant chooses a print SKU from the catalog by keyboard, and one in use where there is no catalog", async ({
  harness,
  database,
  phone,
}) => {
  const { app, page } = phone;
  await copyCatalog(harness, database);
  const mug = await sell(harness, database, "Deer mug", { Size: ["15 oz"] });
  await phone.visit(`/app/products/${mug.id}`);
  await app.getByRole("button", { name: "Choose from catalog for Print SKU" }).press("Enter");
  const picker = app.getByRole("dialog", { name: "Choose from catalog" });
  await picker.getByLabel("Search catalog").focus();
  await page.keyboard.type("ceramic");
  await picker.getByText("Unisex Cotton Tee").waitFor({ state: "detached" });
  expect(await findFaults(phone, [page.url()])).toEqual([]);
  await picker.getByRole("button", { name: "Ceramic Mug", exact: true }).press("Enter");
  const variants = app.getByRole("dialog", { name: "Ceramic Mug" });
  await variants.getByLabel("Size").selectOption("15 OZ");
  expect(await findFaults(phone, [page.url()])).toEqual([]);
  await variants.getByRole("button", { name: "MG.11-BLACK-15 OZ" }).press("Enter");
  await expect.poll(() => app.getByLabel("Print SKU", { exact: true }).inputValue()).toBe("MG.11-BLACK-15 OZ");
  await variants.waitFor({ state: "detached" });
  const opener = app.getByRole("button", { name: "Choose from catalog for Print SKU" });
  await expect.poll(() => opener.evaluate((one) => one === document.activeElement)).toBe(true);

  await database.query(`DELETE FROM "CatalogCopy"`);
  await phone.visit("/app/products");
  await phone.visit(`/app/products/${mug.id}`);
  await app.getByRole("button", { name: "Choose an SKU in use for Print SKU" }).press("Enter");
  const inUse = app.getByRole("dialog", { name: "Choose an SKU in use" });
  await inUse.getByRole("button", { name: "TEE-BLACK-M" }).press("Enter");
  await expect.poll(() => app.getByLabel("Print SKU", { exact: true }).inputValue()).toBe("TEE-BLACK-M");
  expect(await app.getByText("Not in the catalog").count()).toBe(0);
});
