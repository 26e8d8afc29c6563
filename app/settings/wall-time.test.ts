import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { businessDaysBefore, businessDaysBetween, instantOf, wallTime } from "./wall-time.ts";

const zones = fc.constantFrom(
  "UTC",
  "Europe/Berlin",
  "America/New_York",
  "Asia/Kathmandu",
  "Australia/Lord_Howe",
  "Pacific/Apia",
);
const instants = fc.date({ min: new Date("2000-01-01"), max: new Date("2099-12-31"), noInvalidDate: true });

test("the wall time of an instant leads to an instant with the same wall time", () => {
  fc.assert(
    fc.property(instants, zones, (at, zone) => {
      const wall = wallTime(at, zone);
      const back = instantOf(wall, zone);
      expect(back && wallTime(back, zone)).toBe(wall);
    }),
  );
});

test("daylight saving time changes the offset", () => {
  expect(instantOf("2026-11-21T12:07", "Europe/Berlin")?.toISOString()).toBe("2026-11-21T11:07:00.000Z");
  expect(instantOf("2026-07-01T12:07", "Europe/Berlin")?.toISOString()).toBe("2026-07-01T10:07:00.000Z");
});

test("invalid times have no instant", () => {
  for (const text of ["", "soon", "2026-02-30T10:00", "2026-11-21", "2026-11-21T25:00", "2026-11-21T12:07:30"]) {
    expect(instantOf(text, "UTC")).toBeNull();
  }
});

describe("business days", () => {
  const NEW_YORK = "America/New_York";
  const at = (text: string) => new Date(text);

  test.each([
    ["Friday noon to Monday noon", "2026-11-20T12:00:00Z", "2026-11-23T12:00:00Z", 1],
    ["Friday noon to Monday morning", "2026-11-20T12:00:00Z", "2026-11-23T11:59:00Z", 0],
    ["within a weekend", "2026-11-21T00:00:00Z", "2026-11-22T23:59:00Z", 0],
    ["a week", "2026-11-18T09:00:00Z", "2026-11-25T09:00:00Z", 5],
    ["from a weekend on", "2026-11-21T15:00:00Z", "2026-11-24T00:00:00Z", 1],
    ["backwards", "2026-11-25T09:00:00Z", "2026-11-18T09:00:00Z", 0],
  ])("%s", (_, from, to, days) => {
    expect(businessDaysBetween(at(from), at(to), "UTC")).toBe(days);
  });

  test("days are those of the store's clock, also on the nights when it is changed", () => {
    // Friday evening in New York is Saturday in London.
    expect(businessDaysBetween(at("2026-11-20T12:00:00Z"), at("2026-11-21T02:00:00Z"), NEW_YORK)).toBe(0);
    expect(businessDaysBefore(at("2026-11-02T17:00:00Z"), 1, NEW_YORK)).toEqual(at("2026-10-30T16:00:00Z"));
    expect(businessDaysBefore(at("2026-03-09T16:00:00Z"), 1, NEW_YORK)).toEqual(at("2026-03-06T17:00:00Z"));
  });

  test("what is as old as the last instant has waited as many days, and what is a minute younger has not", () => {
    const minutes = fc
      .date({ min: at("2026-01-01T00:00:00Z"), max: at("2027-12-31T00:00:00Z"), noInvalidDate: true })
      .map((date) => new Date(Math.floor(date.getTime() / 60_000) * 60_000));
    fc.assert(
      fc.property(minutes, fc.integer({ min: 1, max: 60 }), (now, days) => {
        const last = businessDaysBefore(now, days, "UTC");
        expect(businessDaysBetween(last, now, "UTC")).toBe(days);
        expect(businessDaysBetween(new Date(last.getTime() + 60_000), now, "UTC")).toBe(days - 1);
      }),
    );
  });
});
