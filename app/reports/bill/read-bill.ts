import { Decimal } from "decimal.js";
import { sumOf } from "../../profit/money.ts";
import { limitBytes, readCsv, UnreadableCsvError } from "../../csv/read-csv.ts";
import {
  BILL_COLUMNS,
  MAX_BILL_MEGABYTES,
  MAX_BILL_ROWS,
  type BillColumn,
  type BillColumns,
  type BillProblem,
  type LineProblem,
} from "./bill.ts";

/** They say which order a row is about. */
export const ID_COLUMNS = ["reference", "serviceOrderId", "orderName"] as const;
/** One of them is needed: the whole amount, or the goods beside which shipping, tax and surcharge are added. */
const PRICE_COLUMNS = ["total", "base"] as const;
const PART_COLUMNS = ["base", "shipping", "tax", "surcharge"] as const;
export type AmountColumn = (typeof PART_COLUMNS)[number] | "total";

export interface BillLine {
  /** As a spreadsheet counts: the first row is 1. */
  row: number;
  reference: string;
  serviceOrderId: string;
  orderName: string;
  /** With tax and surcharge. Negative: a credit. */
  amount: string;
  parts: Record<(typeof PART_COLUMNS)[number], string | null>;
  /** "": the bill does not say. */
  currency: string;
  /** YYYY-MM-DD. */
  date: string | null;
}

export interface Bill {
  columns: BillColumns;
  /** The titles of the file's columns. */
  header: string[];
  lines: BillLine[];
  problems: { row: number; problem: LineProblem; text: string }[];
  /** What the file says that its rows add up to, and where. */
  statedTotal: { row: number; amount: string } | null;
}

const MAX_BYTES = MAX_BILL_MEGABYTES * 1024 * 1024;
/** Rows above the header: an address, a number of the bill. */
const MAX_ROWS_ABOVE = 20;
const MAX_COLUMNS = 100;
const MAX_ID_CHARS = 200;

/** Titles as bills write them, without signs and in lower case. */
const TITLES: Readonly<Record<BillColumn, string>> = {
  reference:
    "printorderreference reference ref orderreference orderref yourreference yourref customerreference clientreference " +
    "externalid externalorderid externalreference externalorderreference partnerorderid merchantorderid orderid ponumber po " +
    "purchaseorder referenz bestellreferenz",
  serviceOrderId:
    "printserviceorderid serviceorderid printorderid printid providerorderid supplierorderid vendororderid internalid " +
    "internalorderid ourreference ourref jobid jobnumber fulfillmentid",
  orderName:
    "order ordername ordernumber orderno shopifyorder shopifyordername shopifyordernumber storeorder storeordernumber " +
    "shoporder bestellung bestellnummer auftrag",
  total:
    "total totalamount totalprice totalcost ordertotal linetotal grandtotal amount amountdue billed billedamount billedtotal " +
    "billedtotalwithtax invoiced invoicetotal invoiceamount charge charged price gross grossamount sum gesamt gesamtbetrag " +
    "betrag summe brutto",
  base:
    "base baseprice basecost billedbase goods goodstotal items itemcost itemscost itemtotal itemprice printcost printing " +
    "production productioncost productcost products subtotal netto",
  shipping:
    "shipping shippingfee shippingcost shippingprice billedshipping postage freight delivery deliveryfee versand",
  tax: "tax taxes taxfee taxamount billedtax salestax vat vatamount gst hst mwst ust steuer",
  surcharge: "surcharge surcharges billedsurcharge handling handlingfee extra extras zuschlag",
  currency: "currency currencycode costcurrency cur ccy iso wahrung",
  date:
    "date orderdate invoicedate billdate billingdate billedat sentat sentdate shipdate shipped shippeddate shippingdate " +
    "createdat created placedat transactiondate datum",
};
const COLUMN_OF: ReadonlyMap<string, BillColumn> = new Map(
  BILL_COLUMNS.flatMap((column) => TITLES[column].split(" ").map((title) => [title, column] as const)),
);

/** `Order Total (USD)` is `ordertotal`. */
const plainTitle = (title: string): string =>
  title
    .replace(/\([^)]*\)|\[[^\]]*\]/g, "")
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[^a-z]/g, "");

const columnOf = (title: string): BillColumn | undefined => COLUMN_OF.get(plainTitle(title));

/** @param chosen what staff chose; null: the columns are recognized by their titles */
export async function readBill(
  bytes: AsyncIterable<Uint8Array>,
  chosen: BillColumns | null,
): Promise<{ ok: true; bill: Bill } | { ok: false; problem: BillProblem }> {
  const rows: FileRow[] = [];
  try {
    for await (const { row, cells } of readCsv(limitBytes(bytes, MAX_BYTES, () => new TooLargeError()))) {
      if (rows.length > MAX_BILL_ROWS + MAX_ROWS_ABOVE) return failed({ kind: "too_many_rows" });
      const kept = cells.slice(0, MAX_COLUMNS).map((cell) => cell.replaceAll("\0", "").trim());
      if (kept.some((cell) => cell !== "")) rows.push({ row, cells: kept });
    }
  } catch (error) {
    if (error instanceof TooLargeError) return failed({ kind: "too_large" });
    if (!(error instanceof UnreadableCsvError)) throw error;
    return failed({ kind: error.problem, row: error.row });
  }
  return readRows(rows, chosen);
}

interface FileRow {
  row: number;
  cells: string[];
}

class TooLargeError extends Error {
  override name = "TooLargeError";
}

const failed = (problem: BillProblem) => ({ ok: false as const, problem });

function readRows(all: FileRow[], chosen: BillColumns | null) {
  const titles = all.slice(0, MAX_ROWS_ABOVE).map(countTitles);
  const at = [2, 1, 0].map((count) => titles.findIndex((one) => one >= count)).find((found) => found >= 0) ?? 0;
  const [header, ...rows] = all.slice(at);
  if (!header || rows.length === 0) return failed({ kind: "no_rows" });
  if (rows.length > MAX_BILL_ROWS) return failed({ kind: "too_many_rows" });
  const found = BILL_COLUMNS.map(
    (column) => [column, header.cells.flatMap((cell, place) => (columnOf(cell) === column ? [place] : []))] as const,
  );
  const columns =
    chosen ?? (Object.fromEntries(found.map(([column, places]) => [column, places[0] ?? null])) as BillColumns);
  const twice = chosen ? [] : found.flatMap(([column, places]) => (places.length > 1 ? [column] : []));
  const missing = [
    ...(ID_COLUMNS.every((column) => columns[column] === null) ? ["order" as const] : []),
    ...(PRICE_COLUMNS.every((column) => columns[column] === null) ? ["amount" as const] : []),
  ];
  if (missing.length > 0 || twice.length > 0)
    return failed({ kind: "columns", header: header.cells, columns, missing, twice });
  return { ok: true as const, bill: readLines(rows, header.cells, columns) };
}

/** How many columns a row names. One with an amount is no header: a sum may stand beside its word. */
const countTitles = ({ cells }: FileRow): number =>
  cells.some((cell) => digitsOf(cell)) ? 0 : new Set(cells.flatMap((cell) => columnOf(cell) ?? [])).size;

function readLines(rows: readonly FileRow[], header: string[], columns: BillColumns): Bill {
  const bill: Bill = { columns, header, lines: [], problems: [], statedTotal: null };
  const cell = ({ cells }: FileRow, column: BillColumn): string => {
    const place = columns[column];
    return place === null ? "" : (cells[place] ?? "");
  };
  const amounts = (["total", ...PART_COLUMNS] as const).filter((column) => columns[column] !== null);
  const decimalSign = decimalSignOf(rows.flatMap((row) => amounts.map((column) => cell(row, column))));
  const dayFirst = isDayFirst(rows.map((row) => cell(row, "date")));
  for (const [at, row] of rows.entries()) {
    const ids = Object.fromEntries(ID_COLUMNS.map((column) => [column, idOf(cell(row, column))])) as Record<
      (typeof ID_COLUMNS)[number],
      string
    >;
    const text = ID_COLUMNS.map((column) => ids[column]).find((id) => id !== "") ?? "";
    const fail = (problem: LineProblem) => bill.problems.push({ row: row.row, problem, text });
    const read = amounts.map((column) => [column, readAmount(cell(row, column), decimalSign)] as const);
    const values = new Map(read.flatMap(([column, one]) => (one.amount === null ? [] : [[column, one.amount]])));
    const amount = wholeAmount(values);
    const isTotal = ID_COLUMNS.every((column) => ids[column] === "" || isTotalWord(ids[column]));
    const isSum = () => at === rows.length - 1 && amount?.equals(sumOf(bill.lines.map((line) => line.amount)));
    if (isTotal && amount && (row.cells.some(isTotalWord) || isSum())) {
      bill.statedTotal = { row: row.row, amount: amount.toFixed() };
      continue;
    }
    const problem = read.map(([, one]) => one.problem).find((one) => one !== null);
    const currency = cell(row, "currency").toUpperCase();
    if (problem) fail(problem);
    else if (text === "") fail("no_order");
    else if (!amount) fail("no_amount");
    else if (currency !== "" && !/^[A-Z]{3}$/.test(currency)) fail("unknown_currency");
    else {
      const part = (column: AmountColumn) => values.get(column)?.toFixed() ?? null;
      bill.lines.push({
        ...{ row: row.row, ...ids, amount: amount.toFixed(), currency },
        parts: { base: part("base"), shipping: part("shipping"), tax: part("tax"), surcharge: part("surcharge") },
        date: readDay(cell(row, "date"), dayFirst),
      });
    }
  }
  return bill;
}

const idOf = (cell: string): string => cell.slice(0, MAX_ID_CHARS);
const isTotalWord = (cell: string): boolean =>
  /^(?:grand |sub)?(?:total|totals|sum|summe|gesamt|gesamtsumme)\b/i.test(cell);

/** With tax: a total that is the sum of goods, shipping and surcharge alone lacks it. null: there is no amount. */
function wholeAmount(values: ReadonlyMap<AmountColumn, Decimal>): Decimal | null {
  const [total, base] = [values.get("total"), values.get("base")];
  const zero = new Decimal(0);
  const tax = values.get("tax") ?? zero;
  const untaxed = base?.plus(values.get("shipping") ?? zero).plus(values.get("surcharge") ?? zero);
  if (!total) return untaxed ? untaxed.plus(tax) : null;
  return untaxed && values.has("shipping") && total.equals(untaxed) ? total.plus(tax) : total;
}

type DecimalSign = "." | ",";
type ReadAmount = { amount: Decimal | null; problem: "unreadable_amount" | "unclear_amount" | null };

/** Digits and signs of an amount; null: it is none. $1,234.50, 1.234,50 €, (12.00), 12.00-, USD 12. */
function digitsOf(cell: string): { digits: string; isNegative: boolean } | null {
  const bare = cell
    .normalize("NFKC")
    .replaceAll("\u2212", "-")
    .replace(/\p{Sc}|^[A-Za-z]{2,3}\b|\b[A-Za-z]{2,3}$|[\s'’]/gu, "");
  const [, open, before, digits = "", after, close] = /^(\()?([+-])?(\d[\d.,]*|[.,]\d+)(-)?(\))?$/.exec(bare) ?? [];
  if (digits === "" || (open === undefined) !== (close === undefined)) return null;
  return { digits, isNegative: open !== undefined || before === "-" || after !== undefined };
}

/** The sign before the decimals, as far as one amount tells: 12.5 and 1,234.50, but not 1,234. */
function signIn(digits: string): DecimalSign | null {
  const [dot, comma] = [digits.lastIndexOf("."), digits.lastIndexOf(",")];
  if (dot >= 0 && comma >= 0) return dot > comma ? "." : ",";
  const sign = dot >= 0 ? "." : ",";
  const groups = digits.split(sign);
  if (groups.length === 1) return null;
  // Several groups of three are thousands.
  if (groups.length > 2) return sign === "." ? "," : ".";
  return groups[1]?.length === 3 && /^[1-9]\d{0,2}$/.test(groups[0] ?? "") ? null : sign;
}

/** What all amounts of the file agree on; null: they do not, or none tells. */
function decimalSignOf(cells: readonly string[]): DecimalSign | null {
  const signs = new Set(cells.flatMap((cell) => signIn(digitsOf(cell)?.digits ?? "") ?? []));
  const [sign] = signs;
  return signs.size === 1 && sign ? sign : null;
}

/** An empty cell is no problem, and no amount. */
function readAmount(cell: string, ofFile: DecimalSign | null): ReadAmount {
  if (/^[-–—]?$/.test(cell)) return { amount: null, problem: null };
  const read = digitsOf(cell);
  if (!read) return { amount: null, problem: "unreadable_amount" };
  const { digits, isNegative } = read;
  const sign = signIn(digits) ?? ofFile;
  if (!sign && /[.,]/.test(digits)) return { amount: null, problem: "unclear_amount" };
  const thousands = sign === "," ? "." : ",";
  const [whole = "", ...decimals] = digits.split(sign ?? ".");
  const isGrouped =
    /^\d*$/.test(whole) || new RegExp(`^\\d{1,3}(?:\\${thousands}\\d{2,3})*\\${thousands}\\d{3}$`).test(whole);
  if (!isGrouped || decimals.length > 1 || !/^\d{0,12}$/.test(decimals[0] ?? "") || whole.length > 20)
    return { amount: null, problem: "unreadable_amount" };
  const amount = new Decimal(`${whole.replaceAll(thousands, "") || "0"}.${decimals[0] || "0"}`);
  return { amount: isNegative ? amount.negated() : amount, problem: null };
}

const SLASHED = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4}|\d{2})\b/;

/** 13/02/2026 tells, and a point between the numbers does. */
function isDayFirst(cells: readonly string[]): boolean {
  const dates = cells.flatMap((cell) => {
    const [, first, second] = SLASHED.exec(cell) ?? [];
    return first && second ? [{ first: Number(first), second: Number(second), cell }] : [];
  });
  if (dates.some(({ first }) => first > 12)) return true;
  return dates.length > 0 && dates.every(({ second, cell }) => second <= 12 && /^\d+\./.test(cell));
}

/** null: it is no date. Dates say alone from when to when the bill is. */
function readDay(cell: string, dayFirst: boolean): string | null {
  const [, iso] = /^(\d{4}-\d{2}-\d{2})/.exec(cell) ?? [];
  const [, first = "", second = "", year = ""] = SLASHED.exec(cell) ?? [];
  const [day, month] = dayFirst ? [first, second] : [second, first];
  const text = iso ?? `${year.padStart(4, "20")}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
  const at = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text) ? text : null;
}
