import fc from "fast-check";
import { expect, test } from "vitest";
import { EVERY_WEEKDAY } from "./sending-modes.ts";
import { isSendingTime, nextSendingTime } from "./sending-times.ts";
import { wallTime } from "./wall-time.ts";

const DAY = 86_400_000;
const daily = (...times: string[]) => ({ times, weekdays: [...EVERY_WEEKDAY] });
const next = (time: string, zone: string, from: string) =>
  nextSendingTime(daily(time), zone, new Date(from)).toISOString();

test.each([
  ["an hour that is skipped", "02:30", "America/New_York", "2026-03-08T05:00Z", "2026-03-08T07:30:00.000Z"],
  ["half an hour that is skipped", "02:15", "Australia/Lord_Howe", "2026-10-03T12:00Z", "2026-10-03T15:45:00.000Z"],
  ["a midnight that is skipped", "00:00", "America/Santiago", "2026-09-05T12:00Z", "2026-09-06T04:00:00.000Z"],
  ["an hour that is repeated", "01:30", "America/New_York", "2026-11-01T04:00Z", "2026-11-01T05:30:00.000Z"],
  ["its repetition", "01:30", "America/New_York", "2026-11-01T05:30:00.001Z", "2026-11-02T06:30:00.000Z"],
  ["an hour repeated at midnight", "23:30", "America/Santiago", "2026-04-04T12:00Z", "2026-04-05T02:30:00.000Z"],
  ["a day that is skipped", "12:00", "Pacific/Apia", "2011-12-30T09:00Z", "2011-12-30T22:00:00.000Z"],
])("%s has its one sending time", (_what, time, zone, from, expected) => {
  expect(next(time, zone, from)).toBe(expected);
});

test("orders leave on the chosen weekdays only", () => {
  const mondays = { times: ["09:00"], weekdays: [1 as const] };
  // Saturday, November 21.
  expect(nextSendingTime(mondays, "America/New_York", new Date("2026-11-21T12:00Z")).toISOString()).toBe(
    "2026-11-23T14:00:00.000Z",
  );
});

const zones = fc.constantFrom(
  ...["UTC", "Europe/Berlin", "America/New_York", "America/Santiago", "Asia/Kathmandu", "Australia/Lord_Howe"],
  ...["Pacific/Apia", "Africa/Casablanca", "Pacific/Chatham", "America/Havana"],
);
const instants = fc.date({ min: new Date("2012-02-01"), max: new Date("2036-12-31"), noInvalidDate: true });
const clockTimes = fc
  .uniqueArray(fc.integer({ min: 0, max: 1_439 }), { minLength: 1, maxLength: 4 })
  .map((list) => list.map((m) => `${String(Math.floor(m / 60)).padStart(2, "0")}:${String(m % 60).padStart(2, "0")}`));

test("the next sending time is never past, never more than a day and a clock change away, and shows a listed time", () => {
  fc.assert(
    fc.property(clockTimes, zones, instants, (times, zone, from) => {
      const at = nextSendingTime(daily(...times), zone, from);
      expect(at.getTime()).toBeGreaterThanOrEqual(from.getTime());
      expect(at.getTime() - from.getTime()).toBeLessThan(DAY + 2 * 3_600_000);
      expect(isSendingTime(daily(...times), zone, at)).toBe(true);
      const wall = wallTime(at, zone).slice(11);
      // Another time than a listed one stands for one that the clock skips on that day.
      const offset = (instant: number) => Date.parse(`${wallTime(new Date(instant), zone)}:00Z`) - instant;
      const minute = Math.floor(at.getTime() / 60_000) * 60_000;
      if (!times.includes(wall)) expect(offset(minute)).toBeGreaterThan(offset(minute - 3 * 3_600_000));
    }),
  );
});

test("each listed time comes once a day, whatever the clock does", () => {
  fc.assert(
    fc.property(clockTimes, zones, instants, (times, zone, from) => {
      const seen: string[] = [];
      for (let at = from; seen.length < 12; at = new Date(at.getTime() + 1)) {
        at = nextSendingTime(daily(...times), zone, at);
        seen.push(wallTime(at, zone));
      }
      // No wall time of a day twice, and on each whole day as many as are listed: two of them may meet where an hour is skipped.
      expect(new Set(seen).size).toBe(seen.length);
      const days = [...Map.groupBy(seen, (wall) => wall.slice(0, 10)).values()].slice(1, -1);
      const met = days.filter((day) => day.length !== times.length);
      expect(met.length).toBeLessThanOrEqual(1);
      expect(met.every((day) => day.length < times.length)).toBe(true);
    }),
  );
});
