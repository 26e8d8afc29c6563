// @vitest-environment jsdom
import { renderView } from "../common/render-view.testing.ts";
import { createElement } from "react";
import { expect, it } from "vitest";
import { gidOf, type Gid } from "../../ports/gid.ts";
import { OutdatedBanner } from "./product-banners.tsx";
import type { MappingForm } from "./use-mapping-form.ts";

const A = gidOf("ProductVariant", "1");
const GONE = gidOf("ProductVariant", "2");
const variant = { gid: A, mapping: null, notPrinted: false };

it("names what somebody changed meanwhile, also where that left the list, and discards all of it", () => {
  const discarded: Gid<"ProductVariant">[] = [];
  const outdated = { [A]: { mapping: null, notPrinted: true }, [GONE]: { mapping: null, notPrinted: false } };
  const form = { outdated, saving: false, resetVariant: (gid: Gid<"ProductVariant">) => discarded.push(gid) };
  const view = renderView(
    createElement(OutdatedBanner, {
      variants: [variant],
      form: form as unknown as MappingForm,
      nameOf: () => "Mug",
    }),
  );
  const shown = view.container.textContent;
  expect(shown).toContain("2 mappings changed since you opened this page");
  expect(shown).toContain("Mug. Now: never printedA variant that isn't shown here. Now: not mapped");
  view.button("Discard my changes")?.click();
  expect(discarded).toEqual([A, GONE]);
  view.close();
});
