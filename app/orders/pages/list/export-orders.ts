import { Decimal } from "decimal.js";
import type { OrderLine, Prisma } from "../../../../prisma/client/client.ts";
import { guardCell, guardFormula } from "../../../csv/guard-cell.ts";
import { inRepeatableRead } from "../../../database/db.server.ts";
import { gidOf, type Gid } from "../../../ports/gid.ts";
import type { OrderId, ShopId } from "../../../ports/ids.ts";
import { ATTENTION } from "../../core/attention.ts";
import type { ListQuery } from "./list-query.ts";
import type { ListedOrder, ListShop } from "./list-statements.ts";
import { orderSummary, SUMMARY_SELECT, type OrderSummary } from "./order-summary.ts";
import { readListed, type ListContext } from "./read-page.ts";
import { readLateness } from "./stages.ts";
import { decryptSearch } from "./search-text.ts";

const SELECT = {
  ...SUMMARY_SELECT,
  financialStatus: true,
  lines: {
    orderBy: { shopifyGid: "asc" },
    select: { ...SUMMARY_SELECT.lines.select, title: true, variantTitle: true, sku: true },
  },
  submissions: {
    ...SUMMARY_SELECT.submissions,
    select: {
      ...SUMMARY_SELECT.submissions.select,
      lines: {
        orderBy: { position: "asc" },
        select: { ...SUMMARY_SELECT.submissions.select.lines.select, itemSku: true, paymentStatus: true },
      },
      parcels: {
        orderBy: [{ firstSeenAt: "asc" }, { id: "asc" }],
        select: { ...SUMMARY_SELECT.submissions.select.parcels.select, trackingUrl: true },
      },
    },
  },
} as const satisfies Prisma.OrderSelect;

/** An order with what the list does not show of it. */
interface ExportedOrder {
  stored: Prisma.OrderGetPayload<{ select: typeof SELECT }>;
  summary: OrderSummary;
  /** The status that the list shows. */
  status: string;
}

const joined = (texts: readonly (string | null)[]): string =>
  [...new Set(texts)].filter((text) => text !== null && text !== "").join("; ");

const sent = ({ stored }: ExportedOrder) => stored.submissions.filter(({ state }) => state !== "cancelled");
const printed = (order: ExportedOrder) => sent(order).flatMap(({ lines }) => lines);
const parcels = (order: ExportedOrder) => sent(order).flatMap((submission) => submission.parcels);

function firstSentAt(order: ExportedOrder): string {
  const times = sent(order).flatMap(({ sentAt }) => sentAt ?? []);
  return times.length === 0 ? "" : new Date(Math.min(...times.map(Number))).toISOString();
}

type ItemInFile = Pick<OrderLine, "quantity" | "title" | "variantTitle">;

/** `2 x Shirt (M)` */
export const itemText = ({ quantity, title, variantTitle }: ItemInFile): string =>
  `${quantity} x ${title}${variantTitle ? ` (${variantTitle})` : ""}`;

const amount = (text: string | null): string => (text === null ? "" : new Decimal(text).toFixed());

/**
 * The columns: the title, and the text of an order. Numbers and times stay as they are; a code that a spreadsheet would turn into a
 * number or a date is guarded, and so is every text that begins like a formula.
 */
const COLUMNS: readonly [title: string, text: (order: ExportedOrder) => string][] = [
  ["Order", ({ summary }) => guardFormula(summary.name)],
  ["Shopify order ID", ({ summary }) => guardCell(summary.number)],
  ["Placed at (UTC)", ({ summary }) => summary.placedAt],
  ["Customer", ({ summary }) => guardCell(summary.customer?.name ?? "")],
  ["City", ({ summary }) => guardCell(summary.customer?.city ?? "")],
  ["Country", ({ summary }) => guardCell(summary.customer?.country ?? "")],
  ["Country code", ({ summary }) => guardCell(summary.customer?.countryCode ?? "")],
  ["Status", ({ status }) => status],
  ["Attention", ({ summary }) => summary.reasons.map((code) => ATTENTION[code].label).join("; ")],
  ["In stage since (UTC)", ({ summary }) => summary.stage?.since ?? ""],
  ["Business days in stage", ({ summary }) => (summary.stage ? String(summary.stage.days) : "")],
  ["Late", ({ summary }) => (summary.stage?.late ? "Yes" : "No")],
  ["Payment status", ({ stored }) => guardFormula(stored.financialStatus ?? "")],
  [
    "Items",
    ({ stored }) =>
      guardCell(
        stored.lines
          .filter(({ quantity }) => quantity > 0)
          .map(itemText)
          .join("; "),
      ),
  ],
  ["Print items", ({ summary }) => String(summary.units.printable)],
  ["All items", ({ summary }) => String(summary.units.all)],
  ["Store SKUs", ({ stored }) => guardCell(joined(stored.lines.map(({ sku }) => sku)))],
  ["Print SKUs", (order) => guardCell(joined(printed(order).map(({ itemSku }) => itemSku)))],
  ["Shipping method", ({ summary }) => guardCell(summary.shippingTitle ?? "")],
  ["Print order references", (order) => guardCell(joined(sent(order).map(({ reference }) => reference)))],
  ["Print service order IDs", (order) => guardCell(joined(sent(order).map(({ serviceOrderId }) => serviceOrderId)))],
  ["Sent at (UTC)", firstSentAt],
  ["Production status", ({ summary }) => guardCell(summary.providerStatuses.join("; "))],
  ["Print payment status", (order) => guardCell(joined(printed(order).map(({ paymentStatus }) => paymentStatus)))],
  ["Tracking numbers", (order) => guardCell(joined(parcels(order).map(({ trackingNumber }) => trackingNumber)))],
  ["Tracking links", (order) => guardCell(joined(parcels(order).map(({ trackingUrl }) => trackingUrl)))],
  ["Print items paid", ({ stored }) => amount(stored.subtotal)],
  ["Shipping paid", ({ stored }) => amount(stored.shippingPaid)],
  ["Print item value", ({ summary }) => amount(summary.paid?.amount ?? null)],
  ["Currency", ({ stored }) => guardFormula(stored.currency)],
  ["Test order", ({ stored }) => (stored.test ? "Yes" : "No")],
];

interface OrdersExport {
  statusOf(summary: OrderSummary): string;
  /** Awaited before orders leave whose customers are shown. */
  logAccess(orderGids: Gid<"Order">[]): Promise<void>;
}

/** Orders that are in memory together. */
const BATCH = 500;

/** All orders of a list in its sequence, whatever its page: rows of a CSV file in batches, the header first. Cells are guarded. */
export async function* exportOrders(
  ctx: ListContext,
  shopId: ShopId,
  query: ListQuery,
  { statusOf, logAccess }: OrdersExport,
  batch = BATCH,
): AsyncGenerator<string[][]> {
  yield [COLUMNS.map(([title]) => title)];
  const wanted = { ...query, search: decryptSearch(ctx, shopId, query.search) };
  const lateness = await readLateness(ctx, shopId);
  const list = { id: shopId, lateness, encryptor: ctx.encryptor };
  for (let from: ListedOrder | null = null; ;) {
    const positions: ListedOrder[] = await readListed(ctx, list, wanted, { from, backwards: false, limit: batch });
    const orders = await readExported(
      ctx,
      list,
      positions.map(({ id }) => id),
      statusOf,
    );
    const named = orders.filter(({ summary }) => summary.customer !== null);
    if (named.length > 0) await logAccess(named.map(({ summary }) => gidOf("Order", summary.number)));
    if (orders.length > 0) yield orders.map((order) => COLUMNS.map(([, text]) => text(order)));
    from = positions.at(-1) ?? null;
    if (positions.length < batch) return;
  }
}

async function readExported(
  ctx: ListContext,
  list: ListShop & Pick<ListContext, "encryptor">,
  ids: readonly OrderId[],
  statusOf: OrdersExport["statusOf"],
): Promise<ExportedOrder[]> {
  if (ids.length === 0) return [];
  const rows = await inRepeatableRead(ctx.db, (tx) =>
    tx.order.findMany({ where: { shopId: list.id, id: { in: [...ids] } }, select: SELECT }),
  );
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => {
    const stored = byId.get(id);
    if (!stored) return [];
    const summary = orderSummary(stored, list);
    return [{ stored, summary, status: statusOf(summary) }];
  });
}
