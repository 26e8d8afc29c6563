import type { BillWords } from "../../reports/bill/check-bill.ts";
import {
  MAX_BILL_MEGABYTES,
  MAX_BILL_ROWS,
  type BillColumn,
  type BillProblem,
  type BillResult,
  type ComparedRow,
  type LineProblem,
} from "../../reports/bill/bill.ts";
import { formatMoney, formatNumber, pluralize } from "../common/format.ts";
import { formatDay } from "./copy.ts";

/** Texts of comparing a bill. */
export const BILL = {
  title: "Check a bill",
  subtitle: "Compare a bill of your print service with what was sent",
  back: "Reports",
  file: {
    title: "Bill",
    intro: "Add the bill as a CSV file with a row for each order or item. Several rows of one order are added up.",
    label: "CSV file",
    drop: "Add CSV file",
    dropHint: "From Excel, Google Sheets, or your print service",
    replace: "Choose another file",
    notCsv: "Choose a CSV file.",
    compare: "Compare",
    currency: (currency: string) => `Amounts without a currency are taken as ${currency}.`,
    kept: "The file isn't stored.",
    failed: "Inkbridge couldn't be reached, or the file was moved. Choose the file and try again.",
  },
  columns: {
    title: "Columns",
    intro: "Which column of the file has what? An order and a total or a base price are needed.",
    none: "Not in the file",
    unnamed: (place: number) => `Column ${place + 1}`,
    missing: {
      order: "Choose the column that says which order a row is about.",
      amount: "Choose the column with the amounts.",
    },
    twice: "Several columns have this name. Choose one.",
    change: "Change columns",
  },
  result: {
    title: "Result",
    rows: (rows: number) => `${pluralize(rows, "row")} of the file compared.`,
    total: (amount: string) => `The bill adds up to ${amount}.`,
    statedSame: (row: number) => `Row ${row} of the file says the same.`,
    statedOther: (row: number, amount: string) => `Row ${row} of the file says ${amount} instead.`,
    noDays: "The bill names no days and nothing that was sent, so nothing can be missing in it.",
    sentFrom: "Sent from",
    sentTo: "Sent to",
    days: "Print orders sent in these days are looked for in the bill.",
    again: "Compare again",
    count: "Rows",
    billed: "Billed",
    expected: "Expected",
    difference: "Difference",
    expectedNote:
      "Expected is what was quoted when it was sent, or what the print service said that it bills, both with tax.",
    resource: { singular: "result", plural: "results" },
  },
  list: {
    title: "Rows",
    filter: "Show",
    all: "Everything",
    named: "Print order",
    order: "Order",
    resultHeading: "Result",
    row: (rows: readonly number[]) => `${rows.length === 1 ? "Row" : "Rows"} ${rows.map(formatNumber).join(", ")}`,
    sent: (day: string) => `Sent ${formatDay(day)}`,
    shown: (shown: number, all: number) =>
      `${formatNumber(shown)} of ${formatNumber(all)} shown. The file has all of them.`,
    download: "Download as CSV",
    fileName: "bill-compared.csv",
    downloadFailed: "The file couldn't be downloaded. Try again in a moment.",
    resource: { singular: "row", plural: "rows" },
    empty: { title: "Nothing here", hint: "Show another result." },
  },
  use: {
    title: "Use the bill's amounts",
    text: (orders: number) =>
      `Reports then count the bill's amounts instead of quotes for ${pluralize(orders, "print order")} that the bill names clearly. To correct them, use another bill.`,
    action: (orders: number) => `Use ${pluralize(orders, "amount")} as billed`,
    none: "No row of the bill can be used: each one names no order of this store, several, or one twice.",
    done: (orders: number) => `Billed amounts saved for ${pluralize(orders, "print order")}`,
    changed: "Something changed since the bill was compared. Compare it again.",
    failed: "The amounts couldn't be saved. Try again in a moment.",
  },
} as const;

export const RESULT_LABELS: Readonly<Record<BillResult, string>> = {
  other_price: "Another price",
  billed_twice: "Billed more than once",
  not_found: "Not from this store",
  never_billed: "Sent, but not billed",
  ambiguous: "Several print orders fit",
  other_currency: "Another currency",
  no_quote: "No quote to compare with",
  unreadable: "Couldn't be read",
  billed_before: "Billed before",
  equal: "As expected",
};

/** What each result means, where its name does not say it. */
export const RESULT_NOTES: Partial<Readonly<Record<BillResult, string>>> = {
  not_found: "No print order of this store has this name. Another store with the same print account may have sent it.",
  ambiguous: "The order was printed in several parts. A bill with references says which one is meant.",
  billed_before: "Not in this bill, but billed already.",
};

export const COLUMN_LABELS: Readonly<Record<BillColumn, string>> = {
  reference: "Print order reference",
  serviceOrderId: "Print service order ID",
  orderName: "Order name",
  total: "Total",
  base: "Base price",
  shipping: "Shipping",
  tax: "Tax",
  surcharge: "Surcharge",
  currency: "Currency",
  date: "Date",
};

const LINE_PROBLEMS: Readonly<Record<LineProblem, string>> = {
  no_order: "The row names no order.",
  no_amount: "The row has no amount.",
  unreadable_amount: "An amount isn't a number.",
  unclear_amount: "An amount can be read in two ways, such as 1,234. Write it with decimals.",
  unknown_currency: "The currency isn't a code of three letters, such as USD.",
};

/** What is to be known about a row besides its amounts; "": nothing. */
export function rowNote({ result, problem, candidates }: ComparedRow): string {
  if (problem) return LINE_PROBLEMS[problem];
  const which = candidates.length > 0 ? ` ${candidates.join(", ")}` : "";
  return `${RESULT_NOTES[result] ?? ""}${which}`.trim();
}

export const BILL_WORDS: BillWords = { results: RESULT_LABELS, problem: rowNote };

/** Why a file was not compared. */
export function billProblemText(problem: BillProblem): string {
  const at = "row" in problem && problem.row !== null ? ` (row ${problem.row})` : "";
  switch (problem.kind) {
    case "workbook":
      return "This is an Excel workbook. Save it as CSV, then choose that file.";
    case "not_text":
      return "This file isn't CSV in UTF-8. Save it again as CSV UTF-8.";
    case "quotes":
      return `Quotation marks in the file don't fit together${at}.`;
    case "row_too_large":
    case "too_many_cells":
      return `A row of the file is too long${at}.`;
    case "no_rows":
      return "The file has no rows below its header.";
    case "too_large":
      return `The file is larger than ${MAX_BILL_MEGABYTES} MB. Split it, then compare the parts.`;
    case "too_many_rows":
      return `The file has more than ${formatNumber(MAX_BILL_ROWS)} rows. Split it, then compare the parts.`;
    case "columns":
      return "Not all columns were recognized. Choose them below.";
  }
}

export const money = (amount: string | null, currency: string): string =>
  amount === null ? "–" : formatMoney(amount, currency);
