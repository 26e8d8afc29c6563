import type { Locator } from "playwright-core";
import { expect } from "vitest";
import { DEV_SHOP } from "../../sandbox/dev-shop.ts";
import type { Product } from "../../sandbox/shopify/model.ts";
import { createSampleOrders, type SampleOrders } from "./sample-orders.testing.ts";
import { browserTest } from "./browser-test.testing.ts";
import { findFaults } from "./find-faults.testing.ts";
import { withLostConnection } from "./lost-connection.testing.ts";

const test = browserTest().extend("shop", { scope: "file" }, ({ harness }): Promise<SampleOrders> =>
  createSampleOrders(harness.sandbox),
);

const ARTWORK = "https://cdn.shopify.com/artwork/fox-front.png";

/** Two screens of 900 pixels. */
const TWO_SCREENS = 1_800;

const PAGES = ["sending", "personalization", "payment", "prices", "shipping", "artwork", "shopify", "account"];

test("settings are short pages, which an overview lists with what is set now", async ({ harness, desktop, phone }) => {
  await harness.sandbox.merchant.post("/app/api/settings", {
    approval: "manual",
    minimumMarginPercent: 20,
    shippingRules: [{ contains: "express", country: "US", method: 1 }],
  });
  for (const { app, page, visit } of [phone, desktop]) {
    await visit("/app/settings");
    await app.getByText("After your approval, as orders come in").waitFor();
    await app.getByText(/^Minimum margin 20%/).waitFor();
    await app.getByText(/^1 shipping rule, /).waitFor();
    await app.getByRole("link", { name: /^Artwork/ }).click();
    await app.getByLabel("Front metafield").fill("nonsense");
    await page.locator("#save-bar").getByRole("button", { name: "Save" }).click();
    await app.getByText("Use the format namespace.key").waitFor();
    await app.getByLabel("Front metafield").fill("");
    await page.locator("#save-bar").waitFor({ state: "hidden" });
    await app.getByRole("link", { name: "Settings", exact: true }).first().click();
    await app.getByRole("link", { name: /^Sending/ }).click();
    await app.getByLabel("All products").check();
    await app.getByLabel("Vendors").waitFor({ state: "detached" });
    await page.locator("#save-bar").getByRole("button", { name: "Save" }).click();
    await page.getByText("Settings saved").waitFor();
    await app.getByLabel("All products").uncheck();
    await app.getByLabel("Vendors").waitFor();
    await page.locator("#save-bar").getByRole("button", { name: "Save" }).click();
    await page.locator("#save-bar").waitFor({ state: "hidden" });
  }
  for (const { browserErrors } of [phone, desktop]) browserErrors.splice(0, Infinity);

  const heights = [];
  for (const name of PAGES) {
    await desktop.visit(`/app/settings/${name}`);
    const frame = await desktop.appFrame();
    heights.push({ name, height: (await frame?.evaluate(() => document.documentElement.scrollHeight)) ?? Infinity });
  }
  expect(heights.filter(({ height }) => height > TWO_SCREENS)).toEqual([]);
  await harness.sandbox.merchant.post("/app/api/settings", {
    ...{ approval: "automatic", minimumMarginPercent: null, shippingRules: [] },
  });
});

test("a merchant allows access to older orders", async ({ desktop, phone }) => {
  const { app, page } = phone;
  await phone.visit("/app/settings/account");
  await app.getByText("Not allowed", { exact: true }).waitFor();
  await app.getByRole("button", { name: "Allow access" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Cancel" }).click();
  await app.getByRole("button", { name: "Allow access" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Allow" }).click();
  await app.getByText("Allowed", { exact: true }).waitFor();
  expect(await app.getByRole("button", { name: "Allow access" }).count()).toBe(0);
  await desktop.visit("/app/settings/account#older-orders");
  await desktop.app.getByText("Allowed", { exact: true }).waitFor();
});

test("what a merchant types while settings are saved stays, and can be saved or discarded", async ({ desktop }) => {
  const { app, page, visit } = desktop;
  const bar = page.locator("#save-bar");
  const email = app.getByLabel("Support email");
  await visit("/app/settings/account");
  await email.fill("help@print.example");
  const answer = Promise.withResolvers<void>();
  await page.route(/\.data/, async (route) => {
    if (route.request().method() === "POST") await answer.promise;
    await route.continue();
  });
  await bar.getByRole("button", { name: "Save" }).click();
  await email.fill("orders@print.example");
  answer.resolve();
  await page.getByText("Settings saved").waitFor();
  expect(await email.inputValue()).toBe("orders@print.example");
  await bar.getByRole("button", { name: "Discard" }).click();
  await page.getByRole("button", { name: "Discard changes" }).click();
  await bar.waitFor({ state: "hidden" });
  expect(await email.inputValue()).toBe("help@print.example");
  await page.unroute(/\.data/);
});

test("unreadable settings are saved as they are shown, or left for later", async ({ database, desktop }) => {
  const { app, page, visit } = desktop;
  const bar = page.locator("#save-bar");
  const banner = app.getByText("Some settings need to be saved again");
  const margin = { minimumMarginPercent: "12", approval: "automatic" };
  await database.query(`UPDATE "Shop" SET "settings" = "settings" || $1::jsonb`, [JSON.stringify(margin)]);
  await visit("/app/settings");
  await banner.waitFor();
  await app.getByRole("link", { name: /^Prices and profit.*Save again/ }).click();
  await app.getByLabel("Minimum margin").waitFor();
  await banner.waitFor();
  await bar.getByRole("button", { name: "Discard" }).click();
  await page.getByRole("button", { name: "Discard changes" }).click();
  await bar.waitFor({ state: "hidden" });
  await app.getByLabel("Check print SKUs and costs every night").uncheck();
  await bar.getByRole("button", { name: "Save" }).click();
  await bar.waitFor({ state: "hidden" });
  await banner.waitFor();

  await visit("/app");
  await banner.waitFor();
  await app.getByRole("link", { name: "Go to settings" }).click();
  await app.getByLabel("Minimum margin").waitFor();
  await bar.getByRole("button", { name: "Save" }).click();
  await banner.waitFor({ state: "hidden" });
  await bar.waitFor({ state: "hidden" });
  await visit("/app/settings/sending");
  expect(await app.getByLabel("Send orders automatically").isChecked()).toBe(true);
});

test("products list what was sold and isn't mapped, and what is never printed", async ({ shop, desktop, phone }) => {
  expect(shop.submitted.id).not.toBe("");
  for (const visitor of [desktop, phone]) {
    await visitor.visit("/app/products?tab=sold");
    await visitor.app.getByText("Beeswax candle").waitFor();
    expect(await findFaults(visitor, ["/app/products?tab=sold"])).toEqual([]);
  }
  const { app, page } = desktop;
  await app.getByRole("link", { name: "Map Beeswax candle" }).click();
  await app.getByRole("button", { name: "More actions" }).click();
  await app.locator(".Polaris-ActionList__Item", { hasText: "Never print this product" }).click();
  await page.getByText("Product marked as never printed").waitFor();
  await desktop.visit("/app/products");
  const row = app.getByRole("row").filter({ hasText: "Beeswax candle" });
  await row.getByText("Never printed").waitFor();
  await desktop.visit("/app/products?tab=sold");
  await app.getByText("No unmapped products in unfulfilled orders").waitFor();
});

test("a variant's form stays open while an error is fixed, and copied artwork asks for no SKU", async ({
  harness,
  desktop,
}) => {
  const { app, page } = desktop;
  const { shirt } = harness.sandbox.products;
  await desktop.visit(`/app/products/${shirt.id}?variant=${harness.sandbox.goods.shirt}`);
  await app.getByRole("button", { name: /^(Map|Edit) White \/ L$/ }).click();
  await app.getByLabel("Print SKU", { exact: true }).last().fill("NO-SUCH-SKU");
  await app.getByLabel("Front artwork", { exact: true }).last().fill(ARTWORK);
  await app.getByRole("button", { name: /^Close White \/ L$/ }).click();
  await page.locator("#save-bar").getByRole("button", { name: "Save" }).click();
  await app.getByText("The print service rejected this SKU").waitFor();
  await app.getByLabel("Print SKU", { exact: true }).last().press("End");
  await app.getByLabel("Print SKU", { exact: true }).last().pressSequentially("-2");
  expect(await app.getByLabel("Print SKU", { exact: true }).last().inputValue()).toBe("NO-SUCH-SKU-2");

  await app.getByLabel("Print SKU", { exact: true }).last().fill("tee-black-m");
  await page.locator("#save-bar").getByRole("button", { name: "Save" }).click();
  await app.getByText("Did you mean TEE-BLACK-M?").waitFor();
  await app.getByLabel("Print SKU", { exact: true }).last().fill("TEE-BLACK-M");
  await page.locator("#save-bar").getByRole("button", { name: "Save" }).click();
  await page.locator("#save-bar").waitFor({ state: "hidden" });
  await app.getByRole("button", { name: "Copy artwork to all variants from White / L" }).click();
  await app.getByRole("button", { name: /^Map White \/ M$/ }).click();
  expect(await app.getByLabel("Front artwork", { exact: true }).nth(-2).inputValue()).toBe(ARTWORK);
  await app.getByLabel("Print note").last().fill("Fold");
  await page.locator("#save-bar").getByRole("button", { name: "Save" }).click();
  await page.locator("#save-bar").waitFor({ state: "hidden" });
  expect(await app.getByText("Enter a print SKU").count()).toBe(0);
});

test("mappings that could not be saved stay on the page, and what could not be done says so", async ({
  harness,
  desktop,
}) => {
  const { app, page, visit } = desktop;
  const { sandbox } = harness;
  const variants = ["M", "L"].map((size) => ({ sku: `TEE-BLACK-${size}`, options: [{ name: "Size", value: size }] }));
  const input = { title: "Raincoat", variants };
  const raincoat = await sandbox.shopify.post<Product>("create-product", { shop: DEV_SHOP, input });
  const gids = {
    productGid: `gid://shopify/Product/${raincoat.id}`,
    variantGid: `gid://shopify/ProductVariant/${raincoat.variants[0]?.id}`,
  };
  await sandbox.merchant.post("/app/api/mappings", [{ ...gids, itemSku: "TEE-BLACK-M", requiredSides: [] }]);
  const failsToSave = async (field: Locator) => {
    await field.fill("TEE-BLACK-L");
    await withLostConnection(desktop, async () => {
      await page.locator("#save-bar").getByRole("button", { name: "Save" }).click();
      await app.getByText("Your changes are still on this page.").waitFor();
    });
    expect(await field.inputValue()).toBe("TEE-BLACK-L");
  };

  await visit(`/app/products/${raincoat.id}`);
  await failsToSave(app.getByLabel("Print SKU", { exact: true }).first());
  await page.locator("#save-bar").getByRole("button", { name: "Discard" }).click();
  await page.getByRole("button", { name: "Discard changes" }).click();
  const unreached = page.getByText("Inkbridge couldn't be reached. Try again in a moment.");
  await withLostConnection(desktop, async () => {
    await app.getByRole("button", { name: "Never print L" }).click();
    await unreached.waitFor();
    await unreached.waitFor({ state: "hidden" });
    await app.getByRole("button", { name: "Remove mapping of M" }).click();
    await app.getByRole("dialog").getByRole("button", { name: "Remove mapping" }).click();
    await unreached.waitFor();
  });

  // What the page reads beside itself is read again, and the page stays.
  const progress = /variants\/edit/;
  await withLostConnection(
    desktop,
    async () => {
      const isLost = () => page.waitForEvent("requestfailed", (request) => progress.test(request.url()));
      await Promise.all([isLost(), visit("/app/products/variants?query=raincoat")]);
      await isLost();
    },
    progress,
  );
  await failsToSave(app.getByLabel("Print SKU of Raincoat, M"));
});

test("a merchant copies the mappings of another product, and is told where that one can't be read", async ({
  harness,
  desktop,
}) => {
  const { app, page, visit } = desktop;
  const { sandbox } = harness;
  const variants = ["M", "L"].map((size) => ({ sku: null, options: [{ name: "Size", value: size }] }));
  const create = (title: string) =>
    sandbox.shopify.post<Product>("create-product", { shop: DEV_SHOP, input: { title, variants } });
  const source = await create("Windbreaker");
  const target = await create("Parka");
  const mapping = {
    productGid: `gid://shopify/Product/${source.id}`,
    variantGid: `gid://shopify/ProductVariant/${source.variants[0]?.id}`,
    itemSku: "TEE-BLACK-M",
    requiredSides: [],
  };
  await sandbox.merchant.post("/app/api/mappings", [mapping]);
  await visit(`/app/products/${target.id}`);
  await withLostConnection(desktop, async () => {
    await app.getByRole("button", { name: "More ways to map" }).click();
    await app.locator(".Polaris-ActionList__Item", { hasText: "Copy from product" }).click();
    await page.getByRole("searchbox", { name: "Search products" }).fill("Windbreaker");
    await page.locator(".pick", { hasText: "Windbreaker" }).click();
    await page.getByRole("button", { name: "Select", exact: true }).click();
    await app.getByText("The product couldn't be read.").waitFor();
  });
  await app.getByRole("button", { name: "Try again" }).click();
  await app.getByRole("dialog", { name: "Copy mappings from Windbreaker" }).waitFor();
  await app.getByRole("button", { name: "Preview" }).click();
  await app.getByText("1 variant will change").waitFor();
  await app.getByRole("button", { name: "Save 1 mapping" }).click();
  await page.getByText("1 mapping saved").waitFor();
  await app.getByText("1 of 2 variants mapped").waitFor();
});

test("a merchant who removes a mapping sees which orders that holds, and can leave the line item out", async ({
  harness,
  shop,
  desktop,
  phone,
}) => {
  const { app, page } = desktop;
  await desktop.visit(`/app/products/${harness.sandbox.products.shirt.id}?variant=${harness.sandbox.goods.shirt}`);
  await app.getByRole("button", { name: /^Remove mapping of Black \/ M/ }).click();
  await app.getByText(/2 orders not sent yet use this mapping/).waitFor();
  await app.getByRole("button", { name: "Remove mapping", exact: true }).click();
  await page.getByText("Mapping removed, 2 orders on hold").waitFor();

  const order = `/app/orders/${shop.unpaid.id}`;
  for (const visitor of [desktop, phone]) {
    await visitor.visit(order);
    await visitor.app.getByText("The mapping of a variant in this order was removed.").first().waitFor();
    expect(await findFaults(visitor, [order])).toEqual([]);
  }
  await app
    .getByRole("button", { name: /^Don't print this item… Fox shirt/ })
    .first()
    .click();
  await app.getByText("Don't print this item?").waitFor();
  await app.getByRole("button", { name: "Don't print this item", exact: true }).click();
  await app.getByText("Excluded from print by staff.").waitFor();
  await app.getByRole("button", { name: "Print this item Fox shirt" }).waitFor();
});
