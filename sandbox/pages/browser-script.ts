import { build } from "esbuild";
import { fileURLToPath } from "node:url";

const built = new Map<string, Promise<string>>();

/** A TypeScript file (and what it imports) as one classic script for the browser, built at first use. */
export function browserScript(entry: URL): Promise<string> {
  const known = built.get(entry.href) ?? bundle(entry);
  built.set(entry.href, known);
  return known;
}

async function bundle(entry: URL): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(entry)],
    bundle: true,
    write: false,
    format: "iife",
    target: "es2022",
    logLevel: "silent",
  });
  return outputFiles[0]?.text ?? "";
}
