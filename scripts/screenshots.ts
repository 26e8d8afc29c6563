/**
 * `npm run pictures`: the README's pictures, of a sandbox with orders in several states, into docs/pictures.
 * `npm run pictures -- /app/orders http://…`: pictures of any pages, each as high as it is, into .cache/pictures.
 */
import { mkdir } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { makeLively } from "../tests/browser/sample-orders.testing.ts";
import { openStage, WIDTHS, type Stage, type Width } from "../tests/browser/harness.testing.ts";
import { shownPages, type Shown } from "./screenshots/pages.ts";

const BOTH = Object.keys(WIDTHS) as Width[];
const asked: Shown[] = process.argv.slice(2).map((path) => ({
  name: path.replace(/\W+/g, "-").replace(/^-/, ""),
  path,
  widths: BOTH,
}));
const folder = fileURLToPath(new URL(asked.length > 0 ? "../.cache/pictures/" : "../docs/pictures/", import.meta.url));

await mkdir(folder, { recursive: true });
const stage = await openStage();
try {
  const shop = await makeLively(stage.sandbox);
  for (const page of asked.length > 0 ? asked : shownPages(stage, shop)) {
    for (const width of page.widths) await take(stage, width, page);
  }
} finally {
  await stage.close();
}

async function take(on: Stage, width: Width, { name, path, before }: Shown): Promise<void> {
  const { page, visit, appFrame, complaints } = await on.newPage(width);
  await visit(path);
  // Who asks for a page wants all of it: the app's frame is as high as the window.
  const frame = asked.length > 0 ? await appFrame() : null;
  const height = (await frame?.evaluate(() => document.documentElement.scrollHeight)) ?? 0;
  const around = WIDTHS[width].height - ((await frame?.evaluate(() => innerHeight)) ?? 0);
  if (height + around > WIDTHS[width].height) {
    await page.setViewportSize({ width: WIDTHS[width].width, height: height + around });
  }
  await before?.(page);
  const file = `${folder}${name}-${width}.png`;
  await page.screenshot({ path: file, animations: "disabled" });
  console.log(file, ...complaints);
  await page.context().close();
}
