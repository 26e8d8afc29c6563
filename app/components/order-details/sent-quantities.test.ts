import { expect, test } from "vitest";
import { typedQuantity } from "./sent-quantities.tsx";

test.for([
  ["1", 1],
  [" 12 ", 12],
  ["", null],
  ["0", null],
  ["13", null],
  ["1.5", null],
  ["-1", null],
  ["1e1", null],
] as const)("the text %o is the quantity %o of 1 to 12", ([text, quantity]) => {
  expect(typedQuantity(text, { min: 1, max: 12 })).toBe(quantity);
});
