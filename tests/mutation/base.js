/** Options of both runs of `npm run mutate`, which changes the code in one place at a time and expects a test to fail. See docs/mutation.md. */
export const base = (name, breakAt) => ({
  testRunner: "vitest",
  vitest: { configFile: `tests/mutation/${name}.vitest.ts` },
  plugins: ["@stryker-mutator/vitest-runner"],
  concurrency: 2,
  // A fresh database is slow on a busy machine: a slow test does not count as a killed mutant.
  timeoutMS: 30_000,
  tempDirName: `.cache/stryker-${name}`,
  ignorePatterns: ["/.cache", "/.data", "/.shopify", "/build", "/bench", "/docs", "/extensions", "/public"],
  reporters: ["clear-text", "json"],
  clearTextReporter: { allowColor: false, reportTests: false },
  jsonReporter: { fileName: `.cache/mutation-${name}.json` },
  thresholds: { high: 95, low: 85, break: breakAt },
});
