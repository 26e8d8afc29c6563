import { mkdir } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import pg from "pg";
import { test as plain, type TestContext } from "vitest";
import { openDemo } from "../../sandbox/demo/demo.ts";
import { freshDatabase } from "../support/database.ts";
import { UNSAFE_DATABASE } from "../support/unsafe-database.ts";
import { sharedProfile } from "./chromium.testing.ts";
import { openBrowserHarness, type BrowserHarnessOptions, type Width } from "./harness.testing.ts";
import type { Visitor } from "./visitor.testing.ts";

const SCREENSHOTS = fileURLToPath(new URL("../../.cache/browser/", import.meta.url));

/** One Chromium for all files of a worker. Vitest asks for it once for each file's `test`, and closes each at the worker's end. */
// eslint-disable-next-line no-empty-pattern -- Vitest reads from the pattern which fixtures this one needs: none
const withProfiles = plain.extend("profiles", { scope: "worker" }, async ({}, { onCleanup }) => {
  const profiles = await sharedProfile();
  onCleanup(() => profiles.close());
  return profiles;
});

/**
 * `test` of a file of browser tests: one `harness` for the file, with its `database` and a `demo` that plays customer
 * and printer in it, and for each test a visitor with a `desktop` and one with a `phone`. Console errors in the
 * visitor's browser fail the test. A failed test leaves a picture in .cache/browser.
 */
export function browserTest(options: BrowserHarnessOptions = {}) {
  return withProfiles
    .extend("harness", { scope: "file" }, async ({ profiles }, { onCleanup }) => {
      // `npm run dev` brings its embedded database; the others share the PostgreSQL of the run, which is quicker.
      const database = options.dev ? null : await freshDatabase();
      const env = { ...options.env, ...(database ? { DATABASE_URL: database.url, ...UNSAFE_DATABASE } : {}) };
      const harness = await openBrowserHarness({ ...options, profiles, env, isMigrated: database !== null });
      onCleanup(async () => {
        await harness.close();
        await database?.drop();
      });
      return harness;
    })
    .extend("database", { scope: "file" }, ({ harness }, { onCleanup }) => {
      const pool = new pg.Pool({ connectionString: harness.sandbox.databaseUrl, max: 2 });
      onCleanup(() => pool.end());
      return pool;
    })
    .extend("demo", { scope: "file" }, ({ harness: { sandbox } }) => {
      if (!sandbox.printService) throw new Error("The stand-in of the print service is needed.");
      return openDemo(sandbox, sandbox.printService, () => undefined);
    })
    .extend("desktop", async ({ harness, task }, { onCleanup }) => {
      const visitor = await harness.newPage("desktop");
      onCleanup(() => leave(visitor, "desktop", task, options.keepTab));
      return visitor;
    })
    .extend("phone", async ({ harness, task }, { onCleanup }) => {
      const visitor = await harness.newPage("phone");
      onCleanup(() => leave(visitor, "phone", task, options.keepTab));
      return visitor;
    });
}

async function leave(visitor: Visitor, width: Width, task: TestContext["task"], keepTab = false): Promise<void> {
  const { page } = visitor;
  const browserErrors = visitor.browserErrors.splice(0);
  const failed = browserErrors.length > 0 || (task.result?.errors ?? []).length > 0;
  if (failed) {
    await mkdir(SCREENSHOTS, { recursive: true });
    await page.screenshot({ path: `${SCREENSHOTS}${task.name.replace(/\W+/g, "-")}-${width}.png` });
  }
  if (failed || !keepTab) await page.close();
  else await page.unrouteAll();
  if (browserErrors.length > 0) throw new Error(`The browser reported errors:\n${browserErrors.join("\n")}`);
}
