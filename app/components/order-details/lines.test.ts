// @vitest-environment jsdom
import { createElement } from "react";
import { expect, it } from "vitest";
import { renderView } from "../common/render-view.testing.ts";
import { idOf } from "../../../tests/support/ids.ts";
import type { Personalization } from "../../orders/pages/details/personalization.ts";
import type { SubmissionView } from "../../orders/pages/details/submission-view.ts";
import { Items } from "./lines.tsx";

const ITEM: SubmissionView["items"][number] = {
  ...{ id: idOf("item"), lineId: idOf("line"), title: "Fox shirt", itemSku: "TEE-BLACK-M", quantity: 1, fulfilled: 0 },
  ...{ orderStatus: null, paymentStatus: null, artwork: [], note: "", texts: [] },
};

it.each(["waiting", "submitted", "fulfilled"] as const)(
  "an item of an order that is %s shows what the customer entered, also where no print note has it",
  (state) => {
    const submission = { id: idOf("submission"), state, items: [ITEM] } as unknown as SubmissionView;
    const texts = [{ name: "Name on the back", value: "Captain Fig" }];
    const view = renderView(
      createElement(Items, {
        submission,
        lines: [],
        personalization: {
          status: "read",
          order: { note: "", attributes: [], tags: [], total: "25.00", currency: "USD" },
          lines: [{ lineId: ITEM.lineId, texts, note: null }],
        },
      }),
    );
    expect(view.container.textContent).toContain("Name on the back: “Captain Fig”");
    view.close();
  },
);

it.each([
  ["waiting", "Back: Captain Fig"],
  ["rejected", "Back: Captain Fig"],
  ["submitted", "Captain Fig"],
] as const)("an item of an order that is %s shows the print note that is, or was, sent: %s", (state, note) => {
  const items = [{ ...ITEM, note: "Captain Fig" }];
  const submission = { id: idOf("submission"), state, items } as unknown as SubmissionView;
  const personalization: Personalization = {
    status: "read",
    order: { note: "", attributes: [], tags: [], total: "25.00", currency: "USD" },
    lines: [{ lineId: ITEM.lineId, texts: [], note: "Back: Captain Fig" }],
  };
  const view = renderView(createElement(Items, { submission, lines: [], personalization }));
  expect(view.container.textContent).toContain(`Print note: “${note}”`);
  view.close();
});

it.each([
  [0, true],
  [1, false],
])("an item of which %i is fulfilled shows the last reported production status: %s", (fulfilled, shows) => {
  const items = [{ ...ITEM, fulfilled, orderStatus: "In production" }];
  const submission = { id: idOf("submission"), state: "shipped", items } as unknown as SubmissionView;
  const view = renderView(createElement(Items, { submission, lines: [], personalization: undefined }));
  expect(view.container.textContent?.includes("In production")).toBe(shows);
  view.close();
});
