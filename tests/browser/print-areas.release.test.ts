import { expect } from "vitest";
import { createPrintServiceStandIn } from "../../sandbox/print-service/index.ts";
import { orderInput, PEOPLE } from "../../sandbox/shopify/buyers.ts";
import { until } from "../support/until.ts";
import { browserTest } from "./browser-test.testing.ts";
import { findFaults } from "./find-faults.testing.ts";

const standIn = await createPrintServiceStandIn({ interfaces: ["v3"] });
const test = browserTest({ env: { PRINT_SERVICE_URL: standIn.url } });

const SKU = "CT17-BLACK-M";
const ART = "https://cdn.shopify.com/artwork";
const OTHER_TYPE =
  "The print service's catalog names PDF files for the left upper sleeves. Check that it takes this PNG.";
const AREAS = [
  { key: "front", name: "front", width: 4500, height: 5400, fileFormat: "PNG", resolution: 300 },
  { key: "back", name: "back", width: 4500, height: 5400, fileFormat: "PNG", resolution: 300 },
  {
    key: "left_upper_sleeves",
    name: "left upper sleeves",
    width: 1200,
    height: 1200,
    fileFormat: "PDF",
    resolution: 300,
  },
];
const LOCATIONS = JSON.stringify([{ name: "US", code: "US", madeIn: "US", baseCost: null, printAreas: AREAS }]);

test("a merchant adds artwork for a sleeve, sees how each side suits its print area, and an order is printed with it", async ({
  database,
  demo,
  desktop,
  phone,
  onTestFinished,
}) => {
  onTestFinished(() => standIn.close());
  // The copy of the catalog brings the stand-in's own areas, which have no sleeve.
  await until("the copy of the catalog", async () => {
    const { rowCount } = await database.query(`SELECT FROM "CatalogCopy" WHERE "copiedAt" IS NOT NULL`);
    return rowCount === 1;
  });
  const { rowCount } = await database.query(
    `WITH variant AS (UPDATE "CatalogVariant" SET "locations" = $2 WHERE "itemSku" = $1 RETURNING "productId")
     UPDATE "CatalogProduct" SET "pictureUrl" = $3 FROM variant WHERE "id" = variant."productId"`,
    [SKU, LOCATIONS, `${ART}/fox-mug.png`],
  );
  expect(rowCount).toBe(1);
  const { app, page } = desktop;
  await desktop.visit("/app/products");
  await app.getByRole("link", { name: "Fox shirt" }).first().click();
  await app.getByRole("button", { name: "Edit Black / M" }).click();
  const shirt = page.url();
  const sku = app.getByLabel("Print SKU", { exact: true }).first();
  // Of a SKU that the catalog does not have no areas are known, so any side may be added.
  await sku.fill("NO-SUCH-SKU");
  await app.getByLabel("Add a side").first().waitFor();
  await sku.fill(SKU);
  const sleeve = app.getByLabel("Left upper sleeves artwork").first();
  await sleeve.waitFor();
  await expect.poll(() => app.getByLabel("Hood artwork").count()).toBe(0);
  await sleeve.fill(`${ART}/fox-front.png`);
  await page.locator("#save-bar").getByRole("button", { name: "Save" }).click();
  // Another type than the catalog names keeps nothing from being saved or printed.
  await app.getByText(OTHER_TYPE).first().waitFor();
  await app
    .getByText(/\d+ dpi of 300 at this size \([\d,]+ × [\d,]+ of 4,500 × 5,400 pixels\)/)
    .first()
    .waitFor();
  await app.getByRole("button", { name: "Show print areas" }).first().click();
  await app.getByRole("img", { name: "Artwork in the print area: Left upper sleeves" }).first().waitFor();
  await app.getByText("1,200 × 1,200 pixels, 300 dpi").first().waitFor();
  for (const visitor of [desktop, phone]) expect(await findFaults(visitor, [shirt])).toEqual([]);

  const buy = () => demo.buy(orderInput(PEOPLE.unitedStates, [{ variantId: demo.goods.shirt, quantity: 1 }]));
  const order = await buy();
  const printed = await until("the order at the print service", () => standIn.state().orders[0]?.raw);
  expect(JSON.parse(printed)).toMatchObject({
    order_items: [
      {
        item_sku: SKU,
        artwork_front: `${ART}/fox-front.png`,
        artwork_left_upper_sleeves: `${ART}/fox-front.png`,
      },
    ],
  });
  await desktop.visit(`/app/orders/${order.id}`);
  await app.getByText("Left upper sleeves", { exact: true }).first().waitFor();

  // Warnings are shown for as long as the artwork can still be changed.
  await database.query(`UPDATE "Shop" SET "sendingPausedAt" = now()`);
  const unsent = await buy();
  await desktop.visit(`/app/orders/${unsent.id}`);
  await app.getByText(`Left upper sleeves: ${OTHER_TYPE}`).first().waitFor();
});
