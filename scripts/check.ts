/**
 * `npm run check`: types, lint, format, the arrows between the folders, the documents, the migrations, shopify.app.toml,
 * Shopify's own look at security (`shopify app doctor`), the workflows, the GraphQL operations, the build of the
 * extensions, the size of the pages. All of them run.
 */
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const CODE = ["app", "server", "server.ts", "scripts", "sandbox", "tests", "bench", "extensions"].filter((path) =>
  existsSync(`${ROOT}/${path}`),
);

const CHECKS: [name: string, command: string, ...args: string[]][] = [
  ["types", "tsc", "--noEmit", "-p", "."],
  ["types of the extensions", "tsc", "--noEmit", "-p", "extensions"],
  ["lint", "eslint", "--cache", "--cache-location", ".cache/eslint/", "--max-warnings", "0", "."],
  ["format", "prettier", "--check", "--log-level", "warn", "--cache", "--cache-location", ".cache/prettier", "."],
  ["imports", "depcruise", "--config", ".dependency-cruiser.cjs", "--output-type", "err", ...CODE],
  ["documents", "node", "scripts/check-documents.ts"],
  ["released migrations", "node", "scripts/check-migrations.ts"],
  ["new migration", "node", "scripts/db-diff.ts", "--check"],
  ["app configuration", "node", "scripts/check-app-configuration.ts"],
  ["security, by Shopify", "shopify", "app", "doctor", "--skip-instructions", "--blocking", "low"],
  ["workflows", "node", "scripts/check-workflows.ts"],
  ["graphql", "node", "scripts/graphql-types.ts", "--check"],
  ["extensions", "node", "scripts/build-extensions.ts"],
  ["build", "node", "scripts/setup/build-app.mjs"],
  ["size of the pages", "node", "scripts/check-assets.ts"],
];
/** Checks whose output is shown when they pass, too. */
const ALWAYS_SHOWN = ["extensions", "size of the pages"];

let failed = 0;
for (const [name, command, ...args] of CHECKS) {
  const { code, output } = await run(command, args);
  console.log(`${code === 0 ? "ok    " : "FAILED"} ${name}`);
  if (code !== 0 || ALWAYS_SHOWN.includes(name)) console.log(output.trimEnd());
  if (code !== 0) failed++;
}
process.exitCode = failed === 0 ? 0 : 1;

function run(command: string, args: string[]): Promise<{ code: number; output: string }> {
  return new Promise((resolve) => {
    const PATH = `${ROOT}/node_modules/.bin:${process.env.PATH ?? ""}`;
    const env = { ...process.env, PATH, SHOPIFY_CLI_NO_ANALYTICS: "1" };
    const child = spawn(command, args, { cwd: ROOT, env, stdio: ["ignore", "pipe", "pipe"] });
    let output = "";
    for (const stream of [child.stdout, child.stderr]) stream.on("data", (part: Buffer) => (output += part.toString()));
    child.once("error", (error) => resolve({ code: 1, output: error.message }));
    child.once("close", (code) => resolve({ code: code ?? 1, output }));
  });
}
