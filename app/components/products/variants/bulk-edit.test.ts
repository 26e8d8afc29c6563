// @vitest-environment jsdom
import { createElement } from "react";
import { expect, it } from "vitest";
import { renderView } from "../../common/render-view.testing.ts";
import type { BulkEditView } from "../../../catalog/bulk-edit/bulk-edit.ts";
import { BulkBanner, type BulkEdit } from "./bulk-edit.tsx";

const VARIANTS = { pending: 3, changed: 2, rejected: 0, outdated: 0, no_value: 0 };

it.each(["editing", "done"])("says that it could not be stopped or dismissed: %s", (state) => {
  const current = { id: "1", kind: "set_sku", state, stopped: false, total: 5, variants: VARIANTS, wokenOrders: 0 };
  const banner = (answer: BulkEdit["answer"]) =>
    createElement(BulkBanner, {
      bulkEdit: { current: current as unknown as BulkEditView, busy: false, answer } as unknown as BulkEdit,
    });
  const view = renderView(banner(null));
  expect(view.container.textContent).not.toContain("couldn't be reached");
  view.render(banner({ outcome: "failed" }));
  expect(view.container.textContent).toContain("Inkbridge couldn't be reached. Your change may not have been made.");
  view.close();
});
