/**
 * `npm run docs:reference`: writes the generated pages of docs/reference. `npm run check` fails while a page differs from
 * the code.
 */
import { writeFileSync } from "node:fs";
import { GENERATED_PAGES } from "./reference/pages.ts";

for (const [path, render] of Object.entries(GENERATED_PAGES)) {
  writeFileSync(new URL(`../${path}`, import.meta.url), await render());
  console.log(`Wrote ${path}`);
}
