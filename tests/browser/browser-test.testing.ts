import { mkdir } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { test as plain, type TestContext } from "vitest";
import { openStage, type StageOptions, type Width } from "./harness.testing.ts";
import type { Visitor } from "./visitor.testing.ts";

const PICTURES = fileURLToPath(new URL("../../.cache/browser/", import.meta.url));

/**
 * `test` of a file of browser tests: one `stage` for the file, and for each test a visitor at a `desktop` and one with
 * a `phone`. A test fails when its visitor's browser complained, and leaves a picture in .cache/browser when it fails.
 */
export function testOnStage(options: StageOptions = {}) {
  return (
    plain
      // eslint-disable-next-line no-empty-pattern -- vitest wants to read in the pattern what the fixture needs: nothing
      .extend("stage", { scope: "file" }, async ({}, { onCleanup }) => {
        const stage = await openStage(options);
        onCleanup(() => stage.close());
        return stage;
      })
      .extend("desktop", async ({ stage, task }, { onCleanup }) => {
        const visitor = await stage.newPage("desktop");
        onCleanup(() => sayGoodbye(visitor, "desktop", task));
        return visitor;
      })
      .extend("phone", async ({ stage, task }, { onCleanup }) => {
        const visitor = await stage.newPage("phone");
        onCleanup(() => sayGoodbye(visitor, "phone", task));
        return visitor;
      })
  );
}

async function sayGoodbye(visitor: Visitor, width: Width, task: TestContext["task"]): Promise<void> {
  const { page, complaints } = visitor;
  if (complaints.length > 0 || (task.result?.errors ?? []).length > 0) {
    await mkdir(PICTURES, { recursive: true });
    await page.screenshot({ path: `${PICTURES}${task.name.replace(/\W+/g, "-")}-${width}.png` });
  }
  await page.context().close();
  if (complaints.length > 0) throw new Error(`The browser complained:\n${complaints.join("\n")}`);
}
