import type { Pool } from "pg";
import { DEV_SHOP } from "../../sandbox/dev-shop.ts";
import { largeCatalog } from "../../sandbox/large-catalog.ts";
import { until } from "../support/until.ts";
import type { BrowserHarness } from "./harness.testing.ts";

/** Creates so many variants with SKUs like `CAT-…` in the store, and waits until the app has read them. */
export async function stockVariants({ sandbox }: BrowserHarness, database: Pool, variants: number): Promise<void> {
  for (const input of largeCatalog(variants)) await sandbox.shopify.post("create-product", { shop: DEV_SHOP, input });
  await until("the variants in the app", async () => {
    const { rowCount } = await database.query(`SELECT FROM "ProductVariant" WHERE "sku" LIKE 'CAT-%'`);
    return rowCount === variants;
  });
}
