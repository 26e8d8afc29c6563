// @vitest-environment jsdom
import { renderView } from "../../common/render-view.testing.ts";
import { createElement } from "react";
import { expect, it } from "vitest";
import { until } from "../../../../tests/support/until.ts";
import { MAPPING_METHODS } from "./copy.ts";
import { PreviewDialog } from "./method-dialog.tsx";
import { INITIAL } from "./use-save-proposals.ts";

it.each([false, true])("leads back to the form, but not while the mappings are saved: %s", async (saving) => {
  const saver = { ...INITIAL, saving, loading: false, outdated: 0, overridable: false, unsaved: 0 };
  const preview = { rows: [], leftOut: [], unchanged: 2 };
  const events = { onAgain() {}, onBack() {}, onClose() {} };
  const view = renderView(
    createElement(PreviewDialog, { preview, saver: { ...saver, save() {}, reset() {} }, reading: false, ...events }),
  );
  const back = await until("the dialog", () => view.button(MAPPING_METHODS.preview.edit));
  expect(back.getAttribute("aria-disabled")).toBe(saving ? "true" : null);
  view.close();
});
