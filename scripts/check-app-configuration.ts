/**
 * `npm run check`: what of `shopify app config validate` can be said without Shopify. The command itself asks Shopify's
 * servers, and wants a login.
 */
import { readdirSync, readFileSync } from "node:fs";
import { parse } from "smol-toml";
import { configurationFindings } from "./app-configuration/findings.ts";
import { readAppConfiguration, readExtensions } from "./app-configuration/read.ts";

const ROOT = new URL("../", import.meta.url);
const read = (path: string) => readFileSync(new URL(path, ROOT), "utf8");
const toml = (path: string): unknown => parse(read(path));

const files = readdirSync(new URL("extensions", ROOT), { recursive: true, encoding: "utf8" })
  .filter((file) => file.endsWith("shopify.extension.toml") && !file.includes("node_modules"))
  .map((file) => ({ file: `extensions/${file}`, content: toml(`extensions/${file}`) }));
const findings = configurationFindings(
  readAppConfiguration(toml("shopify.app.toml")),
  files.flatMap(({ file, content }) => readExtensions(file, content)),
  /^SCOPES=(.*)$/m.exec(read(".env.example"))?.[1] ?? "",
);
for (const finding of findings) console.error(finding);
process.exitCode = findings.length === 0 ? 0 : 1;
