import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import type { AxeResults, RunOptions } from "axe-core";
import type { Frame } from "playwright-core";

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

/** What axe finds in one frame: a line per rule, with the elements and what would fix them. */
export async function findAccessibilityViolations(frame: Frame): Promise<string[]> {
  await frame.evaluate(await (source ??= readFile(AXE, "utf8")));
  const results = await frame.evaluate(
    (rules) => (window as unknown as { axe: { run(options: RunOptions): Promise<AxeResults> } }).axe.run(rules),
    RULES,
  );
  return results.violations.map((rule) => {
    const nodes = rule.nodes.map((node) => `${node.html.slice(0, 160)} (${node.failureSummary ?? ""})`);
    return `${rule.id}: ${rule.help}\n  ${nodes.join("\n  ")}`;
  });
}
