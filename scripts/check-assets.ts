/**
 * What a browser without cache loads for each page of the build, compressed by Brotli, against a budget: code that grows
 * unnoticed makes every page slower. Needs a build (scripts/setup/build-app.mjs).
 */
import { readdirSync, readFileSync, statSync } from "node:fs";
import { fileURLToPath } from "node:url";

const CLIENT = fileURLToPath(new URL("../build/client", import.meta.url));

/** Bytes a page, a little above the largest one when they were set. */
const BUDGET = { js: 197_000, css: 43_500 };
type Kind = keyof typeof BUDGET;

interface Files {
  module: string;
  imports: string[];
  css: string[];
}

interface Manifest {
  entry: Files;
  routes: Record<string, Files & { id: string; parentId?: string }>;
}

const MANIFEST = readdirSync(`${CLIENT}/assets`).find((name) => /^manifest-.*\.js$/.test(name));
const manifest = readManifest();
const pages = Object.keys(manifest.routes).map((id) => ({ id, ...bytesOf(id) }));
let failed = 0;
for (const kind of Object.keys(BUDGET) as Kind[]) {
  const [largest] = pages.toSorted((a, b) => b[kind] - a[kind]);
  console.log(`${kind}: ${largest?.[kind]} of ${BUDGET[kind]} bytes at most (${largest?.id})`);
  for (const page of pages.filter((one) => one[kind] > BUDGET[kind])) {
    console.log(`${page.id} loads ${page[kind]} bytes of ${kind}: over the budget of scripts/check-assets.ts`);
    failed += 1;
  }
}
process.exitCode = failed === 0 ? 0 : 1;

/** What Remix tells the browser about its routes. */
function readManifest(): Manifest {
  if (!MANIFEST) throw new Error("The build has no manifest.");
  const text = read(`/assets/${MANIFEST}`);
  return JSON.parse(text.slice(text.indexOf("{"), text.lastIndexOf("}") + 1)) as Manifest;
}

/** Of a route with the routes around it, and what they link to. */
function bytesOf(id: string): Record<Kind, number> {
  const js = new Set([`/assets/${MANIFEST}`, manifest.entry.module, ...manifest.entry.imports]);
  const css = new Set(manifest.entry.css);
  for (let route = manifest.routes[id]; route; route = manifest.routes[route.parentId ?? ""]) {
    for (const file of [route.module, ...route.imports]) js.add(file);
    for (const file of route.css) css.add(file);
  }
  // Style sheets that a route links by address are known to its code alone.
  for (const file of js) for (const [name] of read(file).matchAll(/\/assets\/[\w.-]+\.css/g)) css.add(name);
  const sum = (files: ReadonlySet<string>) =>
    [...files].reduce((all, file) => all + statSync(`${CLIENT}${file}.br`).size, 0);
  return { js: sum(js), css: sum(css) };
}

function read(file: string): string {
  return readFileSync(`${CLIENT}${file}`, "utf8");
}
