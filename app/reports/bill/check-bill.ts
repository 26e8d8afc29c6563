import { createHash } from "node:crypto";
import { Readable } from "node:stream";
import { Decimal } from "decimal.js";
import { z } from "zod";
import { Prisma } from "../../../prisma/client/client.ts";
import type { FileColumn, FileTable } from "../../csv/write-xlsx.ts";
import type { OrdersContext } from "../../orders/core/context.ts";
import { lockOrders } from "../../orders/core/lock.ts";
import type { ShopRow } from "../../orders/core/shop-row.ts";
import { instantsOf, rangeProblem, type DateRange } from "../../settings/date-range.ts";
import { readSettings } from "../../settings/settings.ts";
import { dayOf } from "../../settings/wall-time.ts";
import { gidNumber, type Gid } from "../../ports/gid.ts";
import type { ShopId, SubmissionId } from "../../ports/ids.ts";
import { sumOf } from "../../profit/money.ts";
import type { NoteAction } from "../../shops/staff-actions.ts";
import { MAX_REPORT_DAYS } from "../period.ts";
import {
  BILL_COLUMNS,
  type BillColumn,
  type BillColumns,
  type BillProblem,
  type BillResult,
  type ComparedRow,
  type ResultSum,
} from "./bill.ts";
import { compareBill, idKey, sumResults, type SentOrder, type UsableAmount } from "./compare-bill.ts";
import { readBill, type Bill, type BillLine } from "./read-bill.ts";

export interface BillShop {
  id: ShopId;
  timezone: string;
  /** What the service bills in. */
  currency: string;
}

export const billShop = ({ id, timezone, settings }: Pick<ShopRow, "id" | "timezone" | "settings">): BillShop => ({
  ...{ id, timezone, currency: readSettings(settings).serviceCurrency },
});

const placeSchema = z.int().min(0).max(999).nullable();
const columnsSchema = z.strictObject(
  Object.fromEntries(BILL_COLUMNS.map((column) => [column, placeSchema])) as Record<BillColumn, typeof placeSchema>,
);

/** `?columns={…}&from=…&to=…`: what staff chose; the rest is recognized. */
export function readBillQuery(params: URLSearchParams): Pick<BillRequest, "columns" | "range"> {
  let columns: unknown = null;
  try {
    columns = JSON.parse(params.get("columns") ?? "null");
  } catch {
    // Recognized.
  }
  const [from, to] = [params.get("from"), params.get("to")];
  return { columns: columnsSchema.safeParse(columns).data ?? null, range: from && to ? { from, to } : null };
}

export interface BillRequest {
  bytes: AsyncIterable<Uint8Array>;
  /** null: the columns are recognized. */
  columns: BillColumns | null;
  /** What was sent in these days is looked for in the bill; null: from the bill's first day to its last. */
  range: DateRange | null;
}

/** What the page shows of a comparison. */
export interface CheckedBill {
  header: string[];
  columns: BillColumns;
  /** Days that what was sent is of; null: the bill names none, and nothing that was sent. */
  range: DateRange | null;
  currency: string;
  /** Rows of the file that were read, and what those in `currency` add up to. */
  fileRows: number;
  total: string;
  /** What the file says that it adds up to. */
  statedTotal: { row: number; amount: string; isSame: boolean } | null;
  sums: ResultSum[];
  /** Of each result the first ones. */
  rows: ComparedRow[];
  /** How many print orders get the bill's amount where it is used, and what names just these amounts. */
  usable: number;
  seen: string;
}

type BillContext = Pick<OrdersContext, "db" | "sql" | "clock">;

export type BillAnswer = { outcome: "compared"; bill: CheckedBill } | { outcome: "unreadable"; problem: BillProblem };

interface Compared {
  bill: Bill;
  range: DateRange | null;
  rows: ComparedRow[];
  usable: UsableAmount[];
}

/** Nothing of the file is kept. */
async function compare(
  ctx: BillContext,
  shop: BillShop,
  { bytes, columns, range }: BillRequest,
): Promise<{ ok: true; compared: Compared } | { ok: false; problem: BillProblem }> {
  const read = await readBill(bytes, columns);
  if (!read.ok) return read;
  const { bill } = read;
  const known = await readNamed(ctx, shop, bill);
  const asked = range && !rangeProblem(range, dayOf(ctx.clock.now(), shop.timezone), MAX_REPORT_DAYS) ? range : null;
  const days = asked ?? rangeOf(bill, known);
  const period = days ? await readSent(ctx, shop, days) : [];
  const { rows, usable } = compareBill(bill, { known, period, currency: shop.currency });
  return { ok: true, compared: { bill, range: days, rows, usable } };
}

/** Rows of one result that the page shows. All are in the file to download. */
const SHOWN_ROWS = 200;

/** Compares a bill with what was sent. */
export async function checkBill(ctx: BillContext, shop: BillShop, request: BillRequest): Promise<BillAnswer> {
  const read = await compare(ctx, shop, request);
  if (!read.ok) return { outcome: "unreadable", problem: read.problem };
  const { bill, range, rows, usable } = read.compared;
  const shown = new Map<BillResult, number>();
  const inCurrency = bill.lines.filter((line) => (line.currency || shop.currency) === shop.currency);
  const total = sumOf(inCurrency.map(({ amount }) => amount));
  const stated = bill.statedTotal;
  return {
    outcome: "compared",
    bill: {
      ...{ header: bill.header, columns: bill.columns, range, currency: shop.currency },
      ...{ fileRows: bill.lines.length + bill.problems.length, total: total.toFixed() },
      statedTotal: stated && { ...stated, isSame: total.equals(stated.amount) },
      sums: sumResults(rows),
      rows: rows.filter(({ result }) => {
        shown.set(result, (shown.get(result) ?? 0) + 1);
        return (shown.get(result) ?? 0) <= SHOWN_ROWS;
      }),
      ...{ usable: usable.length, seen: hashOf(usable) },
    },
  };
}

const hashOf = (usable: readonly UsableAmount[]): string =>
  createHash("sha256").update(JSON.stringify(usable)).digest("base64url");

export type UseAnswer =
  | { outcome: "used"; count: number }
  /** Something else would be written than was shown. */
  | { outcome: "changed" }
  | { outcome: "unreadable"; problem: BillProblem };

const WRITTEN_TOGETHER = 200;

/**
 * Keeps the bill's amounts as billed, of each print order that it names alone, many together. The activity tells of all with the first.
 * The same bill again changes nothing.
 */
export async function keepBilled(
  ctx: BillContext,
  shop: BillShop,
  { seen, ...request }: BillRequest & { seen: string },
  note?: NoteAction,
): Promise<UseAnswer> {
  const read = await compare(ctx, shop, request);
  if (!read.ok) return { outcome: "unreadable", problem: read.problem };
  const { usable } = read.compared;
  if (hashOf(usable) !== seen) return { outcome: "changed" };
  const ordered = usable.toSorted((one, other) => (one.orderId < other.orderId ? -1 : 1));
  for (let at = 0; at < ordered.length; at += WRITTEN_TOGETHER) {
    const batch = ordered.slice(at, at + WRITTEN_TOGETHER);
    await ctx.sql.transaction(async (tx) => {
      if (at === 0) await note?.(tx, "bill_used", { count: usable.length });
      await lockOrders(tx, [...new Set(batch.map(({ orderId }) => orderId))]);
      await tx.execute`
        UPDATE "SubmissionCost" c SET "billedBase" = x."base", "billedShipping" = x."shipping", "billedTax" = x."tax",
          "billedSurcharge" = x."surcharge", "billedTotal" = x."total", "billedAt" = ${ctx.clock.now()}::timestamptz,
          "billedSource" = 'bill', "currency" = ${shop.currency}
        FROM jsonb_to_recordset(${JSON.stringify(batch)}::jsonb) AS x ("submissionId" uuid, "total" text, "base" text, "shipping" text,
          "tax" text, "surcharge" text)
        WHERE c."submissionId" = x."submissionId" AND c."shopId" = ${shop.id}::uuid AND coalesce(c."currency", ${shop.currency}) = ${shop.currency}
          AND (c."billedTotal", c."billedBase", c."billedShipping", c."billedTax", c."billedSurcharge", c."billedSource")
            IS DISTINCT FROM (x."total", x."base", x."shipping", x."tax", x."surcharge", 'bill'::"BilledSource")`;
    });
  }
  return { outcome: "used", count: usable.length };
}

/** What a bill is from and to: its own dates where it has several, and otherwise the days on which its orders were sent. */
function rangeOf({ lines }: Bill, known: readonly SentOrder[]): DateRange | null {
  const dates = [...new Set(lines.flatMap(({ date }) => date ?? []))];
  const days = (dates.length > 1 ? dates : known.map(({ sentDay }) => sentDay)).toSorted();
  const [from, to] = [days[0], days.at(-1)];
  return from && to && !rangeProblem({ from, to }, to, MAX_REPORT_DAYS) ? { from, to } : null;
}

interface StoredSent extends Omit<SentOrder, "sentDay" | "orderNumber" | "expected" | "isBilled" | "currency"> {
  orderGid: Gid<"Order">;
  sentAt: Date;
  currency: string | null;
  total: string | null;
  tax: string | null;
  billedTotal: string | null;
  billedSource: string | null;
}

const COLUMNS = Prisma.sql`s."id" AS "submissionId", s."orderId", s."reference", s."serviceOrderId", o."name" AS "orderName",
  o."shopifyGid" AS "orderGid", coalesce(s."sentAt", s."submittedAt", s."createdAt") AS "sentAt", c."currency", c."total", c."tax",
  c."billedTotal", c."billedSource"::text AS "billedSource"`;
const TABLES = Prisma.sql`"Submission" s JOIN "SubmissionCost" c ON c."submissionId" = s."id" JOIN "Order" o ON o."id" = s."orderId"`;

/** What was used from a bill before is compared with the quote again: so a bill can be checked twice. */
function sentOf(row: StoredSent, shop: BillShop): SentOrder {
  const { orderGid, sentAt, currency, total, tax, billedTotal, billedSource, ...order } = row;
  const quoted = total === null ? null : new Decimal(total).plus(tax ?? 0).toFixed();
  return {
    ...order,
    ...{ orderNumber: gidNumber(orderGid), sentDay: dayOf(sentAt, shop.timezone), currency: currency ?? shop.currency },
    expected: billedTotal !== null && billedSource === "service" ? billedTotal : quoted,
    isBilled: billedTotal !== null,
  };
}

/** All that the bill may name: by reference, and what has none that is known by the service's id and the order's name. */
async function readNamed({ db }: BillContext, shop: BillShop, { lines }: Bill): Promise<SentOrder[]> {
  const found = new Map<SubmissionId, SentOrder>();
  const add = async (condition: Prisma.Sql) => {
    const rows = await db.$queryRaw<StoredSent[]>`
      SELECT ${COLUMNS} FROM ${TABLES} WHERE s."shopId" = ${shop.id}::uuid AND o."shopId" = s."shopId" AND ${condition}`;
    for (const row of rows) found.set(row.submissionId, sentOf(row, shop));
  };
  const idsOf = (some: readonly BillLine[], of: (line: BillLine) => string): string[] => [
    ...new Set(some.map(of).filter((id) => id !== "")),
  ];
  // As they are, and in capitals, as the app writes most.
  const references = idsOf(lines, ({ reference }) => reference).flatMap((one) => [one, one.toUpperCase()]);
  if (references.length > 0) await add(Prisma.sql`s."reference" = ANY(${references}::text[])`);
  const known = new Set([...found.values()].map(({ reference }) => idKey(reference)));
  const others = lines.filter(({ reference }) => !known.has(idKey(reference)));
  // Neither has an index of its own: one scan of the shop's orders each, however many are asked for.
  const serviceIds = idsOf(others, ({ serviceOrderId }) => serviceOrderId.replace(/^#/, ""));
  if (serviceIds.length > 0) await add(Prisma.sql`s."serviceOrderId" = ANY(${serviceIds}::text[])`);
  const names = idsOf(others, ({ orderName }) => orderName.replace(/^#/, "").toLowerCase());
  if (names.length > 0) await add(Prisma.sql`lower(ltrim(o."name", '#')) = ANY(${names}::text[])`);
  return [...found.values()];
}

async function readSent({ db }: BillContext, shop: BillShop, range: DateRange): Promise<SentOrder[]> {
  const { begin, end } = instantsOf(range, shop.timezone);
  const rows = await db.$queryRaw<StoredSent[]>`
    SELECT ${COLUMNS} FROM ${TABLES} WHERE s."shopId" = ${shop.id}::uuid AND (s."sentAt" >= ${begin} AND s."sentAt" < ${end}
      OR s."sentAt" IS NULL AND coalesce(s."submittedAt", s."createdAt") >= ${begin} AND coalesce(s."submittedAt", s."createdAt") < ${end})
    ORDER BY "sentAt", s."id"`;
  return rows.map((row) => sentOf(row, shop));
}

/** The words that a file says results in. */
export interface BillWords {
  results: Readonly<Record<BillResult, string>>;
  problem(row: ComparedRow): string;
}

const TITLES: readonly [title: string, kind: FileColumn["kind"], cell: (row: ComparedRow) => string | null][] = [
  ["Rows in the bill", "text", ({ rows }) => rows.join(", ")],
  ["Named in the bill", "text", ({ rows, named }) => (rows.length > 0 ? named : null)],
  ["Order", "text", ({ order }) => order?.orderName ?? null],
  ["Print order reference", "text", ({ order }) => order?.reference ?? null],
  ["Sent on", "day", ({ order }) => order?.sentDay ?? null],
  ["Currency", "text", ({ currency }) => currency],
  ["Billed", "amount", ({ billed }) => billed],
  ["Expected", "amount", ({ expected }) => expected],
  ["Difference", "amount", ({ difference }) => difference],
];

const BATCH = 500;

/** All rows of a comparison as a file. */
export async function billFile(
  ctx: BillContext,
  shop: BillShop,
  { words, ...request }: BillRequest & { words: BillWords },
): Promise<{ ok: true; table: FileTable } | { ok: false; problem: BillProblem }> {
  const read = await compare(ctx, shop, request);
  if (!read.ok) return read;
  const columns: typeof TITLES = [
    ["Result", "text", ({ result }) => words.results[result]],
    ...TITLES,
    ["Note", "text", (row) => words.problem(row)],
  ];
  const { rows } = read.compared;
  const batches = Array.from({ length: Math.ceil(rows.length / BATCH) }, (_, at) =>
    rows.slice(at * BATCH, (at + 1) * BATCH).map((row) => columns.map(([, , cell]) => cell(row) ?? "")),
  );
  return {
    ok: true,
    table: {
      name: "Bill",
      columns: columns.map(([title, kind]) => ({ title, kind })),
      batches: Readable.from(batches),
    },
  };
}
