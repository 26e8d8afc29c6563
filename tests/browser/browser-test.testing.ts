import { mkdir } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { test as plain, type TestContext } from "vitest";
import { openBrowserHarness, type BrowserHarnessOptions, type Width } from "./harness.testing.ts";
import type { Visitor } from "./visitor.testing.ts";

const SCREENSHOTS = fileURLToPath(new URL("../../.cache/browser/", import.meta.url));

/**
 * `test` of a file of browser tests: one `harness` for the file, and for each test a visitor at a `desktop` and one with
 * a `phone`. A test fails when its visitor's browser complained, and leaves a picture in .cache/browser when it fails.
 */
export function browserTest(options: BrowserHarnessOptions = {}) {
  return (
    plain
      // eslint-disable-next-line no-empty-pattern -- vitest wants to read in the pattern what the fixture needs: nothing
      .extend("harness", { scope: "file" }, async ({}, { onCleanup }) => {
        const harness = await openBrowserHarness(options);
        onCleanup(() => harness.close());
        return harness;
      })
      .extend("desktop", async ({ harness, task }, { onCleanup }) => {
        const visitor = await harness.newPage("desktop");
        onCleanup(() => closeVisitor(visitor, "desktop", task));
        return visitor;
      })
      .extend("phone", async ({ harness, task }, { onCleanup }) => {
        const visitor = await harness.newPage("phone");
        onCleanup(() => closeVisitor(visitor, "phone", task));
        return visitor;
      })
  );
}

async function closeVisitor(visitor: Visitor, width: Width, task: TestContext["task"]): Promise<void> {
  const { page, browserErrors } = visitor;
  if (browserErrors.length > 0 || (task.result?.errors ?? []).length > 0) {
    await mkdir(SCREENSHOTS, { recursive: true });
    await page.screenshot({ path: `${SCREENSHOTS}${task.name.replace(/\W+/g, "-")}-${width}.png` });
  }
  await page.context().close();
  if (browserErrors.length > 0) throw new Error(`The browser complained:\n${browserErrors.join("\n")}`);
}
