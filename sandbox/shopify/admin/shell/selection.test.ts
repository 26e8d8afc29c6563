import { expect, test } from "vitest";
import { Selection, type PickProduct } from "./selection.ts";

const product = (name: string): PickProduct => ({
  id: name,
  title: name,
  images: [],
  hasOnlyDefaultVariant: false,
  variants: ["S", "M"].map((size) => ({ id: `${name}-${size}`, title: size, sku: null, price: "1.00" })),
});
const [shirt, mug] = [product("shirt"), product("mug")];
const [small, medium] = [shirt.variants[0]!, shirt.variants[1]!];

test("products come with the variants that were ticked", () => {
  const selection = new Selection({ type: "product", multiple: true });
  selection.addProducts([shirt, mug]);
  selection.set(mug, mug.variants, true);
  selection.set(shirt, [medium], true);
  expect(selection.picked()).toMatchObject([
    { id: "mug", variants: [{ id: "mug-S" }, { id: "mug-M" }] },
    { id: "shirt", variants: [{ id: "shirt-M" }] },
  ]);
});

test("without `multiple` the last choice counts", () => {
  const selection = new Selection({ type: "product" });
  selection.addProducts([shirt, mug]);
  selection.set(shirt, shirt.variants, true);
  selection.set(mug, mug.variants, true);
  expect(selection.picked()).toMatchObject([{ id: "mug" }]);
});

test("variants come with the product they are of, and no more than allowed", () => {
  const selection = new Selection({ type: "variant", multiple: 2 });
  selection.addProducts([shirt]);
  selection.set(shirt, [small], true);
  expect(selection.isFull).toBe(false);
  selection.set(shirt, [medium], true);
  expect(selection.isFull).toBe(true);
  expect(selection.picked()).toMatchObject([
    { id: "shirt-S", product: { id: "shirt" } },
    { id: "shirt-M", product: { id: "shirt" } },
  ]);
});

test("what the app says is chosen stays chosen, also when the search shows it again", () => {
  const selection = new Selection({
    type: "product",
    multiple: true,
    selectionIds: [{ id: "shirt", variants: [{ id: "shirt-S" }] }, { id: "mug" }],
  });
  selection.addProducts([shirt, mug]);
  expect(selection.has(shirt, small)).toBe(true);
  expect(selection.count(mug)).toBe(2);
  selection.set(shirt, [small], false);
  selection.addProducts([shirt]);
  expect(selection.size).toBe(1);
});
