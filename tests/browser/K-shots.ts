import { openBrowserHarness, WIDTHS, type Width } from "./harness.testing.ts";
import { until } from "../support/until.ts";
import pg from "pg";
const harness = await openBrowserHarness({ onLine: (line: string) => { if (/rror/.test(line)) console.log(line.slice(0, 1500)); }, ...({ interfaces: ["v3"], shirtSku: "CT17-BLACK-M", mugSku: "MG.11-WHITE-11 OZ" } as object) });
const pool = new pg.Pool({ connectionString: harness.sandbox.databaseUrl, max: 2 });
try {
  await until("copied", async () => (await pool.query(`SELECT FROM "CatalogCopy" WHERE "copiedAt" IS NOT NULL`)).rows.length > 0);
  await pool.query(`UPDATE "Mapping" SET "itemSku" = 'TEE-BLACK-M' WHERE "itemSku" LIKE 'CT17%'`);
  await pool.query(`UPDATE "CatalogVariant" SET "outOfStock" = true WHERE "itemSku" LIKE 'MG.11-WHITE%'`);
  const { rows } = await pool.query(`SELECT "id" FROM "CatalogProduct" WHERE "code" = 'CT17'`);
  const pages = [["list", "/app/catalog"], ["stock", "/app/catalog?tab=out_of_stock"]];
  for (const width of ["desktop"] as Width[]) {
    const { page, visit, appFrame, browserErrors } = await harness.newPage(width);
    for (const [name, path] of pages) {
      await visit(path ?? "");
      const frame = await appFrame();
      const height = (await frame?.evaluate(() => document.documentElement.scrollHeight)) ?? 0;
      await page.setViewportSize({ width: WIDTHS[width].width, height: Math.min(2400, Math.max(WIDTHS[width].height, height + 120)) });
      await page.waitForTimeout(1500);
      await page.screenshot({ path: `/tmp/w/K-shots/${name}-${width}.png` });
      await page.setViewportSize(WIDTHS[width]);
    }
    console.log(...browserErrors);
    await page.close();
  }
} finally {
  await pool.end();
  await harness.close();
}
