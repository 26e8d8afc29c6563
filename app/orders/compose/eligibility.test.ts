import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { gid, line, mapping, settings } from "../../../tests/support/order-fixtures.ts";
import { decideLine, lastingEligibility, withKnownIds, type PreviousLine } from "./eligibility.ts";
import type { LineSnapshot } from "../../ports/order-model.ts";
import type { Gid } from "../../ports/gid.ts";

const rule = mapping();
const sibling = mapping({ variantGid: gid("ProductVariant", 101) });
const mappingsOf = (...rules: (typeof rule)[]) => ({
  byVariant: (id: Gid<"ProductVariant">) => rules.find((one) => one.variantGid === id),
  isNotPrinted: () => false,
  hasProduct: (id: Gid<"Product">) => rules.some((one) => one.productGid === id),
});
const MAPPED = mappingsOf(rule, sibling);

/** The line as stored after Shopify has shown it like this, with these mappings. */
function next(known: PreviousLine | undefined, shown: LineSnapshot, mappings = MAPPED, complete = true): PreviousLine {
  const lineWithIds = withKnownIds(shown, known);
  const { eligibility, reason } = lastingEligibility(
    known,
    shown,
    decideLine(lineWithIds, mappings, settings()),
    complete,
  );
  const { productGid, variantGid } = lineWithIds;
  return { eligibility, eligibilityReason: reason, productGid, variantGid, excludedAt: known?.excludedAt ?? null };
}

const deleted = line({ productGid: null, variantGid: null });
const elsewhere = line({ fulfillmentService: "another-printer" });

describe("a printable line", () => {
  const printable = next(undefined, line());

  it("keeps its mapping when its product is deleted in Shopify", () => {
    expect(next(printable, deleted)).toEqual(printable);
    expect(next(next(printable, deleted), deleted)).toEqual(printable);
  });

  it.each([
    ["mapping_removed", line(), mappingsOf()],
    ["mapping_removed", line(), mappingsOf(sibling)],
    ["product_deleted", deleted, mappingsOf()],
    ["product_deleted", line({ variantGid: null }), mappingsOf()],
    ["line_changed", elsewhere, MAPPED],
  ])("stays printable, with the reason %s", (reason, shown, mappings) => {
    const after = next(printable, shown, mappings);
    expect(after).toMatchObject({
      eligibility: "printable",
      eligibilityReason: reason,
      productGid: printable.productGid,
    });
    expect(next(after, shown, mappings)).toEqual(after);
    expect(next(after, line())).toEqual(printable);
  });

  it("stays printable when its rule is removed", () => {
    const byRule = { ...printable, eligibilityReason: "rule_vendor" as const };
    expect(next(byRule, line(), mappingsOf())).toMatchObject({
      eligibility: "printable",
      eligibilityReason: "previously_printable",
    });
  });

  it("is excluded by a rule until the rule goes, and once some of it was sent, no more", () => {
    const byRule = { eligibility: "excluded", reason: "excluded_by_rule" } as const;
    const excluded = lastingEligibility(printable, line(), byRule, true);
    expect(excluded).toEqual(byRule);
    expect(lastingEligibility({ ...printable, sent: true }, line(), byRule, true)).toEqual({
      ...{ eligibility: "printable", reason: printable.eligibilityReason },
    });
    const known = { ...printable, eligibility: "excluded", eligibilityReason: "excluded_by_rule" } as const;
    expect(next(known, line())).toEqual(printable);
  });

  it("does not change its fulfillment service by a webhook", () => {
    expect(next(printable, elsewhere, MAPPED, false)).toEqual(printable);
    const changed = next(printable, elsewhere);
    expect(next(changed, line(), MAPPED, false)).toEqual(changed);
  });
});

it("makes an excluded line printable once it is mapped", () => {
  const before = next(undefined, line(), mappingsOf());
  expect(before.eligibility).toBe("excluded");
  expect(next(before, line())).toMatchObject({ eligibility: "printable", eligibilityReason: "mapped_variant" });
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
const observation = fc.record({
  shown: shownLine,
  mappings: fc.constantFrom(mappingsOf(), mappingsOf(rule), mappingsOf(sibling), MAPPED),
  complete: fc.boolean(),
});

it("a printable line is never excluded by a snapshot or a mapping, and by staff for good", () => {
  fc.assert(
    fc.property(fc.array(observation, { minLength: 1, maxLength: 12 }), fc.nat(12), (snapshots, excludedFrom) => {
      let known: PreviousLine | undefined;
      for (const [at, { shown, mappings, complete }] of snapshots.entries()) {
        if (known && at === excludedFrom) known = { ...known, excludedAt: new Date(0) };
        const after = next(known, shown, mappings, complete);
        if (known?.excludedAt)
          expect(after).toMatchObject({ eligibility: "excluded", eligibilityReason: "excluded_by_staff" });
        else if (known?.eligibility === "printable") expect(after.eligibility).toBe("printable");
        if (known?.productGid) expect(after.productGid).not.toBeNull();
        if (known?.variantGid) expect(after.variantGid).not.toBeNull();
        known = after;
      }
    }),
  );
});
