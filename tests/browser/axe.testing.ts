import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import type { AxeResults, RunOptions } from "axe-core";
import type { Frame } from "playwright-core";
import { expect } from "vitest";
import type { Visitor } from "./visitor.testing.ts";

const AXE = createRequire(import.meta.url).resolve("axe-core/axe.min.js");
let source: Promise<string> | undefined;

const RULES: RunOptions = {
  runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
  // The admin and the app in it are one page in two frames: the heading is in the one, the landmarks in the other.
  rules: {
    "landmark-one-main": { enabled: false },
    region: { enabled: false },
    "page-has-heading-one": { enabled: false },
  },
  // The frames are looked at one by one.
  iframes: false,
  resultTypes: ["violations"],
};

/** Polaris itself puts the button "More views" among the tabs where these do not fit into one row. */
const POLARIS_TABS = /^<ul class="Polaris-Tabs\b/;

/** What axe finds in one frame: a line per rule, with the elements and what would fix them. */
export async function findAccessibilityViolations(frame: Frame): Promise<string[]> {
  await frame.evaluate(await (source ??= readFile(AXE, "utf8")));
  const results = await frame.evaluate(
    (rules) => (window as unknown as { axe: { run(options: RunOptions): Promise<AxeResults> } }).axe.run(rules),
    RULES,
  );
  return results.violations.flatMap((rule) => {
    const nodes = rule.nodes
      .filter((node) => !(rule.id === "aria-required-children" && POLARIS_TABS.test(node.html)))
      .map((node) => `${node.html.slice(0, 160)} (${node.failureSummary ?? ""})`);
    return nodes.length > 0 ? [`${rule.id}: ${rule.help}\n  ${nodes.join("\n  ")}`] : [];
  });
}

/** Expects that axe finds nothing in the app's frame as it is now, with what is open in it. */
export async function expectAccessible({ appFrame }: Visitor): Promise<void> {
  const frame = await appFrame();
  expect(frame && (await findAccessibilityViolations(frame))).toEqual([]);
}
