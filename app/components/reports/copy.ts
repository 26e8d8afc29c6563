import type { RangeProblem } from "../../settings/date-range.ts";
import {
  MAX_REPORT_DAYS,
  type Breakdown,
  type BreakdownSort,
  type CountFigure,
  type MoneyFigure,
} from "../../reports/period.ts";
import type { Compared } from "../../reports/report.ts";
import { formatDate, formatMoney, formatNumber, pluralize } from "../common/format.ts";

/** Texts of the page Reports. */
export const COPY = {
  title: "Reports",
  subtitle: "What came in, what was printed, and what it earned",
  none: {
    title: "No figures yet",
    text: "Reports begin with the first order that has something to print. Test and practice orders aren't counted.",
    action: "Go to home",
  },
  counting: {
    title: "Earlier orders are still being counted",
    text: "Figures may be too low until this is done. Reload the page to see the newest ones.",
  },
  period: {
    label: "Period",
    today: "Today",
    days: (days: number) => `Last ${days} days`,
    own: "Own range",
    from: "From",
    to: "To",
    apply: "Apply",
    currency: "Currency",
    range: (from: string, to: string) => (from === to ? formatDay(from) : `${formatDay(from)} – ${formatDay(to)}`),
    zone: (timezone: string) => `Days are in your store's time zone (${timezone}).`,
    comparedWith: (range: string) => `Compared with ${range}.`,
    running: "The last day isn't over yet.",
    firstDay: (day: string) => `Figures begin on ${formatDay(day)}: the first order that was counted.`,
  },
  figures: {
    title: "Orders",
    noneBefore: "No earlier figure",
    unknown: "Not known",
    /** A time in a stage that nothing left. */
    none: "None",
    problemsNote: "orders with something to decide or fix, in the inbox or in Shopify.",
    stages: "Median time",
    stagesNote: (orders: number) =>
      `Business days of what left each step in the period, of the newest ${formatNumber(orders)}.`,
  },
  money: {
    title: "Money",
    note: "Of the printed goods in orders of the period, before tax, after discounts and refunds.",
    unknownSales: (orders: number) => `${pluralize(orders, "order")} without known sales`,
    unknownCost: (orders: number) => `${pluralize(orders, "order")} without a known cost`,
    estimated: (orders: number) => `${pluralize(orders, "order")} with estimated figures`,
    notCounted: "Amounts that aren't known are in no total.",
    coverage: (counted: string, revenue: string) => `Profit and margin cover ${counted} of ${revenue} in revenue.`,
  },
  billing: {
    title: "Billed by the print service",
    note: "Of what was sent to print in the period, in quotes and in bills.",
    quoted: "Quoted",
    quotedOfBilled: "Quoted for what was billed",
    billed: "Billed",
    difference: "Billed over quoted",
    unbilled: (unbilled: number, sent: number) =>
      `${formatNumber(unbilled)} of ${pluralize(sent, "print order")} ${unbilled === 1 ? "has" : "have"} no bill.`,
    unknown: (orders: number) => `${pluralize(orders, "print order")} without a known cost.`,
    none: "Nothing was sent in the period.",
    check: "Check a bill",
  },
  export: {
    title: "For your accountant",
    printOrders: "Print orders",
    printOrdersNote:
      "A row for each print order sent in the period: references, what was quoted and billed, and what its order earned, once in the order's first row.",
    months: "Months",
    monthsNote: "A row for each month and currency, with the sums of this page.",
    done: "File downloaded",
    failed: "The file couldn't be downloaded. Try again in a moment.",
    label: (rows: string, format: string) => `${rows} as ${format}`,
  },
  charts: {
    orders: "Orders",
    money: "Revenue, cost, and profit",
    revenue: "Revenue",
    table: (title: string) => `${title} as a table`,
    day: "Day",
    month: "Month",
    loading: "Loading chart",
    failed: "The chart couldn't be loaded. The table has the same figures.",
    summary: (total: string, most: string, at: string) => `${total} in the period. Most: ${most} (${at}).`,
    empty: (title: string) => `${title}: none in the period.`,
  },
  breakdown: {
    title: "What earned, and what lost",
    sort: "Sort by",
    resource: { singular: "row", plural: "rows" },
    empty: { title: "No orders in this period", hint: "Choose another period." },
    items: "Items",
    orders: "Orders",
    revenue: "Revenue",
    cost: "Print cost",
    fees: "Fees",
    profit: "Profit",
    margin: "Margin",
    loss: "Loss",
    /** Its sales or its print cost. */
    without: (orders: number) => `${pluralize(orders, "order")} without a known profit`,
    more: "Show more",
    shown: (shown: number, all: number) => `${formatNumber(shown)} of ${formatNumber(all)} shown`,
    noName: {
      product: "No product",
      variant: "No variant",
      country: "Country not known",
      method: "Not sent, or not known",
    },
  },
} as const;

export const COUNT_LABELS: Readonly<Record<CountFigure, string>> = {
  orders: "Orders in",
  sent: "Sent to print",
  shipped: "Shipped",
  problems: "Needed you",
};

export const MONEY_LABELS: Readonly<Record<MoneyFigure, string>> = {
  netSales: "Net sales",
  shipping: "Shipping paid",
  cost: "Print cost",
  fees: "Payment fees",
  profit: "Profit",
  margin: "Margin",
};

export const STAGE_LABELS = {
  waiting: "Until sent",
  at_provider: "Printing until shipped",
  shipped: "Until fulfilled in Shopify",
} as const;

export const BREAKDOWN_LABELS: Readonly<Record<Breakdown, string>> = {
  product: "Product",
  variant: "Variant",
  country: "Country",
  method: "Shipping method",
};

export const SORT_LABELS: Readonly<Record<BreakdownSort, string>> = {
  profit: "Loss makers first",
  sales: "Most sales first",
  cost: "Highest cost first",
};

export const METHOD_NAMES: Readonly<Record<string, string>> = {
  standard: "Standard",
  express: "Express",
  ground: "Ground",
};

export const RANGE_PROBLEMS: Readonly<Record<RangeProblem, string>> = {
  invalid_date: "Enter a date.",
  reversed: "Enter a date on or after the first day.",
  too_long: `Choose at most ${MAX_REPORT_DAYS} days.`,
  in_future: "Enter a date that isn't in the future.",
};

/** `Nov 21, 2026`, of a day (YYYY-MM-DD). */
export const formatDay = (day: string): string => formatDate(`${day}T00:00:00Z`, "UTC");

/** `November 2026`, of a month (YYYY-MM). */
export const formatMonth = (month: string): string =>
  new Intl.DateTimeFormat("en-US", { timeZone: "UTC", month: "long", year: "numeric" }).format(
    new Date(`${month}-01T00:00:00Z`),
  );

/** A figure in words, e.g. `$12.40 USD`. */
export type Unit = "count" | "percent" | "days" | { currency: string };

export function formatFigure(value: string, unit: Unit): string {
  if (unit === "count") return formatNumber(Number(value));
  if (unit === "percent") return `${value}%`;
  if (unit === "days") return value === "1" ? "1 day" : `${value} days`;
  return formatMoney(value, unit.currency);
}

/** `Up 12.5% from 24`. */
export function changeText({ before, change }: Compared, unit: Unit): string {
  if (before === null) return COPY.figures.noneBefore;
  const was = formatFigure(before, unit);
  // A percentage of a percentage would be taken for points.
  if (!change || unit === "percent") return `${was} before`;
  if (change.percent === "0") return change.direction === "same" ? "Same as before" : `About the same as ${was} before`;
  return `${change.direction === "up" ? "Up" : "Down"} ${formatNumber(Number(change.percent))}% from ${was}`;
}
