import type { OrdersContext } from "../core/context.ts";
import { joinOrders, type PrintAccountCalls, type SyncedOrder } from "../../ports/print-service.ts";
import { parseReference } from "../core/reference.ts";
import { serviceRange } from "./find-order.ts";
import type { PrintAccountId } from "../../ports/ids.ts";
import { DAY_MS } from "../../ports/clock.ts";

export type ReaderContext = Pick<OrdersContext, "printService" | "clock">;

/**
 * The orders in an account's list of a range, as far as the service shows them. What a scan lacks may be there all the
 * same.
 */
export interface ListScan {
  account: PrintAccountId;
  /** What happened later, the scan may not show. */
  startedAt: Date;
  /** On the service's clock, as requested. */
  range: { from: string; to: string };
  rows: readonly SyncedOrder[];
  /** By reference; the service may keep several orders under one. */
  orders: ReadonlyMap<string, SyncedOrder>;
  /** As in OrderListing. */
  complete: boolean;
}

declare const dateFilterHonored: unique symbol;
/** A scan of a service that filters by date. Only requireDateFilter and requireComplete make one. */
export type Filtered<Scan> = Scan & { readonly [dateFilterHonored]: true };
/** A scan that holds every order of its range. Only requireComplete makes one. */
export type CompleteScan<Scan = ListScan> = Filtered<Scan> & { readonly complete: true };

/** A longer range is read in parts: one reading of the list has a maximum of pages (print-service/read-orders.ts) and of time. */
const WINDOW_MS = 14 * DAY_MS;
/** Shopify shows most apps orders of 60 days only, so older ones cannot be sent. */
const MAX_HISTORY_MS = 90 * DAY_MS;

/** Reads the list of what was sent between two instants, to its end. @throws RemoteError */
export async function scanList(ctx: ReaderContext, account: PrintAccountId, from: Date, to?: Date): Promise<ListScan> {
  return scanWindows(ctx, account, { from, to }, () => true);
}

/**
 * Reads the list from an instant on, 90 days at most, and keeps the orders whose reference looks like one of ours.
 * @throws RemoteError
 */
export async function scanHistory(ctx: ReaderContext, account: PrintAccountId, from: Date): Promise<ListScan> {
  const first = new Date(Math.max(from.getTime(), ctx.clock.now().getTime() - MAX_HISTORY_MS));
  return scanWindows(ctx, account, { from: first }, ({ reference }) => parseReference(reference) !== null);
}

/** Reads a range part by part, and keeps some rows. */
async function scanWindows(
  ctx: ReaderContext,
  account: PrintAccountId,
  { from, to }: { from: Date; to?: Date | undefined },
  keep: (row: SyncedOrder) => boolean,
): Promise<ListScan> {
  const startedAt = ctx.clock.now();
  const end = to ?? startedAt;
  const parts: SyncedOrder[][] = [];
  let complete = true;
  let start = from;
  do {
    const until = new Date(Math.min(start.getTime() + WINDOW_MS, end.getTime()));
    const part = await ctx.printService.forAccount(account).listAll(serviceRange(start, until));
    complete &&= part.complete;
    parts.push(part.rows.filter(keep));
    start = until;
  } while (start < end);
  return {
    account,
    startedAt,
    range: serviceRange(from, end),
    complete,
    rows: joinParts(parts),
    orders: joinByReference(parts.flat()),
  };
}

type RowKey = Pick<SyncedOrder, "reference" | "serviceOrderId">;

/** The rows of a list that was read in parts, each order once: the parts overlap (find-order.ts). */
export function joinParts<Row extends RowKey>(parts: readonly (readonly Row[])[]): Row[] {
  const rows: Row[] = [];
  const shownBefore = new Set<string>();
  for (const part of parts) {
    rows.push(...part.filter((row) => !shownBefore.has(keyOf(row))));
    for (const row of part) shownBefore.add(keyOf(row));
  }
  return rows;
}

/**
 * Everything that the service has under each reference: it may split an order into several, each with parcels of its own. Of
 * one order of the service the last row counts, and so it does of rows that name none, since these cannot be told apart.
 */
function joinByReference(rows: readonly SyncedOrder[]): Map<string, SyncedOrder> {
  const byReference = new Map<string, Map<string | null, SyncedOrder>>();
  for (const row of rows)
    byReference.set(row.reference, (byReference.get(row.reference) ?? new Map()).set(row.serviceOrderId, row));
  return new Map([...byReference].map(([reference, orders]) => [reference, joinOrders([...orders.values()])]));
}

/** Two orders may have one reference. */
const keyOf = ({ reference, serviceOrderId }: RowKey): string => JSON.stringify([reference, serviceOrderId]);

type DateFilterCheck<Scan> = { outcome: "honored"; scan: Filtered<Scan> } | { outcome: "date_filter_ignored" };

/**
 * Checks that the service filters its list by date. A service that does not shows only the current day (print-service:
 * listOrders): an order of yesterday would look absent beside one of today.
 * @throws RemoteError
 */
export async function requireDateFilter<Scan extends { account: PrintAccountId }>(
  ctx: Pick<ReaderContext, "printService">,
  scan: Scan,
): Promise<DateFilterCheck<Scan>> {
  const honored = await honorsDateFilter(ctx.printService.forAccount(scan.account));
  return honored ? { outcome: "honored", scan: scan as Filtered<Scan> } : { outcome: "date_filter_ignored" };
}

/** The list of a day long before any order has to be empty. */
async function honorsDateFilter(calls: PrintAccountCalls): Promise<boolean> {
  const rows = await calls.list({ from: "2000-01-01 00:00:00", to: "2000-01-01 23:59:59", limit: 50, page: 1 });
  return rows.length === 0;
}

type CompletenessCheck<Scan = ListScan> =
  { outcome: "complete"; scan: CompleteScan<Scan> } | { outcome: "incomplete" | "date_filter_ignored" };

/** Checks that a scan holds every order of its range. @throws RemoteError */
export async function requireComplete<Scan extends { account: PrintAccountId; complete: boolean }>(
  ctx: Pick<ReaderContext, "printService">,
  scan: Scan,
): Promise<CompletenessCheck<Scan>> {
  if (!scan.complete) return { outcome: "incomplete" };
  const checked = await requireDateFilter(ctx, { ...scan, complete: true as const });
  return checked.outcome === "honored" ? { outcome: "complete", scan: checked.scan } : checked;
}
