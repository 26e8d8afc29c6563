import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { Html } from "./html.ts";

const require = createRequire(import.meta.url);
const drawn = new Map<string, Html>();

/** One of Polaris' icons without text, e.g. `icon("Home")`. @throws when Polaris has none of that name */
export function icon(name: string): Html {
  const known = drawn.get(name) ?? draw(name);
  drawn.set(name, known);
  return known;
}

function draw(name: string): Html {
  const file = require.resolve("@shopify/polaris-icons").replace(/index\.\w+$/, `svg/${name}Icon.svg`);
  return new Html(readFileSync(file, "utf8").replace("<svg", '<svg class="icon" aria-hidden="true"'));
}
