import fc from "fast-check";
import { expect, it } from "vitest";
import { DEFAULT_POLICY } from "../../core/policy.ts";
import { lookupGridMs, nextLookupAt } from "./next-lookup.ts";

const MINUTE = 60_000;
const ended = new Date("2026-03-01T12:00:00Z");
const at = (minutes: number) => new Date(ended.getTime() + minutes * MINUTE);
const next = (now: number, tries: number, laterOrderSeen: boolean, ...qualifyingScans: number[]) =>
  nextLookupAt(DEFAULT_POLICY, {
    now: at(now),
    tries,
    ended,
    qualifyingScans: qualifyingScans.map(at),
    laterOrderSeen,
  });

it.each([
  ["soon after the attempt", next(0, 0, false), at(0.05)],
  ["without a later order, by growing waits", next(60, 5, false), at(90)],
  ["with one, as soon as a scan counts for a proof", next(7, 4, true), at(10)],
  ["after the first scan that counts, a quiet period later", next(31, 5, true, 31), at(41)],
  ["a quiet period after the earliest of the scans that count", next(26, 5, true, 24, 21), at(31)],
  ["when the second found no usable answer, a quiet period later again", next(41, 5, true, 31), at(51)],
  ["on the grid, when the wait is long", next(60.5, 5, false), at(91)],
  ["on the grid, when the wait is as long as the grid's step", next(30.5, 5, true, 21.5), at(32)],
  ["exactly then, when the wait is shorter", next(30.5, 5, true, 21), at(31)],
])("an uncertain submission is looked for %s", (_name, due, expected) => {
  expect(due).toEqual(expected);
});

it("the next lookup is after now, and no later than its wait and the grid allow", () => {
  const minutes = fc.integer({ min: 0, max: 10_000 });
  fc.assert(
    fc.property(minutes, fc.nat(50), fc.boolean(), fc.array(minutes), (now, tries, laterOrderSeen, qualifyingScans) => {
      const due = next(now, tries, laterOrderSeen, ...qualifyingScans);
      const withoutLater = next(now, tries, false);
      expect(due.getTime()).toBeGreaterThan(at(now).getTime());
      expect(due.getTime()).toBeLessThanOrEqual(withoutLater.getTime() + lookupGridMs(DEFAULT_POLICY));
    }),
  );
});
