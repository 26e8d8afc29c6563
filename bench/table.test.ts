import { describe, expect, it } from "vitest";
import { isGoalMet, mean, median, percentile, ratio, type Row } from "./figures.ts";
import { readResults, renderResults, renewEntries } from "./results-file.ts";
import { entryOf, table } from "./table.ts";

const row = (over: Partial<Row>): Row => ({
  id: "R0",
  name: "something",
  unit: "ms",
  ours: [3, 1, 2],
  floor: [1, 1, 4],
  goal: null,
  ...over,
});

describe("figures", () => {
  it("take the middle of an odd number, and the mean of the two in the middle of an even one", () => {
    expect(median([9, 1, 5])).toBe(5);
    expect(median([9, 1, 5, 2])).toBe(3.5);
    expect(mean([1, 2, 6])).toBe(3);
  });

  it("have a percentile that is one of them and that so many do not exceed", () => {
    const figures = Array.from({ length: 100 }, (_, at) => 100 - at);
    expect(percentile(figures, 0.95)).toBe(95);
    expect(percentile(figures, 0.99)).toBe(99);
    expect(percentile([7], 0.5)).toBe(7);
  });

  it("compare medians with the goal, as a ratio or as they are", () => {
    expect(ratio(row({}))).toBe(2);
    expect(isGoalMet(row({}))).toBeNull();
    expect(isGoalMet(row({ goal: { of: "ratio", atMost: 2 } }))).toBe(true);
    expect(isGoalMet(row({ goal: { of: "ratio", atMost: 1.9 } }))).toBe(false);
    expect(isGoalMet(row({ goal: { of: "ratio", atLeast: 2.1 } }))).toBe(false);
    expect(isGoalMet(row({ goal: { of: "ours", atLeast: 2 } }))).toBe(true);
  });

  it("do not meet a goal of a ratio that they do not have", () => {
    expect(ratio(row({ floor: null }))).toBeNull();
    expect(isGoalMet(row({ floor: null, goal: { of: "ratio", atMost: 2 } }))).toBe(false);
    expect(isGoalMet(row({ ours: [], goal: { of: "ratio", atMost: 2 } }))).toBe(false);
  });
});

const DAY = "2026-11-25";
const entries = [
  row({ goal: { of: "ratio", atMost: 1.5 }, note: "the floor is a read: a plain one" }),
  row({ id: "R1", name: "alone", floor: null, ours: [120.4], goal: { of: "ours", atMost: 200 } }),
  { id: "R2", name: "another", problem: "no Docker here" },
].map((line) => entryOf(line, DAY));

describe("the table", () => {
  it("shows medians, ratio, goal, day and every run, and why a row is missing", () => {
    const text = table(entries);
    const cells = text.split("\n").map((line) => line.split("|").map((cell) => cell.trim()));
    expect(cells[2]).toEqual(["", "R0", "something", "2 ms", "1 ms", "2.00", "≤ 1.5", "no", DAY, "3 1 2 / 1 1 4", ""]);
    expect(cells[3]).toEqual(["", "R1", "alone", "120 ms", "–", "–", "≤ 200 ms", "yes", DAY, "120", ""]);
    expect(cells[4]).toEqual(["", "R2", "another", "–", "–", "–", "–", "–", DAY, "not measured: no Docker here", ""]);
    expect(text).toContain("- R0, something: the floor is a read: a plain one");
  });

  it("is read again as it was written", () => {
    const results = { heading: "2 cores", entries };
    expect(readResults(renderResults(results))).toEqual(results);
  });

  it("keeps the rows that are not measured anew, with their day, in the order of their numbers", () => {
    const renewed = [
      entryOf(row({ id: "R1", name: "alone", ours: [1] }), "2026-12-01"),
      entryOf(row({ id: "R1", name: "one more" }), "2026-12-01"),
    ];
    const { entries: after } = readResults(renderResults({ heading: "", entries: renewEntries(entries, renewed) }));
    expect(after).toEqual([entries[0], ...renewed, entries[2]]);
  });
});
