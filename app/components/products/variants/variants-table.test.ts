// @vitest-environment jsdom
import { createElement } from "react";
import { expect, it } from "vitest";
import { readVariantsQuery } from "../../../catalog/variants/variants-query.ts";
import { renderView } from "../../common/render-view.testing.ts";
import type { MappingForm } from "../use-mapping-form.ts";
import { VariantsTable } from "./variants-table.tsx";

const STILL_READING = "Inkbridge is still reading your products from Shopify.";

it.each([
  ["view=sold", true, STILL_READING],
  ["view=sold&query=fox", true, STILL_READING],
  ["view=sold", false, "No unmapped variants sold in the last 30 days"],
  ["view=sold&query=fox", false, "No variants found"],
])("says why the table has no variants: %s, still reading: %s", (params, reading, text) => {
  const table = createElement(VariantsTable, {
    page: { rows: [], total: 0, next: null, previous: null },
    query: readVariantsQuery(new URLSearchParams(params)),
    form: { dirty: false } as MappingForm,
    reading,
    onPage: () => undefined,
  });
  const view = renderView(table);
  expect(view.container.textContent).toContain(text);
  view.close();
});
