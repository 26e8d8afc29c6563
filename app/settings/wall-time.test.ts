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
