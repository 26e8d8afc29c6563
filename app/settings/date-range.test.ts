import fc from "fast-check";
import { expect, test } from "vitest";
import { instantsOf, MAX_DAYS, rangeProblem, requestedRange, shiftDay, defaultRange } from "./date-range.ts";

const TODAY = "2026-11-21";
const read = (query: string) => requestedRange(new Date(`${TODAY}T12:00:00Z`), "UTC", new URLSearchParams(query)).range;

test("the default range is the last seven days, today included", () => {
  expect(read("")).toEqual({ from: "2026-11-15", to: TODAY });
  expect(read("from=2026-11-01&to=2026-11-02")).toEqual({ from: "2026-11-01", to: "2026-11-02" });
});

test("a problem names the field that has it", () => {
  expect(rangeProblem(defaultRange(TODAY), TODAY)).toBeNull();
  expect(rangeProblem({ from: "2026-02-30", to: TODAY }, TODAY)).toEqual({ field: "from", problem: "invalid_date" });
  expect(rangeProblem({ from: TODAY, to: "" }, TODAY)).toEqual({ field: "to", problem: "invalid_date" });
  expect(rangeProblem({ from: "2026-11-22", to: "2026-11-23" }, TODAY)).toEqual({
    field: "from",
    problem: "in_future",
  });
  expect(rangeProblem({ from: "2026-11-10", to: "2026-11-09" }, TODAY)).toEqual({ field: "to", problem: "reversed" });
  const longest = { from: shiftDay(TODAY, 1 - MAX_DAYS), to: TODAY };
  expect(rangeProblem(longest, TODAY)).toBeNull();
  expect(rangeProblem({ ...longest, from: shiftDay(longest.from, -1) }, TODAY)).toEqual({
    field: "to",
    problem: "too_long",
  });
});

test("days are those of the shop's time zone, also where the clocks change", () => {
  const day = { from: "2026-10-25", to: "2026-10-25" };
  expect(instantsOf(day, "Europe/Berlin")).toEqual({
    begin: new Date("2026-10-24T22:00:00Z"),
    end: new Date("2026-10-25T23:00:00Z"),
  });
});

test("a range without a problem has an end after its beginning", () => {
  const from = fc.integer({ min: -400, max: 0 }).map((days) => shiftDay(TODAY, days));
  const length = fc.integer({ min: 0, max: MAX_DAYS - 1 });
  const zone = fc.constantFrom("UTC", "Asia/Tokyo", "America/New_York", "Africa/Cairo");
  fc.assert(
    fc.property(from, length, zone, (from, days, timezone) => {
      const to = shiftDay(from, days);
      expect(rangeProblem({ from, to }, TODAY)).toBeNull();
      const { begin, end } = instantsOf({ from, to }, timezone);
      const hours = (end.getTime() - begin.getTime()) / 3_600_000;
      expect(Math.abs(hours - 24 * (days + 1))).toBeLessThanOrEqual(1);
    }),
  );
});
