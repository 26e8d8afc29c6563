import fc from "fast-check";
import { expect, test } from "vitest";
import { instantOf, wallTime } from "./wall-time.ts";

const zones = fc.constantFrom(
  "UTC",
  "Europe/Berlin",
  "America/New_York",
  "Asia/Kathmandu",
  "Australia/Lord_Howe",
  "Pacific/Apia",
);
const instants = fc.date({ min: new Date("2000-01-01"), max: new Date("2099-12-31"), noInvalidDate: true });

test("what the clock of a zone shows names an instant at which it shows just that", () => {
  fc.assert(
    fc.property(instants, zones, (at, zone) => {
      const wall = wallTime(at, zone);
      const back = instantOf(wall, zone);
      expect(back && wallTime(back, zone)).toBe(wall);
    }),
  );
});

test("summer and winter", () => {
  expect(instantOf("2026-11-21T12:07", "Europe/Berlin")?.toISOString()).toBe("2026-11-21T11:07:00.000Z");
  expect(instantOf("2026-07-01T12:07", "Europe/Berlin")?.toISOString()).toBe("2026-07-01T10:07:00.000Z");
});

test("what is no time", () => {
  for (const text of ["", "soon", "2026-02-30T10:00", "2026-11-21", "2026-11-21T25:00", "2026-11-21T12:07:30"]) {
    expect(instantOf(text, "UTC")).toBeNull();
  }
});
