import { instantOf, wallTime } from "./wall-time.ts";

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
/** A Monday, as wall time. */
const MONDAY = Date.UTC(1970, 0, 5);
const DAYS_OF_WEEK = 5;

/** Days, with their fractions, of a clock that stands still from Friday to Monday, midnight each, in a time zone. */
function businessClock(at: Date, timezone: string): number {
  const days = (Date.parse(`${wallTime(at, timezone)}:00Z`) - MONDAY) / DAY_MS;
  const week = Math.floor(days / 7);
  return week * DAYS_OF_WEEK + Math.min(days - week * 7, DAYS_OF_WEEK);
}

/** Whole business days (Monday to Friday) from one instant to a later one. Holidays are not known. */
export function businessDaysBetween(from: Date, to: Date, timezone: string): number {
  const days = businessClock(to, timezone) - businessClock(from, timezone);
  // A minute is no fraction that a number has exactly.
  return Math.max(0, Math.floor(days + MINUTE_MS / DAY_MS / 2));
}

/** The last instant from which so many business days have passed. */
export function businessDaysBefore(to: Date, days: number, timezone: string): Date {
  const clock = businessClock(to, timezone) - days;
  const week = Math.floor(clock / DAYS_OF_WEEK);
  const sinceMonday = Math.round(((week * 7 + clock - week * DAYS_OF_WEEK) * DAY_MS) / MINUTE_MS) * MINUTE_MS;
  const wall = new Date(MONDAY + sinceMonday).toISOString().slice(0, "2026-11-21T12:07".length);
  return instantOf(wall, timezone) ?? to;
}
