import { utimes } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { expect } from "vitest";
import { until } from "../support/until.ts";
import { appPages } from "./pages.testing.ts";
import { browserTest } from "./browser-test.testing.ts";
import { shown } from "./visitor.testing.ts";

const output: string[] = [];
const test = browserTest({ dev: true, onLine: (line) => output.push(line) });

/** As if an editor had saved it. */
const save = (path: string) => utimes(fileURLToPath(new URL(`../../${path}`, import.meta.url)), new Date(), new Date());
const starts = () => output.filter((line) => line.includes("Inkbridge is running")).length;

test("pages come from the sources, and React has nothing to say about them", async ({ harness, desktop }) => {
  for (const path of appPages(harness.sandbox)) await desktop.visit(path);
});

test("a saved view appears in the open page, and the process stays", async ({ desktop }) => {
  await desktop.visit("/app");
  const before = starts();
  const updated = desktop.page.waitForEvent("console", (message) => message.text().includes("hot updated"));
  await save("app/components/common/app-frame.tsx");
  await updated;
  expect(starts()).toBe(before);
});

test("a saved file of the domain starts the process again, and the open page comes back", async ({ desktop }) => {
  await desktop.visit("/app");
  const before = starts();
  const loadedAgain = desktop.page.waitForEvent("framenavigated", { timeout: 2 * shown.timeout });
  await save("app/orders/core/transitions.ts");
  await until("the process has started again", () => starts() > before, 50_000);
  await loadedAgain;
  await desktop.app.getByRole("heading", { level: 1 }).waitFor();
  // The page asks and asks while nobody listens.
  const asking = /WebSocket connection .* failed|ERR_CONNECTION_REFUSED/;
  desktop.browserErrors.splice(0, Infinity, ...desktop.browserErrors.filter((line) => !asking.test(line)));
});
