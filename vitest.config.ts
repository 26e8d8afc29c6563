import { fileURLToPath } from "node:url";
import { configDefaults, defineConfig } from "vitest/config";

// Workers and the processes that tests start inherit this: each compiles the same packages.
process.env["NODE_COMPILE_CACHE"] ??= fileURLToPath(new URL(".cache/compile", import.meta.url));

const everywhere = {
  setupFiles: ["tests/support/strict-console.ts"],
  sequence: { shuffle: { files: true, tests: true } },
  testTimeout: 20_000,
  hookTimeout: 30_000,
  // The files of a worker share its modules: most of a file's time would go into loading them again.
  isolate: false,
};

/** They import TSX. */
const VIEWS = "app/components/**/*.test.{ts,tsx}";
const BROWSER = "tests/browser/**/*.test.ts";
const FAULTS = "tests/faults/{scenarios/**/*,*}.test.ts";
const FAULT_RULES = "tests/faults/{content,invariants,schedule}/**/*.test.ts";
/** Variants that a change rarely breaks and that take long: `npm run test:release` runs them, `npm test` does not. */
const RELEASE = "**/*.release.test.ts";
const exclude = [...configDefaults.exclude, RELEASE];

/**
 * Node 24 runs these sources as it runs the app's. Vite would transform each module in each run, and map the stack of each
 * error. Not for tests that import TSX.
 */
const runByNode = { experimental: { viteModuleRunner: false, nodeLoader: false } };

/** For files that start processes of the app or a Chromium. */
const withProcesses = {
  ...everywhere,
  ...runByNode,
  // The first test of a file waits for the processes, too. A busy machine takes half of it for the longest tests.
  testTimeout: 300_000,
  hookTimeout: 90_000,
};

export default defineConfig({
  test: {
    globalSetup: ["tests/support/global-setup.ts"],
    // More than the two cores that a run may count on: most tests wait for a database, a queue or a timer. One project after
    // the other, without a pause in between: the tests with a Chromium first, the short ones last.
    maxWorkers: 4,
    // Tests rest on no order. A failure comes again with the same one; `--sequence.seed=N` tries another.
    sequence: { seed: 21 },
    reporters: ["default", "./tests/support/summary-reporter.ts"],
    projects: [
      {
        extends: true,
        test: {
          ...everywhere,
          ...runByNode,
          name: "unit",
          include: ["{app,bench,server,sandbox,scripts}/**/*.test.{ts,tsx}", FAULT_RULES],
          exclude: [...exclude, VIEWS],
        },
      },
      {
        extends: true,
        test: { ...everywhere, name: "views", include: [VIEWS], exclude },
      },
      {
        extends: true,
        esbuild: { jsx: "automatic", jsxImportSource: "preact" },
        test: {
          ...everywhere,
          name: "extensions",
          include: ["extensions/**/*.test.{ts,tsx}"],
          environment: "jsdom",
          server: { deps: { inline: ["@shopify/ui-extensions-tester"] } },
        },
      },
      {
        extends: true,
        test: {
          ...everywhere,
          ...runByNode,
          name: "flows",
          include: ["tests/**/*.test.ts"],
          exclude: [...exclude, BROWSER, "tests/faults/**"],
          // Longer than a test waits for one condition (tests/support/until.ts).
          testTimeout: 60_000,
          // An app and its stand-ins start in two seconds, on a machine that does much else in thirty.
          hookTimeout: 90_000,
        },
      },
      {
        extends: true,
        test: {
          ...withProcesses,
          name: "browser",
          include: [BROWSER],
          exclude,
        },
      },
      {
        extends: true,
        test: {
          ...withProcesses,
          name: "faults",
          include: [FAULTS],
          exclude,
        },
      },
      {
        extends: true,
        test: {
          ...withProcesses,
          name: "release",
          include: [RELEASE],
          maxWorkers: 2,
          sequence: { ...everywhere.sequence, groupOrder: 2 },
        },
      },
    ],
  },
});
