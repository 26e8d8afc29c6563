import { run, say } from "./run.mjs";
import { hashOf, unlessStamped } from "./stamp.mjs";

const SOURCES = [
  "app",
  "prisma/schema.prisma",
  "public",
  "vite.config.ts",
  "scripts/compress-assets.ts",
  "tsconfig.json",
  "package-lock.json",
];

/**
 * Builds the app, when its sources have changed since the last time.
 * @param {string} node
 */
export function buildApp(node) {
  unlessStamped("build/inkbridge.stamp", hashOf(SOURCES), () => {
    say("Building the app");
    const env = { ...process.env, NODE_ENV: "production" };
    const done = run(node, ["node_modules/@remix-run/dev/dist/cli.js", "vite:build"], env);
    if (!done.ok) throw new Error(`The build failed:\n${done.output}`);
  });
}
