// @vitest-environment jsdom
import { renderView } from "../common/render-view.testing.ts";
import { createElement } from "react";
import { expect, it } from "vitest";
import type { ImportView } from "../../catalog/import/mapping-import.ts";
import { TRANSFER } from "./import-copy.ts";
import { ImportDialog } from "./import-dialog.tsx";

it("says that an import could not be discarded while its file is checked", async () => {
  const current = { id: "1", state: "checking", values: { checked: 1, total: 9 } } as unknown as ImportView;
  const mappingImport = {
    current,
    isWorking: true,
    problem: TRANSFER.import.failed,
    uploading: false,
    busy: false,
    upload: () => undefined,
    save() {},
    discard() {},
    clearProblem() {},
  };
  const view = renderView(createElement(ImportDialog, { mappingImport, asksForFile: false, onClose() {} }));
  await expect.poll(() => document.body.textContent).toContain(TRANSFER.import.failed);
  view.close();
});
