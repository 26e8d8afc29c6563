import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { gid, line, mapping, settings } from "../../../tests/support/order-fixtures.ts";
import { decideLine } from "../print-order/decide-line.ts";
import type { LineSnapshot } from "../../ports/order-model.ts";
import { lastingEligibility, withKnownIds, type KnownLine } from "./eligibility.ts";

const rule = mapping();
const sibling = mapping({ variantGid: gid("ProductVariant", 101) });
const bookOf = (...rules: (typeof rule)[]) => ({
  byVariant: (id: string) => rules.find((one) => one.variantGid === id),
  hasProduct: (id: string) => rules.some((one) => one.productGid === id),
});
const MAPPED = bookOf(rule, sibling);

/** What becomes of a line that is shown so, with the mappings that there are then. */
function next(known: KnownLine | undefined, shown: LineSnapshot, book = MAPPED, complete = true): KnownLine {
  const whole = withKnownIds(shown, known);
  const { fate, reason } = lastingEligibility(known, shown, decideLine(whole, book, settings()), complete);
  const { productGid, variantGid } = whole;
  return { fate, fateReason: reason, productGid, variantGid, excludedAt: known?.excludedAt ?? null };
}

const deleted = line({ productGid: null, variantGid: null });
const elsewhere = line({ fulfillmentService: "another-printer" });

describe("a line that was ours", () => {
  const ours = next(undefined, line());

  it("is still printed by its mapping when its product is deleted in Shopify", () => {
    expect(next(ours, deleted)).toEqual(ours);
    expect(next(next(ours, deleted), deleted)).toEqual(ours);
  });

  it.each([
    ["mapping_removed", line(), bookOf()],
    ["mapping_removed", line(), bookOf(sibling)],
    ["product_deleted", deleted, bookOf()],
    ["product_deleted", line({ variantGid: null }), bookOf()],
    ["line_changed", elsewhere, MAPPED],
  ])("stays ours, and says %s", (reason, shown, book) => {
    const after = next(ours, shown, book);
    expect(after).toMatchObject({ fate: "ours", fateReason: reason, productGid: ours.productGid });
    expect(next(after, shown, book)).toEqual(after);
    expect(next(after, line())).toEqual(ours);
  });

  it("stays ours when the rule that made it so is gone", () => {
    const byRule = { ...ours, fateReason: "rule_vendor" };
    expect(next(byRule, line(), bookOf())).toMatchObject({ fate: "ours", fateReason: "was_ours" });
  });

  it("is not taken by another service on a webhook's word, nor given back", () => {
    expect(next(ours, elsewhere, MAPPED, false)).toEqual(ours);
    const changed = next(ours, elsewhere);
    expect(next(changed, line(), MAPPED, false)).toEqual(changed);
  });
});

it("lets a line that was never ours become ours once it is mapped", () => {
  const before = next(undefined, line(), bookOf());
  expect(before.fate).toBe("not_ours");
  expect(next(before, line())).toMatchObject({ fate: "ours", fateReason: "mapped_variant" });
});

const shownLine: fc.Arbitrary<LineSnapshot> = fc
  .record({
    productGid: fc.constantFrom(null, rule.productGid),
    variantGid: fc.constantFrom(null, rule.variantGid, sibling.variantGid),
    giftCard: fc.boolean(),
    tip: fc.boolean(),
    requiresShipping: fc.boolean(),
    fulfillmentService: fc.constantFrom(null, "manual", "another-printer"),
    quantity: fc.nat(3),
  })
  .map((over) => line(over));
const seen = fc.record({
  shown: shownLine,
  book: fc.constantFrom(bookOf(), bookOf(rule), bookOf(sibling), MAPPED),
  complete: fc.boolean(),
});

it("is never dropped by anything that Shopify or a mapping shows, and by a person for good", () => {
  fc.assert(
    fc.property(fc.array(seen, { minLength: 1, maxLength: 12 }), fc.nat(12), (pictures, excludedFrom) => {
      let known: KnownLine | undefined;
      for (const [at, { shown, book, complete }] of pictures.entries()) {
        if (known && at === excludedFrom) known = { ...known, excludedAt: new Date(0) };
        const after = next(known, shown, book, complete);
        if (known?.excludedAt) expect(after).toMatchObject({ fate: "not_ours", fateReason: "excluded_by_person" });
        else if (known?.fate === "ours") expect(after.fate).toBe("ours");
        if (known?.productGid) expect(after.productGid).not.toBeNull();
        if (known?.variantGid) expect(after.variantGid).not.toBeNull();
        known = after;
      }
    }),
  );
});
