import type { Pool } from "pg";
import { expect } from "vitest";
import { nightOf } from "../../app/settings/wall-time.ts";
import { DEV_SHOP } from "../../sandbox/dev-shop.ts";
import { readyMade } from "../../sandbox/shopify/buyers.ts";
import type { ProductInput } from "../../sandbox/shopify/catalog.ts";
import type { Product } from "../../sandbox/shopify/model.ts";
import { until } from "../support/until.ts";
import { browserTest } from "./browser-test.testing.ts";
import { findFaults } from "./find-faults.testing.ts";
import type { BrowserHarness } from "./harness.testing.ts";
import { stockVariants } from "./stock-variants.testing.ts";
import { stopInFirstBatch } from "./stop-bulk-edit.testing.ts";
import type { Visitor } from "./visitor.testing.ts";

const test = browserTest();
const ARTWORK = "https://cdn.shopify.com/artwork/fox-front.png";
/** More than one batch of a bulk edit. */
const VARIANTS = 225;

const create = ({ sandbox }: BrowserHarness, input: ProductInput) =>
  sandbox.shopify.post<Product>("create-product", { shop: DEV_SHOP, input });

/** Waits until the app has read the variants from Shopify. */
const untilRead = (database: Pool, { variants }: Pick<Product, "variants">) =>
  until("the variants in the app", async () => {
    const gids = variants.map(({ id }) => `gid://shopify/ProductVariant/${id}`);
    const { rowCount } = await database.query(`SELECT FROM "ProductVariant" WHERE "variantGid" = ANY($1)`, [gids]);
    return rowCount === gids.length;
  });

const save = ({ page }: Visitor) => page.locator("#save-bar").getByRole("button", { name: "Save" }).click();
const option = (name: string, value: string) => ({ name, value });

test("a merchant maps variants in the table and many at once, stops a bulk edit, and does the same on a phone", async ({
  harness,
  database,
  desktop,
  phone,
}) => {
  await stockVariants(harness, database, VARIANTS);
  const { app, page } = desktop;
  await desktop.visit("/app/products/variants?query=cat-");
  await app.getByText("225 variants", { exact: true }).waitFor();

  const sku = app.getByLabel(/^Print SKU of /).first();
  await sku.fill("NO-SUCH-SKU");
  await app
    .getByLabel(/^Front artwork of /)
    .first()
    .fill(ARTWORK);
  await save(desktop);
  const row = app.getByRole("row").nth(1);
  await row.getByText("The print service rejected this SKU").waitFor();
  await sku.fill("TEE-BLACK-M");
  await save(desktop);
  await page.getByText("1 mapping saved").waitFor();
  await row.getByText("Mapped", { exact: true }).waitFor();

  await desktop.visit("/app/products/variants?view=partly_mapped&query=cat-");
  await app.getByText("24 variants", { exact: true }).waitFor();
  await app.getByRole("button", { name: "Cancel" }).click();
  await app.getByRole("button", { name: "More views" }).click();
  await app.getByRole("button", { name: "Never printed", exact: true }).click();
  await app.getByText("No variants marked as never printed").waitFor();
  await desktop.visit("/app/products/variants?query=cat-");
  await app.getByText("225 variants", { exact: true }).waitFor();

  await app.getByRole("checkbox", { name: "Select all variants" }).first().check();
  await app.getByRole("button", { name: /^Select all 50/ }).click();
  await app.getByText("All 225 variants selected").first().waitFor();
  await app.getByRole("button", { name: "Set print SKU" }).click();
  const dialog = app.getByRole("dialog");
  await dialog.getByText("Set the print SKU of 225 variants?").waitFor();
  await dialog.getByLabel("Print SKU", { exact: true }).fill("NO-SUCH-SKU");
  await dialog.getByRole("button", { name: "Set print SKU" }).click();
  await dialog.getByText("The print service rejected this SKU").waitFor();
  await dialog.getByLabel("Print SKU", { exact: true }).fill("MUG-11OZ");

  const start = async () => {
    await dialog.getByRole("button", { name: "Set print SKU" }).click();
    await app.getByText("0 of 225 variants done. You can leave this page.").waitFor();
  };
  await stopInFirstBatch(database, app, start, "200 variants changed");
  await app.getByText("The bulk edit was stopped. 25 variants stay as they were.").waitFor();

  const list = "/app/products/variants?view=unmapped&query=cat-";
  expect(await findFaults(phone, [list])).toEqual([]);
  await phone.app.getByText("25 variants", { exact: true }).waitFor();
  await phone.app.getByLabel("Print SKU", { exact: true }).first().fill("TEE-BLACK-M");
  await save(phone);
  await phone.app.getByText("24 variants", { exact: true }).waitFor();
});

test("a merchant sees a mapped variant that changed or was replaced, and keeps or moves the mapping", async ({
  harness,
  database,
  desktop,
}) => {
  const { sandbox } = harness;
  const { app, page } = desktop;
  const polo = await create(harness, {
    title: "Polo",
    variants: [{ title: "Black / M", options: [option("Color", "Black"), option("Size", "M")] }],
  });
  await untilRead(database, polo);
  const [variant = expect.unreachable()] = polo.variants;
  const gids = {
    productGid: `gid://shopify/Product/${polo.id}`,
    variantGid: `gid://shopify/ProductVariant/${variant.id}`,
  };
  const mapping = { ...gids, itemSku: "TEE-BLACK-M", artworkFront: ARTWORK, requiredSides: ["front"] };
  await sandbox.merchant.post("/app/api/mappings", [mapping]);
  const change = (changed: object) =>
    sandbox.shopify.post("update-product", { shop: DEV_SHOP, product: polo.id, ...changed });
  const changeOf = async () => {
    const where = `WHERE "variantGid" = $1`;
    const { rows } = await database.query<{ change: string | null }>(
      `SELECT "variantChange" AS "change" FROM "Mapping" ${where}`,
      [gids.variantGid],
    );
    return rows[0]?.change;
  };

  const navy = { title: "Navy / M", options: [option("Color", "Navy"), option("Size", "M")] };
  await change({ variants: { [variant.id]: navy } });
  await until("the change in the app", async () => (await changeOf()) === "options");
  await desktop.visit("/app");
  await app.getByRole("link", { name: /^Review changes: 1 mapped variant changed in Shopify/ }).click();
  await app.getByRole("row").filter({ hasText: "Changed in Shopify" }).getByRole("link", { name: "Polo" }).click();
  await app.getByText("Color: was Black, is now Navy.").waitFor();
  await app.getByRole("button", { name: "Keep mapping of Navy / M" }).click();
  await app.getByText("Color: was Black, is now Navy.").waitFor({ state: "detached" });
  expect(await changeOf()).toBeNull();

  await change({ variants: { [variant.id]: { id: `${variant.id}9` } } });
  await until("the replacement in the app", async () => (await changeOf()) === "deleted");
  await desktop.visit(`/app/products/${polo.id}`);
  await app.getByRole("button", { name: "Move to new variant" }).click();
  await page.getByText("Mapping moved").waitFor();
  await app.getByText("1 of 1 variant mapped").waitFor();
});

test("a merchant confirms what changed of many variants at once, as the table showed it", async ({
  harness,
  database,
  desktop,
}) => {
  const { sandbox } = harness;
  const { app } = desktop;
  const cap = await create(harness, {
    title: "Cap",
    variants: [{ title: "Black", options: [option("Color", "Black")] }],
  });
  await untilRead(database, cap);
  const [{ id } = expect.unreachable()] = cap.variants;
  const gids = { productGid: `gid://shopify/Product/${cap.id}`, variantGid: `gid://shopify/ProductVariant/${id}` };
  const link = "https://cdn.shopify.com/artwork/cap.png";
  await sandbox.merchant.post("/app/api/mappings", [{ ...gids, itemSku: "TEE-BLACK-M", artworkFront: link }]);
  const one = async <Row extends object>(sql: string, value: string) =>
    (await database.query<Row>(sql, [value])).rows[0] ?? expect.unreachable();
  const recolor = async (color: string) => {
    const variants = { [id]: { title: color, options: [option("Color", color)] } };
    await sandbox.shopify.post("update-product", { shop: DEV_SHOP, product: cap.id, variants });
    const title = `SELECT "title" FROM "ProductVariant" WHERE "variantGid" = $1`;
    await until(
      `${color} in the app`,
      async () => (await one<{ title: string }>(title, gids.variantGid)).title === color,
    );
  };
  const changeOf = () =>
    one(`SELECT "variantChange" AS "change" FROM "Mapping" WHERE "variantGid" = $1`, gids.variantGid);
  const confirm = async (action: string, question: string) => {
    await app.getByRole("checkbox", { name: "Select all variants" }).first().check();
    await app.getByRole("button", { name: "More actions" }).last().click();
    await app.getByRole("button", { name: action }).click();
    const dialog = app.getByRole("dialog");
    await dialog.getByText(question).waitFor();
    await dialog.getByRole("button", { name: action }).click();
  };

  await recolor("Navy");
  await desktop.visit("/app/products/variants?view=changed&query=cap");
  await app.getByText("1 variant", { exact: true }).waitFor();
  await recolor("White");
  const keep = ["Keep mapping", "Keep the mapping of 1 variant?"] as const;
  await confirm(...keep);
  await app.getByText("1 variant skipped: changed in the meantime. Review the latest changes.").waitFor();
  expect(await changeOf()).toEqual({ change: "options" });
  await desktop.visit("/app/products/variants?view=changed&query=cap");
  await confirm(...keep);
  await app.getByText("1 variant changed").waitFor();
  expect(await changeOf()).toEqual({ change: null });

  const file = { type: "image/png", bytes: 1, sha256: "f".repeat(64), etag: null, image: null, document: null };
  await database.query(
    `INSERT INTO "PrintFile" ("shopId", "link", "host", "acceptedHash", "file", "changedAt")
     SELECT "shopId", $1, 'cdn.shopify.com', 'e', $2, now() FROM "Mapping" WHERE "artworkFront" = $1
     ON CONFLICT ("shopId", "link") DO UPDATE SET "file" = EXCLUDED."file", "changedAt" = EXCLUDED."changedAt"`,
    [link, file],
  );
  await desktop.visit("/app/products/variants?view=file_replaced&query=cap");
  await confirm("Use new files", "Use the new artwork files of 1 variant?");
  const printFile = () => one<{ acceptedHash: string }>(`SELECT * FROM "PrintFile" WHERE "link" = $1`, link);
  await until("the new file", async () => (await printFile()).acceptedHash === file.sha256);
  expect(await printFile()).toMatchObject({ changedAt: null });
});

test("Home shows how much of what was sold prints without a person, with a link to what does not", async ({
  harness,
  database,
  demo,
  desktop,
  phone,
}) => {
  const { goods } = harness.sandbox;
  const { shopify } = harness.sandbox;
  const { shops } = await shopify.get<{ shops: { products: Product[] }[] }>("state");
  const poster = shops.flatMap(({ products }) => products).find(({ title }) => title === "Fox poster");
  await untilRead(database, poster ?? expect.unreachable());
  const lines = [goods.shirt, poster?.variants[0]?.id ?? ""].map((variantId) => ({ variantId }));
  const order = await demo.buy({ ...(readyMade(goods)["plain"] ?? expect.unreachable()), lines });
  await demo.waitForApp(order, "is at the print service", (seen) => seen.submissions.at(-1)?.state === "submitted");
  await phone.visit("/app");
  await phone.app
    .getByText("1 of 2 items sold would print automatically with your current mappings and settings.")
    .waitFor();
  await desktop.visit("/app");
  await desktop.app.getByText("50%", { exact: true }).first().waitFor();
  await desktop.app.getByRole("link", { name: "Map or mark as never printed: 1 item sold isn't mapped." }).click();
  await desktop.app.getByRole("link", { name: "Fox poster" }).waitFor();
  await desktop.app.getByText("1 variant", { exact: true }).waitFor();
});

/**
 * Ends tonight's SKU check, or waits for its end where it has begun: the app's own check, a minute after its start, would
 * delete and overwrite what a test writes as found.
 */
async function skipSkuCheck(database: Pool): Promise<void> {
  const { rows } = await database.query<{ account: string; timezone: string | null }>(
    `SELECT "printAccountId" AS "account", "timezone" FROM "Shop" WHERE "domain" = $1`,
    [DEV_SHOP],
  );
  const [{ account, timezone } = expect.unreachable()] = rows;
  await database.query(
    `INSERT INTO "SkuCheckRun" ("id", "printAccountId", "night", "countryCodes", "startedAt", "endedAt", "dueAt", "groupSize")
     VALUES (gen_random_uuid(), $1, $2, '{US}', now(), now(), now(), '{}') ON CONFLICT DO NOTHING`,
    [account, nightOf(new Date(), timezone)],
  );
  await until("no SKU check is under way", async () => {
    const { rowCount } = await database.query(`SELECT FROM "SkuCheckRun" WHERE "endedAt" IS NULL`);
    return rowCount === 0;
  });
}

test("Home and the product show a print SKU that the nightly check found rejected, and of a changed cost", async ({
  harness,
  database,
  desktop,
  phone,
}) => {
  await skipSkuCheck(database);
  await database.query(`DELETE FROM "SkuCheck"`);
  // As the check of the night leaves its rows.
  await database.query(
    `INSERT INTO "SkuCheck" ("printAccountId", "itemSku", "countryCode", "runId", "pending", "acceptedAt", "rejectedAt",
       "confirmedAt", "cost", "previousCost", "costChangedAt")
     SELECT "printAccountId", sku, 'US', gen_random_uuid(), false, now(), CASE WHEN gone THEN now() END,
       CASE WHEN gone THEN now() END, CASE WHEN NOT gone THEN '9.1' END, CASE WHEN NOT gone THEN '7.8' END, CASE WHEN NOT gone THEN now() END
     FROM "Shop", (VALUES ('MUG-11OZ', true), ('TEE-BLACK-M', false)) AS found (sku, gone) WHERE "domain" = $1`,
    [DEV_SHOP],
  );
  for (const { app, visit } of [desktop, phone]) {
    await visit("/app");
    await app.getByText("The print service rejects 1 print SKU").waitFor();
    await app.getByText("Print cost rose for 1 print SKU").waitFor();
    await app.getByRole("link", { name: "TEE-BLACK-M" }).click();
    await app.getByText("Print cost rose", { exact: true }).first().waitFor();
    await app
      .getByText(/\$7\.80.*\$9\.10/)
      .first()
      .waitFor();
  }
  const { mug } = harness.sandbox.products;
  await desktop.visit(`/app/products/${mug.id}`);
  await desktop.app.getByRole("button", { name: "Change SKU" }).waitFor();
  await desktop.app.getByRole("button", { name: "Check again now" }).click();
  await desktop.page.getByText("The print service accepts this SKU").waitFor();
  await desktop.visit("/app");
  await desktop.app.getByText("Print cost rose for 1 print SKU").waitFor();
  expect(await desktop.app.getByText("The print service rejects 1 print SKU").count()).toBe(0);
  await database.query(`DELETE FROM "SkuCheck"`);
});
