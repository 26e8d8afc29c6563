import { z } from "zod";
import { UnavailableError } from "../ports/errors.ts";
import type { OrderListing, SyncedOrder } from "../ports/print-service.ts";
import { count } from "./fields.ts";
import { bodyOrThrow } from "./answer.ts";
import { listCall, type PageRequest } from "./list-call.ts";
import type { Session } from "./session.ts";
import { syncedOrderSchema } from "./synced-order.ts";

/** Largest page (print-service: listOrders). */
const MAX_LIMIT = 200;
/** 100,000 orders in one range, with full pages. */
const MAX_PAGES = 500;
/** The same page under three page numbers: a service that repeats its last page, or has only one. */
const MAX_REPEATED_PAGES = 3;

interface Page {
  /** What the service says in `length`; 0 when it says nothing. */
  length: number;
  orders: SyncedOrder[];
}

/** One page of the list. @throws RejectedError, UnavailableError, UnauthorizedError */
export async function listPage(session: Session, input: PageRequest): Promise<Page> {
  const body = bodyOrThrow(await session.call(listCall(input)), "list", "unavailable");
  const read = z
    .object({ length: count, orders: z.array(syncedOrderSchema(session.prefix)).nullable().optional() })
    .safeParse(body);
  if (!read.success) throw new UnavailableError("list: unexpected_shape");
  const { length, orders } = read.data;
  // Without rows it must say that there are none: a missing field is no proof of absence.
  if (!orders && (length !== 0 || !("length" in body || "orders" in body)))
    throw new UnavailableError("list: unexpected_shape");
  return { length, orders: orders ?? [] };
}

/**
 * Reads page after page of a range, each order once; every page that can be reached, or an error. The interface does
 * not say what fills a page (print-service: listOrders: "items"), so neither its number of rows nor `length` marks the
 * last page: only a page without rows does, or one that the service repeats under three page numbers. These need not be
 * neighbors, since a page between them may be cut shorter. Orders behind a repeated page cannot be seen, so the listing
 * is not `complete`.
 * @throws RejectedError, UnavailableError, UnauthorizedError
 */
export async function listAll(session: Session, range: Pick<PageRequest, "from" | "to">): Promise<OrderListing> {
  const seen = new Map<string, SyncedOrder>();
  const totals = { rows: 0, items: 0, announced: 0 };
  const shown = new Map<string, number>();
  const end = performance.now() + session.listScanMs;
  for (let page = 1; page <= MAX_PAGES; page++) {
    if (performance.now() > end) throw new UnavailableError("list: too_slow");
    const { orders, length } = await listPage(session, { ...range, limit: MAX_LIMIT, page });
    totals.announced = Math.max(totals.announced, length);
    const keys = JSON.stringify(orders.map((order) => [order.serviceOrderId, order.reference, order.enteredAt]));
    const times = (shown.get(keys) ?? 0) + 1;
    shown.set(keys, times);
    if (orders.length === 0 || times === MAX_REPEATED_PAGES) {
      if (totals.announced > Math.max(totals.rows, totals.items)) throw new UnavailableError("list: pages_incomplete");
      return { rows: [...seen.values()], complete: orders.length === 0 };
    }
    if (times > 1) continue;
    for (const [at, order] of orders.entries()) seen.set(keyOf(order, `${page}/${at}`), order);
    totals.rows += orders.length;
    totals.items += orders.reduce((sum, order) => sum + order.items.length, 0);
  }
  throw new UnavailableError("list: too_many_pages");
}

// Rows move to the next page when orders come in meanwhile. The reference is part of the key in case an id is cut
// short.
const keyOf = (order: SyncedOrder, place: string): string =>
  JSON.stringify(order.serviceOrderId === null ? [place] : [order.serviceOrderId, order.reference]);
