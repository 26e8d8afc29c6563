import { describe, expect, it } from "vitest";
import { timeUntil } from "../common/format.ts";
import { dueText } from "./due-words.ts";

const now = new Date("2026-11-21T12:00:00Z");
const at = (seconds: number) => new Date(now.getTime() + seconds * 1_000).toISOString();

describe("a countdown", () => {
  it("counts seconds, minutes, hours and days", () => {
    expect([40, 119, 23 * 60, 7_199, 5 * 3_600, 3 * 86_400].map(timeUntil)).toEqual([
      "in 40 seconds",
      "in 119 seconds",
      "in 23 minutes",
      "in 120 minutes",
      "in 5 hours",
      "in 3 days",
    ]);
  });

  it("says when an order goes to print, and never counts below zero", () => {
    expect(dueText({ at: at(23 * 60), what: "edit_window" }, now)).toBe("Goes to print in 23 minutes");
    expect(dueText({ at: at(-5), what: "edit_window" }, now)).toBe("Goes to print now");
    expect(dueText({ at: at(-5), what: "try" }, now)).toBeNull();
    expect(dueText({ at: at(60), what: "compare" }, now)).toBeNull();
  });
});
