import { expect, it } from "vitest";
import { changeText, formatFigure } from "./copy.ts";

it("a figure has its unit", () => {
  expect(formatFigure("1234", "count")).toBe("1,234");
  expect(formatFigure("12.4", { currency: "USD" })).toBe("$12.40 USD");
  expect([formatFigure("1", "days"), formatFigure("2.5", "days")]).toEqual(["1 day", "2.5 days"]);
});

it("a change is in words, and nothing is compared with nothing", () => {
  const up = { direction: "up" as const, percent: "12.5" };
  expect(changeText({ now: "27", before: "24", change: up }, "count")).toBe("Up 12.5% from 24");
  const small = { direction: "down" as const, percent: "0" };
  expect(changeText({ now: "9999", before: "10000", change: small }, "count")).toBe("About the same as 10,000 before");
  expect(changeText({ now: "3", before: null, change: null }, "count")).toBe("No earlier figure");
  expect(changeText({ now: "3", before: "0", change: null }, "count")).toBe("0 before");
  expect(changeText({ now: "41", before: "40", change: up }, "percent")).toBe("40% before");
  expect(changeText({ now: "5", before: "5", change: { direction: "same", percent: "0" } }, "count")).toBe(
    "Same as before",
  );
});
