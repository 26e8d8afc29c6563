import { Decimal } from "decimal.js";
import { Prisma } from "../../prisma/client/client.ts";
import type { FileColumn, FileTable } from "../csv/write-xlsx.ts";
import type { OrdersContext } from "../orders/core/context.ts";
import { STATE_NAMES } from "../orders/core/state-names.ts";
import { AT_PROVIDER_STATES } from "../orders/core/states.ts";
import { instantsOf, type DateRange } from "../settings/date-range.ts";
import { gidNumber } from "../ports/gid.ts";
import type { ShopId, SubmissionId } from "../ports/ids.ts";
import { madeOf, MADE_LINES_SELECT, MADE_SELECT, type CostSettings } from "../profit/kept/count-orders.ts";
import { amountText, percentOf } from "../profit/money.ts";
import { submissionCost, type ProfitRules } from "../profit/order-profit.ts";
import { wallTime } from "../settings/wall-time.ts";
import { monthRange } from "./period.ts";

/** What an accountant gets a row for. */
export const EXPORTS = ["print_orders", "months"] as const;
export type ExportOf = (typeof EXPORTS)[number];
export const EXPORT_FORMATS = ["csv", "xlsx"] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

type ExportContext = Pick<OrdersContext, "db">;

export interface ExportShop {
  id: ShopId;
  timezone: string;
  settings: CostSettings & { profit: ProfitRules };
}

/** A shop's figures of a period. @throws RangeError when the range is none */
export function exportTable(ctx: ExportContext, shop: ExportShop, range: DateRange, of: ExportOf): FileTable {
  if (of === "months")
    return { name: "Months", columns: columnsOf(MONTH_COLUMNS), batches: monthRows(ctx, shop.id, range) };
  const columns = printOrderColumns(shop);
  return { name: "Print orders", columns: columnsOf(columns), batches: printOrderRows(ctx, shop, range, columns) };
}

type Columns<Row> = readonly (readonly [title: string, kind: FileColumn["kind"], cell: (row: Row) => string | null])[];

const columnsOf = (columns: Columns<never>): FileColumn[] => columns.map(([title, kind]) => ({ title, kind }));
const cellsOf = <Row>(columns: Columns<Row>, row: Row): string[] => columns.map(([, , cell]) => cell(row) ?? "");

const SELECT = {
  ...{ ...MADE_SELECT, kind: true, reference: true, serviceOrderId: true },
  order: {
    select: {
      lines: { orderBy: { shopifyGid: "asc" }, select: MADE_LINES_SELECT },
      ...{ name: true, shopifyGid: true, currency: true, destinationCountry: true, test: true, ignoredReason: true },
      profit: { omit: { days: true } },
    },
  },
} as const satisfies Prisma.SubmissionSelect;

type StoredSubmission = Prisma.SubmissionGetPayload<{ select: typeof SELECT }>;

interface PrintOrderRow extends StoredSubmission {
  /** The order's first print order, which shows the order's amounts: each of them is in the file once. */
  isFirst: boolean;
  sentTo: Date;
}

/** standard, express or ground, as a merchant reads it. A shipping service has its code. */
const METHODS: Readonly<Record<string, string>> = { standard: "Standard", express: "Express", ground: "Ground" };
const KINDS = { first: "First", supplement: "Supplement", replacement: "Replacement", reprint: "Reprint" } as const;

const isCounted = ({ order, state }: PrintOrderRow): boolean =>
  !order.test && order.ignoredReason === null && AT_PROVIDER_STATES.includes(state);

const quotedTotal = ({ cost }: Pick<PrintOrderRow, "cost">): Decimal | null =>
  cost === null || cost.total === null ? null : new Decimal(cost.total).plus(cost.tax ?? 0);

const textIn = (amount: Decimal | string | null | undefined, currency: string | null | undefined): string | null =>
  amount === null || amount === undefined || !currency ? null : amountText(amount, currency);

function billedOverQuoted({ cost }: PrintOrderRow): string | null {
  const quoted = quotedTotal({ cost });
  return quoted && cost?.billedTotal ? textIn(new Decimal(cost.billedTotal).minus(quoted), cost.currency) : null;
}

function certainty({ cost }: PrintOrderRow): string {
  if (cost?.billedTotal) return "Billed";
  if (!cost?.total) return "Not known";
  return cost.estimated ? "Estimated" : "Quoted";
}

function printOrderColumns({ timezone, settings }: ExportShop): Columns<PrintOrderRow> {
  const cost = (key: "base" | "shipping" | "tax" | `billed${"Base" | "Shipping" | "Tax" | "Surcharge" | "Total"}`) => {
    return ({ cost: kept }: PrintOrderRow) => textIn(kept?.[key], kept?.currency);
  };
  const ofOrder = (key: "netSales" | "shipping" | "tax" | "fees" | "profit") => (row: PrintOrderRow) =>
    row.isFirst ? (row.order.profit?.[key] ?? null) : null;
  return [
    ["Order", "text", ({ order }) => order.name],
    ["Shopify order ID", "text", ({ order }) => gidNumber(order.shopifyGid)],
    ["Print order reference", "text", ({ reference }) => reference],
    ["Print service order ID", "text", ({ serviceOrderId }) => serviceOrderId],
    [`Sent at (${timezone})`, "time", ({ sentTo }) => wallTime(sentTo, timezone)],
    ["Kind", "text", ({ kind }) => KINDS[kind]],
    ["Status", "text", ({ state }) => STATE_NAMES[state]],
    ["Print SKUs", "text", ({ lines }) => lines.map((one) => `${one.quantity} x ${one.itemSku}`).join("; ")],
    ["Items", "count", ({ lines }) => String(lines.reduce((sum, { quantity }) => sum + quantity, 0))],
    ["Country code", "text", ({ order }) => order.destinationCountry],
    ["Shipping method", "text", ({ cost: kept }) => METHODS[kept?.method ?? ""] ?? kept?.method ?? null],
    ["Cost is", "text", certainty],
    ["Cost currency", "text", ({ cost: kept }) => kept?.currency ?? null],
    ["Quoted base", "amount", cost("base")],
    ["Quoted shipping", "amount", cost("shipping")],
    ["Quoted tax", "amount", cost("tax")],
    ["Quoted total with tax", "amount", (row) => textIn(quotedTotal(row), row.cost?.currency)],
    ["Billed base", "amount", cost("billedBase")],
    ["Billed shipping", "amount", cost("billedShipping")],
    ["Billed tax", "amount", cost("billedTax")],
    ["Billed surcharge", "amount", cost("billedSurcharge")],
    ["Billed total with tax", "amount", cost("billedTotal")],
    ["Billed over quoted", "amount", billedOverQuoted],
    ["In reports", "text", (row) => (isCounted(row) ? "Yes" : "No")],
    ["Report currency", "text", ({ order }) => order.profit?.currency ?? null],
    ["Cost in reports", "amount", (row) => countedCost(row, { timezone, settings })],
    ["Net sales of the order", "amount", ofOrder("netSales")],
    ["Shipping paid", "amount", ofOrder("shipping")],
    ["Tax of the order", "amount", ofOrder("tax")],
    ["Payment fees", "amount", ofOrder("fees")],
    ["Profit of the order", "amount", ofOrder("profit")],
    ["Customer's currency", "text", (row) => (row.isFirst ? (row.order.profit?.presentmentCurrency ?? null) : null)],
    [
      "Sales and shipping in the customer's currency",
      "amount",
      (row) => (row.isFirst ? (row.order.profit?.presentmentRevenue ?? null) : null),
    ],
  ];
}

/** What the reports count for it on the day it was sent, without what the print service refunded. */
function countedCost(row: PrintOrderRow, { timezone, settings }: Omit<ExportShop, "id">): string | null {
  const currency = row.order.profit?.currency;
  if (!currency || !isCounted(row)) return null;
  return textIn(submissionCost(madeOf(row.order, row, timezone, settings), currency, settings.profit)?.total, currency);
}

/** Print orders that are in memory together. */
const BATCH = 500;

interface Listed {
  id: SubmissionId;
  at: Date;
  isFirst: boolean;
}

/** Those that were sent in the range, the oldest first: a row for each that costs something. */
async function* printOrderRows(
  ctx: ExportContext,
  { id: shopId, timezone }: ExportShop,
  range: DateRange,
  columns: Columns<PrintOrderRow>,
): AsyncGenerator<string[][]> {
  const { begin, end } = instantsOf(range, timezone);
  // One whose sending left no time is dated by what came next.
  for (const sent of [true, false])
    for (let after: Listed | null = null; ;) {
      const listed: Listed[] = await listSent(ctx, shopId, { begin, end, after, sent });
      if (listed.length > 0) yield (await readRows(ctx, shopId, listed)).map((row) => cellsOf(columns, row));
      after = listed.at(-1) ?? null;
      if (listed.length < BATCH) break;
    }
}

interface Sent {
  begin: Date;
  end: Date;
  after: Listed | null;
  sent: boolean;
}

function listSent({ db }: ExportContext, shopId: ShopId, { begin, end, after, sent }: Sent): Promise<Listed[]> {
  const at = sent ? Prisma.sql`s."sentAt"` : Prisma.sql`coalesce(s."submittedAt", s."createdAt")`;
  const from = after
    ? Prisma.sql`${at} >= ${after.at} AND (${at}, s."id") > (${after.at}, ${after.id}::uuid)`
    : Prisma.sql`${at} >= ${begin}`;
  return db.$queryRaw<Listed[]>`
    SELECT s."id", ${at} AS "at", NOT EXISTS (
      SELECT FROM "SubmissionCost" e JOIN "Submission" b ON b."id" = e."submissionId"
      WHERE e."orderId" = s."orderId" AND (b."createdAt", b."id") < (s."createdAt", s."id")) AS "isFirst"
    FROM "Submission" s JOIN "SubmissionCost" c ON c."submissionId" = s."id"
    WHERE s."shopId" = ${shopId}::uuid AND ${sent ? Prisma.empty : Prisma.sql`s."sentAt" IS NULL AND`} ${from} AND ${at} < ${end}
    ORDER BY ${at}, s."id" LIMIT ${BATCH}`;
}

async function readRows({ db }: ExportContext, shopId: ShopId, listed: readonly Listed[]): Promise<PrintOrderRow[]> {
  const ids = listed.map(({ id }) => id);
  const stored = await db.submission.findMany({ where: { shopId, id: { in: ids } }, select: SELECT });
  const byId = new Map(stored.map((row) => [row.id, row]));
  return listed.flatMap(({ id, at, isFirst }) => {
    const row = byId.get(id);
    return row ? [{ ...row, isFirst, sentTo: at }] : [];
  });
}

const MONTH_COUNTS = [
  ...(["orders", "sent", "shipped", "items", "estimated"] as const),
  ...(["unknownSales", "unknownCost", "billed", "unknownSentCost"] as const),
];
const MONTH_AMOUNTS = [
  ...(["netSales", "shipping", "tax", "fees", "cost", "profit", "profitRevenue"] as const),
  ...(["sentCost", "billedCost", "quotedCost"] as const),
];

type MonthRow = { month: string; currency: string; from: string; to: string } & Record<
  (typeof MONTH_COUNTS)[number],
  number
> &
  Record<(typeof MONTH_AMOUNTS)[number], string>;

const monthCount = (key: (typeof MONTH_COUNTS)[number]) => (row: MonthRow) => String(row[key]);
const monthAmount = (key: (typeof MONTH_AMOUNTS)[number]) => (row: MonthRow) => textIn(row[key], row.currency);

const MONTH_COLUMNS: Columns<MonthRow> = [
  ["Month", "text", ({ month }) => month],
  ["First day", "day", ({ from }) => from],
  ["Last day", "day", ({ to }) => to],
  ["Currency", "text", ({ currency }) => currency],
  ["Orders", "count", monthCount("orders")],
  ["Items", "count", monthCount("items")],
  ["Net sales", "amount", monthAmount("netSales")],
  ["Shipping paid", "amount", monthAmount("shipping")],
  ["Tax", "amount", monthAmount("tax")],
  ["Payment fees", "amount", monthAmount("fees")],
  ["Print cost of the orders", "amount", monthAmount("cost")],
  ["Profit", "amount", monthAmount("profit")],
  ["Revenue of orders with a known profit", "amount", monthAmount("profitRevenue")],
  ["Margin", "percent", ({ profit, profitRevenue }) => percentOf(profit, profitRevenue)],
  ["Orders without known sales", "count", monthCount("unknownSales")],
  ["Orders without a known cost", "count", monthCount("unknownCost")],
  ["Orders with estimated figures", "count", monthCount("estimated")],
  ["Print orders sent", "count", monthCount("sent")],
  ["Print orders shipped", "count", monthCount("shipped")],
  ["Cost of print orders sent", "amount", monthAmount("sentCost")],
  ["Print orders sent without a known cost", "count", monthCount("unknownSentCost")],
  ["Print orders billed", "count", monthCount("billed")],
  ["Billed", "amount", monthAmount("billedCost")],
  ["Quoted for what was billed", "amount", monthAmount("quotedCost")],
];

const countSql = Prisma.raw(MONTH_COUNTS.map((key) => `sum("${key}")::int AS "${key}"`).join(", "));
const amountSql = Prisma.raw(MONTH_AMOUNTS.map((key) => `sum("${key}")::text AS "${key}"`).join(", "));

/** Of a month that the range cuts, the days in it. */
async function* monthRows({ db }: ExportContext, shopId: ShopId, { from, to }: DateRange): AsyncGenerator<string[][]> {
  const rows = await db.$queryRaw<Omit<MonthRow, "from" | "to">[]>`
    SELECT left("day", 7) AS "month", "currency", ${countSql}, ${amountSql} FROM "ProfitDay"
    WHERE "shopId" = ${shopId}::uuid AND "day" BETWEEN ${from} AND ${to} AND "productGid" = ''
    GROUP BY 1, 2 ORDER BY 1, 2`;
  yield rows.map((row) => {
    const month = monthRange(row.month);
    return cellsOf(MONTH_COLUMNS, {
      ...row,
      ...{ from: month.from > from ? month.from : from, to: month.to < to ? month.to : to },
    });
  });
}
