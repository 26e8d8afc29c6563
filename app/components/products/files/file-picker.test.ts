// @vitest-environment jsdom
import { renderView } from "../../common/render-view.testing.ts";
import { createElement } from "react";
import { expect, it } from "vitest";
import { FileChoice } from "./file-picker.tsx";

it("keeps what was searched for while the files can't be read", () => {
  const files = {
    loading: false,
    searched: "fox",
    search() {},
    reload() {},
    hasPages: false,
    onNext: null,
    onPrevious: null,
  };
  const choice = (answer: { outcome: "failed" } | { outcome: "listed"; files: []; next: null }) =>
    createElement(FileChoice, { files: { ...files, answer }, onChoose() {} });
  const view = renderView(choice({ outcome: "failed" }));
  expect(view.container.querySelector("input")).toBeNull();
  view.render(choice({ outcome: "listed", files: [], next: null }));
  expect(view.container.querySelector("input")?.value).toBe("fox");
  view.close();
});
