import { build } from "esbuild";
import type { AdminExtension } from "./manifest.ts";

/**
 * What runs in an extension's frame: its module, registered for its target as Shopify's CLI does it. Built from the
 * source each time, so that an edit is there after a reload. `asks`: the module that says whether the action is
 * offered.
 * @throws Error when the source does not build
 */
export async function bundleExtension(extension: AdminExtension, isShouldRender: boolean): Promise<string> {
  const { folder, shouldRender } = extension;
  const module = isShouldRender ? shouldRender : extension.module;
  const { outputFiles } = await build({
    stdin: {
      contents: `import run from ${JSON.stringify(module)}; shopify.extend(run);`,
      resolveDir: folder,
      loader: "ts",
    },
    bundle: true,
    write: false,
    format: "iife",
    target: "es2022",
    jsx: "automatic",
    jsxImportSource: "preact",
    logLevel: "silent",
    define: { "process.env.NODE_ENV": '"production"' },
  });
  return outputFiles[0]?.text ?? "";
}
