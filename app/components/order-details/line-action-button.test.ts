// @vitest-environment jsdom
import { renderView } from "../common/render-view.testing.ts";
import { createElement } from "react";
import { expect, it } from "vitest";
import { idOf } from "../../../tests/support/ids.ts";
import { DenialProvider, type Denials } from "../common/shop-context.tsx";
import { LineActionButton, type ActionControls } from "./actions.tsx";
import { LINE_ACTION_LABELS } from "./action-copy.ts";

const controls = { busy: null } as ActionControls;
const LABELS = Object.keys(LINE_ACTION_LABELS) as (keyof typeof LINE_ACTION_LABELS)[];

it.each<[keyof Denials, string[]]>([
  ["map", ["mark_not_printed"]],
  ["approve", ["exclude_line", "include_line"]],
])(
  "who may not %s cannot press the buttons of an item that need it, and can press the others",
  (permission, needing) => {
    const value = { page: "Ask the store owner.", all: { [permission]: "Ask the store owner." } };
    const disabled = LABELS.filter((action) => {
      const button = createElement(LineActionButton, { action, lineId: idOf("orderLine"), title: "Shirt", controls });
      const view = renderView(createElement(DenialProvider, { value }, button));
      const isDisabled = view.container.querySelector("button")?.getAttribute("aria-disabled");
      view.close();
      return isDisabled === "true";
    });
    expect(disabled.toSorted()).toEqual(needing);
  },
);
