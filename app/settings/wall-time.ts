const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/** The wall time of an instant in a time zone, to the minute: `2026-11-21T12:07`. */
export function wallTime(at: Date, timezone: string): string {
  return wallOf(at.getTime(), timezone);
}

/** The calendar day of an instant in a time zone: `2026-11-21`. */
export const dayOf = (at: Date, timezone: string): string => wallTime(at, timezone).slice(0, 10);

/** When the day of an instant began in a time zone. */
export function startOfDay(at: Date, timezone: string): Date {
  return instantOf(`${dayOf(at, timezone)}T00:00`, timezone) ?? at;
}

/**
 * The instant of a wall time in a time zone; null for an invalid time. An hour that a change of the clock repeats may
 * mean either one; a skipped hour means the time shifted by the length of the skip.
 */
export function instantOf(wall: string, timezone: string): Date | null {
  if (!/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/.test(wall)) return null;
  const asUtc = Date.parse(`${wall}:00Z`);
  // Date.parse reads February 30 as March 2.
  if (Number.isNaN(asUtc) || wallOf(asUtc, "UTC") !== wall) return null;
  const first = asUtc - offsetAt(asUtc, timezone);
  return new Date(asUtc - offsetAt(first, timezone));
}

/** The zone's offset from UTC at an instant, in milliseconds. */
function offsetAt(instant: number, timezone: string): number {
  const wholeMinute = Math.floor(instant / MINUTE_MS) * MINUTE_MS;
  return Date.parse(`${wallOf(wholeMinute, timezone)}:00Z`) - wholeMinute;
}

/** Making one takes longer than all else. There are some hundred time zones. */
const formats = new Map<string, Intl.DateTimeFormat>();

function formatIn(timezone: string): Intl.DateTimeFormat {
  const format =
    formats.get(timezone) ??
    new Intl.DateTimeFormat("en-US", {
      timeZone: timezone,
      year: "numeric",
      month: "2-digit",
      day: "2-digit",
      hour: "2-digit",
      minute: "2-digit",
      hourCycle: "h23",
    });
  formats.set(timezone, format);
  return format;
}

function wallOf(instant: number, timezone: string): string {
  const parts = formatIn(timezone).formatToParts(instant);
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.find((p) => p.type === type)?.value ?? "";
  return `${part("year").padStart(4, "0")}-${part("month")}-${part("day")}T${part("hour")}:${part("minute")}`;
}

/** A night begins at this hour of the shop's clock. */
export const NIGHT_OFFSET_MS = 2 * 60 * MINUTE_MS;

/** The night that an instant belongs to, by the day that follows its beginning: YYYY-MM-DD. */
export function nightOf(at: Date, timezone: string | null): string {
  return dayOf(new Date(at.getTime() - NIGHT_OFFSET_MS), timezone ?? "UTC");
}

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
