import { expect, it } from "vitest";
import { artworkText, brokenLabel, changedLabel, changeSentences, COPY, mappedLabel, productLabel } from "./copy.ts";

it.each([
  [0, 3, "Not mapped"],
  [1, 3, "1 of 3 variants"],
  [3, 3, "All 3 variants"],
  [4, 3, "All 3 variants"],
  [1, 1, "Mapped"],
  [2, null, "2 mapped"],
])("%i of %s variants: %s", (mapped, variants, label) => expect(mappedLabel(mapped, variants).label).toBe(label));

it.each([
  [0, 2, { product: true, variants: 0 }, "Never printed"],
  [0, 2, { product: false, variants: 2 }, "Never printed"],
  [0, 2, { product: false, variants: 1 }, "Not mapped"],
  [1, 3, { product: true, variants: 0 }, "1 mapped, others never printed"],
  [1, 3, { product: false, variants: 2 }, "1 mapped, 2 never printed"],
  [1, 3, { product: false, variants: 1 }, "1 of 2 variants, 1 never printed"],
  [1, null, { product: false, variants: 1 }, "1 mapped"],
])("%i of %s variants with the marks %o: %s", (mapped, variants, marks, label) =>
  expect(mappedLabel(mapped, variants, marks).label).toBe(label),
);

it.each([
  [0, 0, 0, ""],
  [2, 0, 0, "None"],
  [2, 2, 0, "Front"],
  [2, 2, 2, "Front and back"],
  [3, 3, 2, "Front, back on 2 of 3"],
  [3, 0, 1, "Back on 1 of 3"],
])("%i mapped, front %i, back %i: %s", (mapped, front, back, text) =>
  expect(artworkText({ mapped, front, back })).toBe(text),
);

it("calls a gift card never printed", () => {
  const shopify = { title: "Gift card", status: "active" as const, imageUrl: null, variantCount: 3, giftCard: true };
  const row = { mapped: 0, broken: 0, shopify, notPrinted: { product: false, variants: 0 } };
  expect(productLabel(row).label).toBe("Never printed");
  expect(productLabel({ ...row, shopify: { ...shopify, giftCard: false } }).label).toBe("Not mapped");
});

it("marks what can't be printed in red, and not as a success", () => {
  const shopify = { title: "Tee", status: "active" as const, imageUrl: null, variantCount: 3, giftCard: false };
  const row = { mapped: 3, broken: 0, shopify, notPrinted: { product: false, variants: 0 } };
  expect([productLabel(row).tone, brokenLabel(row)]).toEqual(["success", null]);
  const broken = { ...row, broken: 2 };
  expect([productLabel(broken).tone, brokenLabel(broken)]).toEqual([undefined, "2 with broken artwork or SKU"]);
});

it("says after a save what becomes of the orders that waited for it", () => {
  expect(COPY.product.saved(2, 0)).toBe("2 mappings saved");
  expect(COPY.product.saved(1, 1)).toBe("1 mapping saved. 1 waiting order is updated, and sent once nothing holds it.");
  expect(COPY.product.saved(1, 25)).toBe(
    "1 mapping saved. 25 waiting orders are updated, and sent once nothing holds them.",
  );
});

const facts = (sku: string | null, ...options: [name: string, value: string][]) => ({
  title: options.map(([, value]) => value).join(" / "),
  sku,
  options: options.map(([name, value]) => ({ name, value })),
});
const black = facts("T-B", ["Color", "Black"], ["Size", "M"]);

it.each([
  [facts("T-B", ["Color", "Navy"], ["Size", "M"]), ["Color: was Black, is now Navy."]],
  [facts("T-N", ["Color", "Navy"], ["Size", "M"]), ["Color: was Black, is now Navy.", "SKU: was T-B, is now T-N."]],
  [facts(null, ["Color", "Black"], ["Size", "M"]), ["SKU: was T-B, is now empty."]],
  [facts("T-B", ["Size", "M"], ["Color", "Black"]), ["The options are in a different order."]],
])("says what was changed in a variant: %o", (now, sentences) =>
  expect(changeSentences(black, now)).toEqual(sentences),
);

it.each([
  [0, 0, null],
  [2, 0, "2 changed in Shopify"],
  [1, 3, "1 changed, 3 deleted in Shopify"],
])("%i changed and %i deleted variants: %s", (changed, deleted, label) =>
  expect(changedLabel({ changed, deleted })).toBe(label),
);
