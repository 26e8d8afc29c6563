import { z } from "zod";
import { Unavailable } from "../ports/errors.ts";
import type { SyncedOrder } from "../ports/print-service.ts";
import { count } from "./fields.ts";
import { settle } from "./outcome.ts";
import type { Session } from "./session.ts";
import { syncedOrderSchema } from "./synced-order.ts";

const MAX_BYTES = 5_000_000;
/** service-interface 4.5. */
const MAX_LIMIT = 200;
const DEFAULT_LIMIT = 50;
/** 100,000 orders in one range; more means that the service ignores `page`. */
const MAX_PAGES = 500;

interface Page {
  /** What the service says in `length`; 0 when it says nothing. */
  length: number;
  orders: SyncedOrder[];
}

interface Range {
  from: string;
  to: string;
}

/** One page of the list. @throws Rejected, Unavailable, Unauthorized */
export async function listPage(session: Session, input: Range & { limit: number; page: number }): Promise<Page> {
  const { from, to, limit, page } = input;
  const fields = { created_at_min: from, created_at_max: to, limit, page };
  const answer = await session.call({
    method: "GET",
    path: "orders/v1/all",
    fields,
    timeout: "read",
    maxBytes: MAX_BYTES,
  });
  const body = settle(answer, "list", "unavailable");
  const read = z
    .object({ length: count, orders: z.array(syncedOrderSchema(session.prefix)).nullable().optional() })
    .safeParse(body);
  if (!read.success) throw new Unavailable("list: unexpected_shape");
  const { length, orders } = read.data;
  // Without rows it must say that there are none: a missing field is no proof of absence.
  if (!orders && (length !== 0 || !("length" in body || "orders" in body)))
    throw new Unavailable("list: unexpected_shape");
  return { length, orders: orders ?? [] };
}

/**
 * All pages of a range, each order once. Whole or an error: absence is concluded from it.
 * It ends at the first page that is not full; `length` (of the page, or of the whole range: the interface does not say
 * which) must not promise more. @throws Rejected, Unavailable, Unauthorized
 */
export async function listAll(session: Session, range: Range): Promise<SyncedOrder[]> {
  const seen = new Map<string, SyncedOrder>();
  let rows = 0;
  const end = performance.now() + session.walkMs;
  for (let page = 1; page <= MAX_PAGES; page++) {
    if (performance.now() > end) throw new Unavailable("list: too_slow");
    const { orders, length } = await listPage(session, { ...range, limit: MAX_LIMIT, page });
    const before = seen.size;
    for (const [at, order] of orders.entries()) seen.set(keyOf(order, `${page}/${at}`), order);
    rows += orders.length;
    // The service may have taken its default limit for ours.
    const full = orders.length === MAX_LIMIT || orders.length === DEFAULT_LIMIT;
    if (!full && length <= rows) return [...seen.values()];
    if (orders.length === 0) throw new Unavailable("list: pages_incomplete");
    if (seen.size === before) throw new Unavailable("list: pages_repeat");
  }
  throw new Unavailable("list: too_many_pages");
}

// Rows move to the next page when orders come in meanwhile. The reference is part of the key in case an id is cut short.
const keyOf = (order: SyncedOrder, place: string): string =>
  JSON.stringify(order.serviceOrderId === null ? [place] : [order.serviceOrderId, order.reference]);
