import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { newId } from "../../../tests/support/ids.ts";
import { sumOf } from "../../profit/money.ts";
import { csvBytes } from "../../csv/write-csv.ts";
import { compareBill, idKey, sumResults, type SentOrder } from "./compare-bill.ts";
import { readBill, type Bill } from "./read-bill.ts";

async function* bytesOf(text: string): AsyncGenerator<Uint8Array> {
  yield await Promise.resolve(new TextEncoder().encode(text));
}
const read = (text: string) => readBill(bytesOf(text), null);

async function billOf(rows: readonly (readonly string[])[]): Promise<Bill> {
  const answer = await readBill(csvBytes([rows]), null);
  if (!answer.ok) throw new Error(JSON.stringify(answer.problem));
  return answer.bill;
}

const sent = (over: Partial<SentOrder> = {}): SentOrder => ({
  ...{ submissionId: newId(), orderId: newId(), reference: "1001-AAAA", serviceOrderId: "9001", orderName: "#1001" },
  ...{ orderNumber: "501", sentDay: "2026-11-03", currency: "USD", expected: "13.50", isBilled: false },
  ...over,
});
const compare = (bill: Bill, known: SentOrder[], period = known) =>
  compareBill(bill, { known, period, currency: "USD" });
const results = (bill: Bill, known: SentOrder[]) =>
  compare(bill, known).rows.map(({ result, named, difference }) => [result, named, difference]);

describe("a bill that is read", () => {
  it.each([
    ["Order Reference", "Amount (USD)", "Invoice Date"],
    ["reference", "TOTAL", "date"],
    ["Your ref.", "Line total", "Ship date"],
    ["order_id", "Billed total with tax", "Sent at (Europe/Berlin)"],
    ["Bestell-Referenz", "Gesamtbetrag", "Datum"],
  ])("knows its columns as %s, %s and %s", async (reference, total, date) => {
    const { columns, lines } = await billOf([
      [reference, total, date],
      ["1001-AAAA", "13.50", "2026-11-03"],
    ]);
    expect(columns).toMatchObject({ reference: 0, total: 1, date: 2, base: null });
    expect(lines).toMatchObject([{ row: 2, reference: "1001-AAAA", amount: "13.5", date: "2026-11-03" }]);
  });

  it.each([
    ["13.50", "13.5"],
    ["$1,234.50", "1234.5"],
    ["USD 12", "12"],
    ["(4.25)", "-4.25"],
    ["-4.25", "-4.25"],
    ["4.25-", "-4.25"],
    ["1'234.50", "1234.5"],
    ["1,234", "1234"],
    ["1,234,567.1", "1234567.1"],
  ])("reads the amount %s beside one with a decimal point", async (amount, expected) => {
    const { lines } = await billOf([
      ["Reference", "Total"],
      ["A", "0.75"],
      ["B", amount],
    ]);
    expect(lines[1]?.amount).toBe(expected);
  });

  it.each([
    ["13,50", "13.5"],
    ["1.234,50 €", "1234.5"],
    ["1 234,50", "1234.5"],
    ["1.234", "1234"],
    ["−4,25", "-4.25"],
  ])("reads the amount %s beside one with a decimal comma", async (amount, expected) => {
    const { lines } = await billOf([
      ["Reference", "Total"],
      ["A", "0,75"],
      ["B", amount],
    ]);
    expect(lines[1]?.amount).toBe(expected);
  });

  it("says of each row that it cannot compare why, and loses none", async () => {
    const bill = await billOf([
      ["Print shop Ltd.", "", ""],
      ["Reference", "Total", "Currency"],
      ["A", "twelve", "USD"],
      ["", "5", "USD"],
      ["B", "", "USD"],
      ["C", "1.234", "USD"],
      ["D", "7", "dollars"],
      ["", "", ""],
      ["E", "-7", "usd"],
      ["Total", "5", ""],
    ]);
    expect(bill.problems.map(({ row, problem }) => [row, problem])).toEqual([
      [3, "unreadable_amount"],
      [4, "no_order"],
      [5, "no_amount"],
      [6, "unclear_amount"],
      [7, "unknown_currency"],
    ]);
    expect(bill.lines).toMatchObject([{ row: 9, reference: "E", amount: "-7", currency: "USD" }]);
    expect(bill.statedTotal).toEqual({ row: 10, amount: "5" });
  });

  it("takes the last row for its sum only where it is one", async () => {
    const rows = [
      ["Reference", "Total"],
      ["A", "5.00"],
      ["B", "7.50"],
    ];
    expect((await billOf([...rows, ["", "12.50"]])).statedTotal).toEqual({ row: 4, amount: "12.5" });
    const other = await billOf([...rows, ["", "3.00"]]);
    expect([other.statedTotal, other.problems]).toEqual([null, [{ row: 4, problem: "no_order", text: "" }]]);
  });

  it("adds up goods, shipping, tax and surcharge, and the tax that a total leaves out", async () => {
    const titles = ["Reference", "Base", "Shipping", "Tax", "Handling"];
    const parts = await billOf([titles, ["A", "9.50", "4.00", "0.50", "1.00"]]);
    expect(parts.lines).toMatchObject([{ amount: "15", parts: { base: "9.5", surcharge: "1" } }]);
    const totals = await billOf([
      [...titles, "Total"],
      ["A", "9.50", "4.00", "0.50", "0", "13.50"],
      ["B", "9.50", "4.00", "0.50", "0", "14.00"],
    ]);
    expect(totals.lines.map(({ amount }) => amount)).toEqual(["14", "14"]);
  });

  it("asks for the columns that it lacks, or has twice", async () => {
    const answer = await read("Name,Ref,Reference,Weight\r\nx,1,2,3\r\n");
    expect(answer).toMatchObject({
      ok: false,
      problem: {
        kind: "columns",
        header: ["Name", "Ref", "Reference", "Weight"],
        missing: ["amount"],
        twice: ["reference"],
      },
    });
    if (answer.ok || answer.problem.kind !== "columns") throw new Error("no columns");
    const chosen = { ...answer.problem.columns, reference: 2, total: 3 };
    const again = await readBill(bytesOf("Name,Ref,Reference,Weight\r\nx,1,2,3\r\n"), chosen);
    expect(again).toMatchObject({ ok: true, bill: { lines: [{ reference: "2", amount: "3" }] } });
  });

  it.each([
    ["", "no_rows"],
    ["Reference,Total\n", "no_rows"],
    ['Reference,Total\n"A,5', "quotes"],
    ["PK\u0003\u0004 a workbook", "workbook"],
    [`Reference,Total\n${"A,5\n".repeat(20_001)}`, "too_many_rows"],
    [`Reference,Total\n${"A,5,".padEnd(300_000, "x").concat("\n").repeat(18)}`, "too_large"],
  ])("that is no such file says so: %#", async (text, kind) => {
    expect(await read(text)).toMatchObject({ ok: false, problem: { kind } });
  });
});

describe("a bill that is compared", () => {
  it("tells equal from other prices, what another store sent, what was billed twice, and what is missing", async () => {
    const bill = await billOf([
      ["Reference", "Service order ID", "Order", "Total"],
      ["1001-AAAA", "", "", "13.50"],
      ["1002-BBBB", "", "", "9.50"],
      ["1002-BBBB", "", "", "5.25"],
      ["", "9003", "", "13.50"],
      ["", "", "1004", "13.50"],
      ["", "", "#1004", "13.50"],
      ["9999-ZZZZ", "", "", "8.00"],
      ["", "", "#1005", "13.50"],
      ["1006-ffff", "", "", "3.00"],
    ]);
    const known = [
      sent(),
      sent({ reference: "1002-BBBB", serviceOrderId: null, orderName: "#1002" }),
      sent({ reference: "1003-CCCC", serviceOrderId: "9003", orderName: "#1003" }),
      sent({ reference: "1004-DDDD", serviceOrderId: null, orderName: "#1004" }),
      sent({ reference: "1005-EEEE", serviceOrderId: null, orderName: "#1005" }),
      sent({ reference: "1005-EEEF", serviceOrderId: null, orderName: "#1005" }),
      sent({ reference: "1006-FFFF", serviceOrderId: null, orderName: "#1006", expected: null }),
      sent({ reference: "1007-GGGG", serviceOrderId: null, orderName: "#1007" }),
      sent({ reference: "1008-HHHH", serviceOrderId: null, orderName: "#1008", isBilled: true }),
    ];
    expect(results(bill, known)).toEqual([
      ["equal", "1001-AAAA", "0"],
      ["other_price", "1002-BBBB", "1.25"],
      ["equal", "9003", "0"],
      ["billed_twice", "1004", "13.5"],
      ["not_found", "9999-ZZZZ", null],
      ["ambiguous", "#1005", null],
      ["no_quote", "1006-ffff", null],
      ["never_billed", "1007-GGGG", null],
      ["billed_before", "1008-HHHH", null],
    ]);
    const { usable } = compare(bill, known);
    expect(usable.map(({ total }) => total)).toEqual(["13.5", "14.75", "13.5", "3"]);
  });

  it("does not compare, or use, an amount in another currency", async () => {
    const bill = await billOf([
      ["Reference", "Total", "Currency"],
      ["1001-AAAA", "13.50", "EUR"],
    ]);
    expect(results(bill, [sent()])).toEqual([["other_currency", "1001-AAAA", null]]);
    expect(compare(bill, [sent()]).usable).toEqual([]);
    const inEuros = sent({ currency: "EUR" });
    expect(results(bill, [inEuros])).toEqual([["equal", "1001-AAAA", "0"]]);
    expect(compare(bill, [inEuros]).usable).toEqual([]);
  });

  it("has every row of the file and every print order of the period once, and adds up to the bill", async () => {
    const orders = Array.from({ length: 6 }, (_, at) =>
      sent({
        ...{ reference: `R-${at}`, serviceOrderId: at % 2 ? `S-${at}` : null, orderName: `#${at < 2 ? 1 : at}` },
        ...{ expected: at === 5 ? null : `${at + 1}.50`, isBilled: at === 4, currency: at === 3 ? "EUR" : "USD" },
      }),
    );
    const name = fc.constantFrom("", "R-0", "r-1", "R-4", "S-1", "#1", "1", "#3", "4", "unknown", "UNKNOWN", "other");
    const row = fc.record({
      ...{ reference: name, serviceOrderId: name, orderName: name },
      amount: fc.oneof(
        fc.integer({ min: -9_999, max: 9_999 }).map((cents) => (cents / 100).toFixed(2)),
        fc.constant("x"),
      ),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(row, { minLength: 1, maxLength: 12 }), fc.subarray(orders), async (rows, period) => {
        const cells = rows.map((one) => [one.reference, one.serviceOrderId, one.orderName, one.amount]);
        const bill = await billOf([["Reference", "Service order ID", "Order", "Total"], ...cells, ["", "", "", "sum"]]);
        const compared = compare(bill, orders, period);
        const inFile = compared.rows.flatMap((one) => one.rows).toSorted((a, b) => a - b);
        const stated = bill.statedTotal ? [bill.statedTotal.row] : [];
        expect([...inFile, ...stated].toSorted((a, b) => a - b)).toEqual([...cells, []].map((_, at) => at + 2));
        const shown = compared.rows.flatMap((one) => (one.order ? [one.order.reference] : []));
        expect(new Set(shown).size).toBe(shown.length);
        const ambiguous = compared.rows.flatMap(({ candidates }) => candidates);
        for (const { reference } of period)
          expect([...shown, ...ambiguous].filter((one) => idKey(one) === idKey(reference))).not.toEqual([]);
        const total = sumOf(bill.lines.map(({ amount }) => amount)).toFixed();
        expect(sumOf(sumResults(compared.rows).map(({ billed }) => billed ?? 0)).toFixed()).toBe(total);
      }),
      { numRuns: 200 },
    );
  });
});
