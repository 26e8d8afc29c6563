import { rangeProblem, shiftDay, type DateRange, type RangeProblem } from "../settings/date-range.ts";
import { dayOf } from "../settings/wall-time.ts";
import { DAY_MS } from "../ports/clock.ts";

/** The longest own range. */
export const MAX_REPORT_DAYS = 366;

/** How many days, today included, each of these periods has. */
export const DAY_PERIODS = { today: 1, "7": 7, "30": 30, "90": 90 } as const;
type DayPeriod = keyof typeof DAY_PERIODS;
const isDayPeriod = (choice: string): choice is DayPeriod => Object.keys(DAY_PERIODS).includes(choice);
const DEFAULT_PERIOD = "30";

/** Days are YYYY-MM-DD in the shop's time zone; ranges include both ends. */
export interface ReportPeriod {
  /** today, 7, 30, 90, a month (YYYY-MM) or "own". */
  choice: string;
  range: DateRange;
  /** The period before, which ends on the day before `range` begins: of equal length, or the month before. */
  before: DateRange;
  today: string;
  /** Why an own range cannot be reported. */
  problem: { field: keyof DateRange; problem: RangeProblem } | null;
}

/** The period that an address asks for; the last 30 days where it names none, or one that cannot be. */
export function requestedPeriod(now: Date, timezone: string, params: URLSearchParams): ReportPeriod {
  const today = dayOf(now, timezone);
  const [from, to] = [params.get("from"), params.get("to")];
  if (from !== null || to !== null) {
    const range = { from: from ?? today, to: to ?? today };
    const problem = rangeProblem(range, today, MAX_REPORT_DAYS);
    return { choice: "own", range, before: problem ? range : lengthBefore(range), today, problem };
  }
  const asked = params.get("period") ?? "";
  if (isMonth(asked) && asked <= today.slice(0, 7)) {
    return { choice: asked, range: monthRange(asked), before: monthRange(monthBefore(asked)), today, problem: null };
  }
  const choice = isDayPeriod(asked) ? asked : DEFAULT_PERIOD;
  const range = { from: shiftDay(today, 1 - DAY_PERIODS[choice]), to: today };
  return { choice, range, before: lengthBefore(range), today, problem: null };
}

const isMonth = (text: string): boolean => /^20\d\d-(0[1-9]|1[0-2])$/.test(text);

/** The month before a month, both YYYY-MM. */
export const monthBefore = (month: string): string => shiftDay(`${month}-01`, -1).slice(0, 7);

// The 28th and four days are in the next month.
const monthAfter = (month: string): string => shiftDay(`${month}-28`, 4).slice(0, 7);

export const monthRange = (month: string): DateRange => ({
  from: `${month}-01`,
  to: shiftDay(`${monthAfter(month)}-01`, -1),
});

/** The first and the last of the months, YYYY-MM, that are in a range as a whole; null: none is. */
export function wholeMonths({ from, to }: DateRange): { first: string; last: string } | null {
  const [begin, end] = [from.slice(0, 7), to.slice(0, 7)];
  const first = from === `${begin}-01` ? begin : monthAfter(begin);
  const last = to === monthRange(end).to ? end : monthBefore(end);
  return first <= last ? { first, last } : null;
}

export const daysIn = ({ from, to }: DateRange): number => (Date.parse(to) - Date.parse(from)) / DAY_MS + 1;

const lengthBefore = (range: DateRange): DateRange => ({
  from: shiftDay(range.from, -daysIn(range)),
  to: shiftDay(range.from, -1),
});

/** Whether days of the period are still to come, or are not over. */
export const isRunning = ({ range, today }: ReportPeriod): boolean => range.to >= today;

/** What came in and went out, and what it earned. */
export const COUNT_FIGURES = ["orders", "sent", "shipped", "problems"] as const;
export type CountFigure = (typeof COUNT_FIGURES)[number];
export const MONEY_FIGURES = ["netSales", "shipping", "cost", "fees", "profit", "margin"] as const;
export type MoneyFigure = (typeof MONEY_FIGURES)[number];

/** What the figures are broken down by. */
export const BREAKDOWNS = ["product", "variant", "country", "method"] as const;
export type Breakdown = (typeof BREAKDOWNS)[number];
/** profit: loss makers first. */
export const BREAKDOWN_SORTS = ["profit", "sales", "cost"] as const;
export type BreakdownSort = (typeof BREAKDOWN_SORTS)[number];
export const ROWS_STEP = 50;
export const MAX_ROWS = 500;

export interface ReportQuery {
  by: Breakdown;
  sort: BreakdownSort;
  rows: number;
  /** "": the shop's own, or the one that it sells most in. */
  currency: string;
}

export function readReportQuery(params: URLSearchParams): ReportQuery {
  const rows = Math.ceil(Number(params.get("rows") ?? ROWS_STEP) / ROWS_STEP) * ROWS_STEP;
  const currency = params.get("currency") ?? "";
  return {
    by: BREAKDOWNS.find((one) => one === params.get("by")) ?? "product",
    sort: BREAKDOWN_SORTS.find((one) => one === params.get("sort")) ?? "profit",
    rows: rows >= ROWS_STEP && rows <= MAX_ROWS ? rows : ROWS_STEP,
    currency: /^[A-Z]{3,4}$/.test(currency) ? currency : "",
  };
}

/** The query of the page's address. The readers of it return the same. */
export function writeReportQuery(
  { choice, range }: Pick<ReportPeriod, "choice" | "range">,
  { by, sort, rows, currency }: ReportQuery,
): URLSearchParams {
  const params = new URLSearchParams();
  if (choice === "own") {
    params.set("from", range.from);
    params.set("to", range.to);
  } else if (choice !== DEFAULT_PERIOD) params.set("period", choice);
  if (by !== BREAKDOWNS[0]) params.set("by", by);
  if (sort !== BREAKDOWN_SORTS[0]) params.set("sort", sort);
  if (rows !== ROWS_STEP) params.set("rows", String(rows));
  if (currency) params.set("currency", currency);
  return params;
}
