import type { CsvProblem } from "../../csv/read-csv.ts";

/** What is read of a bill. Everything else in the file is left where it is. */
export const BILL_COLUMNS = [
  ...(["reference", "serviceOrderId", "orderName"] as const),
  ...(["total", "base", "shipping", "tax", "surcharge"] as const),
  ...(["currency", "date"] as const),
];
export type BillColumn = (typeof BILL_COLUMNS)[number];
/** Places of the columns in the file, from 0; null: it has none. */
export type BillColumns = Record<BillColumn, number | null>;

/** Why a row is not compared. */
export type LineProblem = "no_order" | "no_amount" | "unreadable_amount" | "unclear_amount" | "unknown_currency";

/** Why nothing of a file is compared. `row`: null for the file as a whole. */
export type BillProblem =
  | { kind: CsvProblem; row: number | null }
  | { kind: "no_rows" | "too_large" | "too_many_rows" }
  /** What is missing, or recognized in several columns, is to be chosen. */
  | { kind: "columns"; header: string[]; columns: BillColumns; missing: ("order" | "amount")[]; twice: BillColumn[] };

export const MAX_BILL_MEGABYTES = 5;
export const MAX_BILL_ROWS = 20_000;

/** What becomes of a row of a bill, and of what was sent. Those in which something is wrong first. */
export const BILL_RESULTS = [
  ...(["other_price", "billed_twice", "not_found", "never_billed", "ambiguous", "other_currency"] as const),
  ...(["no_quote", "unreadable", "billed_before", "equal"] as const),
];
export type BillResult = (typeof BILL_RESULTS)[number];

/** `orderNumber`: Shopify's. `sentDay`: YYYY-MM-DD in the shop's time zone. */
export interface ShownOrder {
  reference: string;
  orderName: string;
  orderNumber: string;
  sentDay: string;
}

/** A row of the comparison. */
export interface ComparedRow {
  result: BillResult;
  /** Rows of the file; none of what was never billed. */
  rows: number[];
  /** As the bill names it. */
  named: string;
  order: ShownOrder | null;
  currency: string;
  billed: string | null;
  expected: string | null;
  difference: string | null;
  /** ambiguous: the references that it could be. */
  candidates: string[];
  problem: LineProblem | null;
}

/** What a comparison adds up to, of each result and currency. */
export interface ResultSum {
  result: BillResult;
  currency: string;
  count: number;
  /** null: of no row known. */
  billed: string | null;
  expected: string | null;
}
