import fc from "fast-check";
import { expect, test } from "vitest";
import { wallTime } from "../settings/wall-time.ts";
import { nextDigest } from "./digest-time.ts";

const ZONES = ["UTC", "America/New_York", "Europe/Berlin", "Australia/Lord_Howe", "Asia/Kathmandu", "Pacific/Apia"];

test("the digest comes at the next time of the shop's clock, within a day and an hour", () => {
  const hour = fc.integer({ min: 0, max: 23 }).map((n) => `${String(n).padStart(2, "0")}:00`);
  const instant = fc.date({ min: new Date("2026-01-01"), max: new Date("2028-01-01"), noInvalidDate: true });
  fc.assert(
    fc.property(instant, hour, fc.constantFrom(...ZONES), (now, time, zone) => {
      const next = nextDigest(now, time, zone);
      expect(next.getTime()).toBeGreaterThan(now.getTime());
      expect(next.getTime() - now.getTime()).toBeLessThanOrEqual(25 * 3_600_000);
      const wallIn = (ms: number) => wallTime(new Date(next.getTime() + ms), zone).slice(11);
      // Only a time that the clock skips is not shown then.
      if (wallIn(0) !== time) expect(wallIn(-3_600_000) < time && wallIn(3_600_000) > time).toBe(true);
    }),
  );
});

test.each([
  ["2026-03-29T00:30:00Z", "02:00", "Europe/Berlin", "2026-03-29T01:00:00.000Z"],
  ["2026-10-25T00:30:00Z", "08:00", "Europe/Berlin", "2026-10-25T07:00:00.000Z"],
  ["2026-11-30T08:00:00Z", "09:00", "Europe/Berlin", "2026-12-01T08:00:00.000Z"],
])("after %s the digest at %s in %s comes at %s", (now, time, zone, next) => {
  expect(nextDigest(new Date(now), time, zone).toISOString()).toBe(next);
});
