import { defineConfig } from "vitest/config";

const everywhere = {
  setupFiles: ["tests/support/strict-console.ts"],
  sequence: { shuffle: { files: true, tests: true } },
  testTimeout: 20_000,
  hookTimeout: 30_000,
};

const BROWSER = "tests/browser/**/*.test.ts";
const FAULTS = "tests/faults/**/*.test.ts";

export default defineConfig({
  test: {
    globalSetup: ["tests/support/global-setup.ts"],
    maxWorkers: 2,
    // Tests rest on no order. A failure comes again with the same one; `--sequence.seed=N` tries another.
    sequence: { seed: 21 },
    reporters: ["default", "./tests/support/summary-reporter.ts"],
    projects: [
      {
        extends: true,
        test: {
          ...everywhere,
          name: "unit",
          include: ["{app,server,sandbox,scripts}/**/*.test.{ts,tsx}"],
        },
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
        test: { ...everywhere, name: "flows", include: ["tests/**/*.test.ts"], exclude: [BROWSER, FAULTS] },
      },
      {
        extends: true,
        test: {
          ...everywhere,
          name: "browser",
          include: [BROWSER],
          // Each file starts a sandbox and a Chromium: one after another, when the others are done.
          fileParallelism: false,
          sequence: { ...everywhere.sequence, groupOrder: 1 },
          // The first test of a file waits for the sandbox, too.
          testTimeout: 150_000,
          hookTimeout: 90_000,
        },
      },
      {
        extends: true,
        test: {
          ...everywhere,
          name: "faults",
          include: [FAULTS],
          // Each file starts processes of its own and kills them: one after another, when the others are done.
          fileParallelism: false,
          sequence: { ...everywhere.sequence, groupOrder: 2 },
          testTimeout: 240_000,
          hookTimeout: 90_000,
        },
      },
    ],
  },
});
