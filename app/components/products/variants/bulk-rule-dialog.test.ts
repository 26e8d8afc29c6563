// @vitest-environment jsdom
import { renderView } from "../../common/render-view.testing.ts";
import { createElement } from "react";
import { afterEach, expect, it, vi } from "vitest";
import { until } from "../../../../tests/support/until.ts";
import type { BulkEdit } from "./bulk-edit.tsx";
import { BulkRuleDialog } from "./bulk-rule-dialog.tsx";

const ANSWERS: Readonly<Record<string, object>> = {
  combinations: { outcome: "read", variants: [{ options: [{ name: "Size", value: "M" }] }], complete: true },
  preview: {
    outcome: "read",
    preview: { toMap: 2, left: {}, rows: [], leftOut: [], fingerprint: "f" },
  },
};

afterEach(() => vi.unstubAllGlobals());

it.each([
  ["a rule", "map_by_rule", "Preview"],
  ["the variants' own SKUs", "own_skus", "Map 2 variants"],
] as const)("tries again for %s when the app could not be reached", async (_, kind, next) => {
  let lost = true;
  vi.stubGlobal("fetch", async (_path: string, { body }: { body: string }) => {
    if (lost) throw new TypeError("Failed to fetch");
    return Response.json(ANSWERS[(JSON.parse(body) as { intent: string }).intent]);
  });
  const bulkEdit = { answer: null, busy: false } as unknown as BulkEdit;
  const selection = { filter: { view: "all", query: "" } } as const;
  const dialog = { kind, hasCatalog: false, bulkEdit, selection, variants: 2, onClose() {} };
  const view = renderView(createElement(BulkRuleDialog, dialog));
  const tryAgain = await until("the button", () => view.button("Try again"));
  expect(document.body.textContent).toContain("Inkbridge couldn't be reached.");
  lost = false;
  tryAgain.click();
  await until("the next step", () => view.button(next));
  expect(document.body.textContent).not.toContain("Inkbridge couldn't be reached.");
  view.close();
});
