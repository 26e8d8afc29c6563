import { fileURLToPath } from "node:url";
import { configDefaults, defineConfig } from "vitest/config";
import { FileOrder } from "./tests/support/file-order.ts";
import { measureSlowness } from "./tests/support/measure-slowness.ts";

// Workers and the processes that tests start inherit both: each compiles the same packages, and waits as long as this machine needs.
process.env["NODE_COMPILE_CACHE"] ??= fileURLToPath(new URL(".cache/compile", import.meta.url));
process.env["INKBRIDGE_TEST_SLOWNESS"] ??= String(measureSlowness());
const slowness = Number(process.env["INKBRIDGE_TEST_SLOWNESS"]);

const everywhere = {
  setupFiles: ["tests/support/strict-console.ts"],
  sequence: { shuffle: { files: true, tests: true } },
  // They end what hangs. A test waits for each condition only as long as tests/support/until.ts allows.
  testTimeout: 120_000 * slowness,
  hookTimeout: 120_000 * slowness,
  expect: { poll: { timeout: 10_000 * slowness } },
  // The files of a worker share its modules: most of a file's time would go into loading them again.
  isolate: false,
};

/** They import TSX. */
const VIEWS = "app/components/**/*.test.{ts,tsx}";
/** Variants that a change rarely breaks and that take long: `npm run test:release` runs them, `npm test` does not. */
const RELEASE = "**/*.release.test.ts";
const exclude = [...configDefaults.exclude, RELEASE];

/**
 * Node 24 runs these sources as it runs the app's. Vite would transform each module in each run, and map the stack of each
 * error. Not for tests that import TSX.
 */
const runByNode = { experimental: { viteModuleRunner: false, nodeLoader: false } };

export default defineConfig({
  test: {
    globalSetup: ["tests/support/global-setup.ts"],
    // More than the two cores that a run may count on: many tests wait for a database, a queue or a timer. Each worker more loads the
    // app's modules once more, and what waits polls.
    maxWorkers: 3,
    // Tests rest on no order. A failure comes again with the same one; `--sequence.seed=N` tries another.
    sequence: { seed: 21, sequencer: FileOrder },
    // `npm run test:changed` goes by imports; Vitest itself would take a changed package.json for a change of all files.
    forceRerunTriggers: ["**/vitest.config.ts"],
    reporters: ["default", "./tests/support/summary-reporter.ts"],
    projects: [
      {
        extends: true,
        test: {
          ...everywhere,
          ...runByNode,
          name: "node",
          include: ["{app,bench,server,sandbox,scripts,tests}/**/*.test.{ts,tsx}"],
          exclude: [...exclude, VIEWS],
        },
      },
      {
        extends: true,
        test: {
          ...everywhere,
          name: "views",
          include: [VIEWS],
          exclude,
          // Loading Polaris takes longer than these tests.
          maxWorkers: 1,
          sequence: { ...everywhere.sequence, groupOrder: 1 },
        },
      },
      {
        extends: true,
        esbuild: { jsx: "automatic", jsxImportSource: "preact" },
        test: {
          ...everywhere,
          name: "extensions",
          include: ["extensions/**/*.test.{ts,tsx}"],
          exclude,
          environment: "jsdom",
          server: { deps: { inline: ["@shopify/ui-extensions-tester"] } },
          maxWorkers: 1,
          sequence: { ...everywhere.sequence, groupOrder: 1 },
        },
      },
      {
        extends: true,
        test: {
          ...everywhere,
          ...runByNode,
          name: "release",
          include: [RELEASE],
          testTimeout: 300_000 * slowness,
          maxWorkers: 2,
          sequence: { ...everywhere.sequence, groupOrder: 2 },
        },
      },
    ],
  },
});
