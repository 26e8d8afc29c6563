/**
 * `npm run pictures`: the README's pictures, of a sandbox with orders in several states, into docs/pictures.
 * `npm run pictures -- /app/orders http://…`: pictures of any pages, each as high as it is, into .cache/pictures.
 */
import { mkdir } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { createSampleOrders } from "./sample-orders.testing.ts";
import { openBrowserHarness, WIDTHS, type BrowserHarness, type Width } from "./harness.testing.ts";
import { readmePages, type Screenshot } from "./readme-pages.ts";

const BOTH = Object.keys(WIDTHS) as Width[];
const requested: Screenshot[] = process.argv.slice(2).map((path) => ({
  name: path.replace(/\W+/g, "-").replace(/^-/, ""),
  path,
  widths: BOTH,
}));
const folder = fileURLToPath(
  new URL(requested.length > 0 ? "../../.cache/pictures/" : "../../docs/pictures/", import.meta.url),
);

await mkdir(folder, { recursive: true });
const harness = await openBrowserHarness();
try {
  const shop = await createSampleOrders(harness.sandbox);
  for (const page of requested.length > 0 ? requested : readmePages(harness, shop)) {
    for (const width of page.widths) await takeScreenshot(harness, width, page);
  }
} finally {
  await harness.close();
}

async function takeScreenshot(on: BrowserHarness, width: Width, { name, path, before }: Screenshot): Promise<void> {
  const { page, visit, appFrame, browserErrors } = await on.newPage(width);
  await visit(path);
  // Whole pages: the app's frame is only as high as the window.
  const frame = requested.length > 0 ? await appFrame() : null;
  const height = (await frame?.evaluate(() => document.documentElement.scrollHeight)) ?? 0;
  const around = WIDTHS[width].height - ((await frame?.evaluate(() => innerHeight)) ?? 0);
  if (height + around > WIDTHS[width].height) {
    await page.setViewportSize({ width: WIDTHS[width].width, height: height + around });
  }
  await before?.(page);
  const file = `${folder}${name}-${width}.png`;
  await page.screenshot({ path: file, animations: "disabled" });
  console.log(file, ...browserErrors);
  await page.context().close();
}
