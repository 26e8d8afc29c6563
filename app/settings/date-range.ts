import { dayOf, instantOf } from "./wall-time.ts";

/** Days in the shop's time zone, YYYY-MM-DD, both included. */
export interface DateRange {
  from: string;
  to: string;
}

export const MAX_DAYS = 31;
const DEFAULT_DAYS = 7;

export type RangeProblem = "invalid_date" | "reversed" | "too_long" | "in_future";

/** The last seven days, today included. */
export const defaultRange = (today: string): DateRange => ({ from: shiftDay(today, 1 - DEFAULT_DAYS), to: today });

export function rangeProblem(
  { from, to }: DateRange,
  today: string,
  maxDays = MAX_DAYS,
): { field: keyof DateRange; problem: RangeProblem } | null {
  if (!isDay(from)) return { field: "from", problem: "invalid_date" };
  if (!isDay(to)) return { field: "to", problem: "invalid_date" };
  if (from > today) return { field: "from", problem: "in_future" };
  if (to < from) return { field: "to", problem: "reversed" };
  if (shiftDay(from, maxDays - 1) < to) return { field: "to", problem: "too_long" };
  return null;
}

/** The instants at which a range begins and ends. @throws RangeError when one end is no day */
export function instantsOf({ from, to }: DateRange, timezone: string): { begin: Date; end: Date } {
  const begin = instantOf(`${from}T00:00`, timezone);
  const end = instantOf(`${shiftDay(to, 1)}T00:00`, timezone);
  if (!begin || !end) throw new RangeError("not a range of days");
  return { begin, end };
}

export function shiftDay(day: string, days: number): string {
  const at = new Date(`${day}T00:00:00Z`);
  at.setUTCDate(at.getUTCDate() + days);
  return at.toISOString().slice(0, 10);
}

function isDay(given: string): boolean {
  return /^[12]\d{3}-\d\d-\d\d$/.test(given) && instantOf(`${given}T00:00`, "UTC") !== null;
}

export interface RequestedRange {
  range: DateRange;
  /** The shop's present day, YYYY-MM-DD. */
  today: string;
  valid: boolean;
}

/** The range of days that an address asks for in a shop's time zone; by default the last seven days. */
export function requestedRange(now: Date, timezone: string, params: URLSearchParams): RequestedRange {
  const today = dayOf(now, timezone);
  const { from, to } = defaultRange(today);
  const range = { from: params.get("from") ?? from, to: params.get("to") ?? to };
  return { range, today, valid: rangeProblem(range, today) === null };
}
