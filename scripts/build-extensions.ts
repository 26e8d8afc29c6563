/**
 * Builds the extensions of the Shopify admin as `shopify app deploy` would, without login or network, and says how
 * large each is. In a copy under .cache/extensions: the CLI writes beside its sources, and would build the app as well.
 */
import { spawn } from "node:child_process";
import { cp, mkdir, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";

/** Shopify refuses a larger script, compressed (shopify: admin extensions, limits). */
const MAX_BYTES = 64 * 1024;

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const COPY = join(ROOT, ".cache", "extensions");

await prepare();
await build();
const problems = await sizes();
for (const problem of problems) console.error(problem);
process.exitCode = problems.length === 0 ? 0 : 1;

async function prepare(): Promise<void> {
  await rm(COPY, { recursive: true, force: true });
  await mkdir(COPY, { recursive: true });
  const isSource = (path: string) => !/[\\/](dist|manifest\.json)$/.test(path);
  await cp(join(ROOT, "extensions"), join(COPY, "extensions"), { recursive: true, filter: isSource });
  await cp(join(ROOT, "shopify.app.toml"), join(COPY, "shopify.app.toml"));
  // What the extensions share with the app; packages are found by walking up.
  await symlink(join(ROOT, "app"), join(COPY, "app"), "junction");
  await cp(join(ROOT, "tsconfig.json"), join(COPY, "tsconfig.json"));
  await writeFile(join(COPY, "package.json"), '{ "private": true }\n');
}

function build(): Promise<void> {
  const cli = join(ROOT, "node_modules", "@shopify", "cli", "bin", "run.js");
  const env = { ...process.env, CI: "1", SHOPIFY_CLI_NO_ANALYTICS: "1", FORCE_COLOR: "0" };
  const child = spawn(process.execPath, [cli, "app", "build", "--path", COPY, "--skip-dependencies-installation"], {
    cwd: COPY,
    env,
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (part: Buffer) => (output += part.toString()));
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code) => (code === 0 ? resolve() : reject(new Error(`shopify app build failed:\n${output}`))));
  });
}

/** Prints the size of every script; names those that are too large. */
async function sizes(): Promise<string[]> {
  const scripts = (await filesUnder(join(COPY, "extensions"))).filter((path) =>
    /[\\/]dist[\\/][^\\/]+\.js$/.test(path),
  );
  if (scripts.length === 0) return ["shopify app build made no script at all."];
  const tooLarge: string[] = [];
  for (const path of scripts.sort()) {
    const bytes = gzipSync(await readFile(path)).length;
    const name = path.split(/[\\/]/).at(-1);
    console.log(`${String(Math.ceil(bytes / 102.4) / 10).padStart(5)} KB  ${name}`);
    if (bytes > MAX_BYTES) tooLarge.push(`${name} is larger than ${MAX_BYTES / 1024} KB.`);
  }
  return tooLarge;
}

async function filesUnder(folder: string): Promise<string[]> {
  const found = await readdir(folder, { recursive: true, withFileTypes: true });
  return found.filter((one) => one.isFile()).map((one) => join(one.parentPath, one.name));
}
