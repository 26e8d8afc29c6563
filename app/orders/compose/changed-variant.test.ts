import fc from "fast-check";
import { expect, it } from "vitest";
import { isOtherVariant } from "./changed-variant.ts";

const title = fc.option(fc.string());
const change = fc.constantFrom("deleted" as const, "options" as const, "details" as const, null);

it("an item with the title of the mapped variant is printed, whatever became of the variant", () => {
  fc.assert(
    fc.property(fc.string(), change, (mappedTitle, variantChange) => {
      const item = { variantTitle: ` ${mappedTitle.toUpperCase()}` };
      fc.pre(mappedTitle.toUpperCase().toLowerCase() === mappedTitle.toLowerCase());
      expect(isOtherVariant(item, { mappedTitle, variantChange })).toBe(false);
    }),
  );
});

it("only a changed option value makes another title another variant", () => {
  fc.assert(
    fc.property(title, title, change, (variantTitle, mappedTitle, variantChange) => {
      const other = isOtherVariant({ variantTitle }, { mappedTitle, variantChange });
      expect(other && variantChange !== "options").toBe(false);
    }),
  );
});

it.each([
  ["Navy / M", "Black / M", true],
  ["black / m", "Black / M", false],
  [null, "Default Title", false],
  ["Black", "Default Title", true],
  [null, null, false],
])("an item %s, mapped as %s, is another: %s", (variantTitle, mappedTitle, other) =>
  expect(isOtherVariant({ variantTitle }, { mappedTitle, variantChange: "options" })).toBe(other),
);
