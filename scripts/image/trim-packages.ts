/**
 * Takes out of node_modules what no process of the app reads: types, source maps, other databases' engines, and parts
 * that only development uses. The image's build runs it; the smoke test of the image shows that nothing is missed.
 */
import { globSync, rmSync } from "node:fs";

const UNREAD = [
  "**/*.map",
  "**/*.d.{ts,mts,cts}",
  "@types",
  "@prisma/client/runtime/query_compiler_{fast,small}_bg.{cockroachdb,mysql,sqlite,sqlserver}.*",
  "@shopify/polaris/build/{esnext,ts}",
  // Texts on artwork are drawn with one weight of each font, from its WOFF files.
  "@fontsource/*/{files/*.woff2,*.css,scss}",
];

const folder = process.argv[2] ?? "node_modules";
for (const path of globSync(UNREAD, { cwd: folder })) rmSync(`${folder}/${path}`, { recursive: true, force: true });
