import { Decimal } from "decimal.js";
import type { OrderId, SubmissionId } from "../../ports/ids.ts";
import { sumOf, toMinor } from "../../profit/money.ts";
import { BILL_RESULTS, type BillResult, type ComparedRow, type ResultSum, type ShownOrder } from "./bill.ts";
import type { Bill, BillLine } from "./read-bill.ts";

/** A print order that the service has. */
export interface SentOrder extends ShownOrder {
  submissionId: SubmissionId;
  orderId: OrderId;
  serviceOrderId: string | null;
  currency: string;
  /** What the service said that it bills, or the quote, both with tax; null: not known. */
  expected: string | null;
  /** A bill was used for it before, or the service told what it billed. */
  isBilled: boolean;
}

/** What a print order is billed at by the bill alone. */
export interface UsableAmount {
  submissionId: SubmissionId;
  orderId: OrderId;
  total: string;
  base: string | null;
  shipping: string | null;
  tax: string | null;
  surcharge: string | null;
}

export interface Comparison {
  rows: ComparedRow[];
  usable: UsableAmount[];
}

/** References and names as staff and spreadsheets write them. */
export const idKey = (id: string): string => id.replace(/^#/, "").toLowerCase();

/**
 * Compares a bill with what was sent. Each row of the file, and each print order of `period`, is in one row of the comparison.
 * @param known what the bill may name
 * @param period what was sent from the bill's first day to its last
 */
export function compareBill(
  { lines, problems }: Pick<Bill, "lines" | "problems">,
  { known, period, currency }: { known: readonly SentOrder[]; period: readonly SentOrder[]; currency: string },
): Comparison {
  const find = finder(known);
  const groups = new Map<string, { found: SentOrder[]; currency: string; lines: BillLine[] }>();
  for (const line of lines) {
    const found = find(line);
    const billedIn = line.currency || currency;
    const [only] = found.length === 1 ? found : [];
    const key = JSON.stringify([only?.submissionId ?? `${found.length} ${idKey(nameOf(line))}`, billedIn]);
    const group = groups.get(key) ?? { found, currency: billedIn, lines: [] };
    group.lines.push(line);
    groups.set(key, group);
  }
  const usable: UsableAmount[] = [];
  const compared = [...groups.values()].map((group) => {
    const row = rowOf(group);
    const [order] = group.found;
    const isUsable = row.result === "equal" || row.result === "other_price" || row.result === "no_quote";
    if (isUsable && order && group.currency === currency) usable.push(usableOf(order, group.lines));
    return row;
  });
  const named = new Set([...groups.values()].flatMap(({ found }) => found.map(({ submissionId }) => submissionId)));
  return {
    rows: [
      ...compared,
      ...problems.map(({ row, problem, text }): ComparedRow => {
        return { ...NOTHING, result: "unreadable", rows: [row], named: text, currency, problem };
      }),
      ...period
        .filter(({ submissionId }) => !named.has(submissionId))
        .map((order): ComparedRow => {
          const result = order.isBilled ? "billed_before" : "never_billed";
          return { ...NOTHING, result, named: order.reference, order: shownOrder(order), ...amountsOf(order) };
        }),
    ],
    usable,
  };
}

const NOTHING = {
  ...{ rows: [], order: null, billed: null, expected: null, difference: null, candidates: [], problem: null },
};
const amountsOf = ({ currency, expected }: SentOrder) => ({ currency, expected });
const nameOf = (line: BillLine): string => line.reference || line.serviceOrderId || line.orderName;
const shownOrder = ({ reference, orderName, orderNumber, sentDay }: SentOrder): ShownOrder => {
  return { reference, orderName, orderNumber, sentDay };
};

/** By reference first, then by the service's id, then by the order's name, whichever finds one first. */
function finder(known: readonly SentOrder[]): (line: BillLine) => SentOrder[] {
  const index = (of: (order: SentOrder) => string | null) => {
    const found = new Map<string, SentOrder[]>();
    for (const order of known) {
      const id = of(order);
      if (id) found.set(idKey(id), [...(found.get(idKey(id)) ?? []), order]);
    }
    return found;
  };
  const byReference = index(({ reference }) => reference);
  const byServiceId = index(({ serviceOrderId }) => serviceOrderId);
  const byName = index(({ orderName }) => orderName);
  return ({ reference, serviceOrderId, orderName }) =>
    byReference.get(idKey(reference)) ?? byServiceId.get(idKey(serviceOrderId)) ?? byName.get(idKey(orderName)) ?? [];
}

function rowOf({ found, currency, lines }: { found: SentOrder[]; currency: string; lines: BillLine[] }): ComparedRow {
  const [first] = lines;
  const billed = sumOf(lines.map(({ amount }) => amount));
  const row = {
    ...NOTHING,
    ...{ rows: lines.map((line) => line.row), named: first ? nameOf(first) : "", currency, billed: billed.toFixed() },
  };
  const [order] = found;
  if (!order) return { ...row, result: "not_found" };
  if (found.length > 1)
    return { ...row, result: "ambiguous", candidates: found.map(({ reference }) => reference).toSorted() };
  const ofOrder = { ...row, order: shownOrder(order) };
  if (order.currency !== currency) return { ...ofOrder, result: "other_currency" };
  if (order.expected === null) return { ...ofOrder, result: "no_quote" };
  const expected = new Decimal(order.expected);
  const difference = billed.minus(expected);
  const amounts = { expected: expected.toFixed(), difference: difference.toFixed() };
  if (toMinor(difference, currency).isZero()) return { ...ofOrder, ...amounts, result: "equal" };
  const isTwice = lines.length > 1 && lines.every(({ amount }) => expected.greaterThan(0) && expected.equals(amount));
  return { ...ofOrder, ...amounts, result: isTwice ? "billed_twice" : "other_price" };
}

function usableOf({ submissionId, orderId }: SentOrder, lines: readonly BillLine[]): UsableAmount {
  const part = (key: keyof BillLine["parts"]): string | null => {
    const amounts = lines.map(({ parts }) => parts[key]);
    const known = amounts.flatMap((amount) => amount ?? []);
    return known.length === amounts.length ? sumOf(known).toFixed() : null;
  };
  return {
    ...{ submissionId, orderId, total: sumOf(lines.map(({ amount }) => amount)).toFixed() },
    ...{ base: part("base"), shipping: part("shipping"), tax: part("tax"), surcharge: part("surcharge") },
  };
}

export function sumResults(rows: readonly ComparedRow[]): ResultSum[] {
  const sums = new Map<string, { result: BillResult; currency: string; rows: ComparedRow[] }>();
  for (const row of rows) {
    const key = `${row.result} ${row.currency}`;
    const sum = sums.get(key) ?? { result: row.result, currency: row.currency, rows: [] };
    sum.rows.push(row);
    sums.set(key, sum);
  }
  return [...sums.values()]
    .map((sum) => ({
      ...{ result: sum.result, currency: sum.currency, count: sum.rows.length },
      ...{ billed: sumOfKnown(sum.rows, "billed"), expected: sumOfKnown(sum.rows, "expected") },
    }))
    .toSorted((one, other) => BILL_RESULTS.indexOf(one.result) - BILL_RESULTS.indexOf(other.result));
}

function sumOfKnown(rows: readonly ComparedRow[], key: "billed" | "expected"): string | null {
  const known = rows.flatMap((row) => row[key] ?? []);
  return known.length > 0 ? sumOf(known).toFixed() : null;
}
