import type { Reporter, TestModule } from "vitest/node";

/** Prints, as the very last line, how many tests passed and failed. A run of nothing is a failure. */
export default class SummaryReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], errors: readonly unknown[]): void {
    let passed = 0;
    let failed = errors.length;
    for (const module of modules) {
      const tests = [...module.children.allTests()];
      passed += tests.filter((one) => one.result().state === "passed").length;
      const bad = tests.filter((one) => one.result().state === "failed").length;
      // A file that could not be read, or whose hooks failed, counts as one failure.
      failed += bad > 0 ? bad : module.state() === "failed" ? 1 : 0;
    }
    if (passed + failed === 0 || failed > 0) process.exitCode = 1;
    process.once("exit", (code) => {
      // The run failed, and no test did: tests left something behind.
      if (code !== 0) failed = Math.max(1, failed);
      process.stdout.write(`${passed} passed, ${failed} failed\n`);
    });
  }
}
