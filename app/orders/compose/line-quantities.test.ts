import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { SUBMISSION_STATES } from "../core/states.ts";
import { excessQuantity, neededQuantity, returnedQuantity, sentQuantity, type LinePart } from "./line-quantities.ts";

const part: fc.Arbitrary<LinePart> = fc
  .record({
    quantity: fc.integer({ min: 1, max: 50 }),
    state: fc.constantFrom(...SUBMISSION_STATES),
    counts: fc.boolean(),
    share: fc.double({ min: 0, max: 1, noNaN: true }),
  })
  .map(({ share, ...rest }) => ({ ...rest, fulfilled: Math.floor(rest.quantity * share) }));
const line = fc.record({ quantity: fc.nat(100), remaining: fc.nat(100), returned: fc.nat(9) });

const sent = (quantity: number, fulfilled = 0): LinePart => ({ quantity, fulfilled, state: "submitted", counts: true });

describe("what is still to be sent of a line", () => {
  it("never brings the sent quantity above the ordered one", () => {
    fc.assert(
      fc.property(line, fc.array(part, { maxLength: 6 }), (ordered, parts) => {
        const needed = neededQuantity(ordered, parts);
        expect(needed).toBeGreaterThanOrEqual(0);
        if (needed > 0) expect(needed + sentQuantity(parts)).toBeLessThanOrEqual(ordered.quantity + ordered.returned);
      }),
    );
  });

  it.each([
    ["nothing sent", { quantity: 2, remaining: 2 }, [], 2],
    ["all sent", { quantity: 2, remaining: 2 }, [sent(2)], 0],
    ["sent and fulfilled", { quantity: 2, remaining: 0 }, [sent(2, 2)], 0],
    ["one fulfilled by hand before", { quantity: 2, remaining: 1 }, [], 1],
    ["one more ordered after all were sent", { quantity: 3, remaining: 3 }, [sent(2)], 1],
    ["one more ordered after all were fulfilled", { quantity: 3, remaining: 1 }, [sent(2, 2)], 1],
    ["refunded after sending", { quantity: 1, remaining: 1 }, [sent(2)], 0],
    ["a replaced submission does not count", { quantity: 2, remaining: 2 }, [{ ...sent(2), counts: false }], 2],
    ["a cancelled one neither", { quantity: 2, remaining: 2 }, [{ ...sent(2), state: "cancelled" as const }], 2],
    ["the fulfilled one returned", { quantity: 1, remaining: 1, returned: 1 }, [sent(1, 1)], 1],
    ["the fulfilled one returned, the other sent", { quantity: 1, remaining: 1, returned: 1 }, [sent(2, 1)], 0],
    ["a fulfillment canceled in Shopify", { quantity: 1, remaining: 1 }, [sent(1, 1)], 0],
    ["an uncertain one does", { quantity: 2, remaining: 2 }, [{ ...sent(2), state: "uncertain" as const }], 0],
  ])("%s", (_name, ordered, parts, expected) => {
    expect(neededQuantity({ returned: 0, ...ordered }, parts)).toBe(expected);
  });
});

describe("what was printed of a line and came back", () => {
  it.each([
    ["nothing changed", { quantity: 2, remaining: 1 }, { quantity: 2, remaining: 1 }, [sent(1, 1)], 0],
    ["the fulfilled one returned", { quantity: 2, remaining: 1 }, { quantity: 1, remaining: 1 }, [sent(1, 1)], 1],
    ["the other one removed", { quantity: 2, remaining: 1 }, { quantity: 1, remaining: 0 }, [sent(1, 1)], 0],
    ["a fulfillment canceled", { quantity: 2, remaining: 1 }, { quantity: 2, remaining: 2 }, [sent(1, 1)], 0],
    ["one canceled and removed at once", { quantity: 2, remaining: 0 }, { quantity: 1, remaining: 1 }, [sent(2, 2)], 0],
    ["a piece fulfilled by hand returned", { quantity: 2, remaining: 1 }, { quantity: 1, remaining: 1 }, [sent(1)], 0],
    [
      "one of a hand's and ours returned",
      { quantity: 2, remaining: 0 },
      { quantity: 1, remaining: 0 },
      [sent(1, 1)],
      0,
    ],
    ["one more ordered", { quantity: 1, remaining: 0 }, { quantity: 2, remaining: 1 }, [sent(1, 1)], 0],
  ])("%s", (_name, before, now, parts, expected) => {
    expect(returnedQuantity({ ...before, returned: 0 }, now, parts)).toBe(expected);
  });

  it("stays counted", () => {
    const before = { quantity: 1, remaining: 1, returned: 1 };
    expect(returnedQuantity(before, { quantity: 1, remaining: 1 }, [sent(1, 1)])).toBe(1);
    expect(returnedQuantity(before, { quantity: 1, remaining: 0 }, [sent(2, 2)])).toBe(1);
    expect(returnedQuantity({ ...before, remaining: 0 }, { quantity: 0, remaining: 0 }, [sent(2, 2)])).toBe(2);
  });
});

describe("what is under way of a line that the order no longer has", () => {
  it.each([
    ["nothing changed", { quantity: 2, remaining: 2 }, [sent(2)], 0],
    ["one removed after sending", { quantity: 1, remaining: 1 }, [sent(2)], 1],
    ["one removed after the other was fulfilled", { quantity: 1, remaining: 0 }, [sent(1, 1), sent(1)], 1],
    ["all removed", { quantity: 0, remaining: 0 }, [sent(2)], 2],
    ["the fulfilled one returned", { quantity: 1, remaining: 1 }, [sent(1, 1), sent(1)], 0],
    ["the fulfilled one returned, the other removed", { quantity: 0, remaining: 0 }, [sent(1, 1), sent(1)], 1],
    ["all fulfilled and returned", { quantity: 0, remaining: 0 }, [sent(2, 2)], 0],
    ["one fulfilled by hand", { quantity: 2, remaining: 1 }, [sent(2)], 0],
    ["a replaced submission does not count", { quantity: 1, remaining: 1 }, [{ ...sent(2), counts: false }], 0],
  ])("%s", (_name, ordered, parts, expected) => {
    expect(excessQuantity(ordered, parts)).toBe(expected);
  });
});
