import { z } from "zod";
import { UnavailableError } from "../ports/errors.ts";
import type { SyncedOrder, OrderListing, SyncedRecipient } from "../ports/print-service.ts";
import { bodyOrThrow, type Answer } from "./answer.ts";
import type { Call } from "./request.ts";
import type { Session } from "./session.ts";
import { count, arrayOf, looseText, looseTextOrNull, reference, text, trackingLink } from "./fields.ts";
import { listCall, type PageRequest } from "./list-call.ts";

export const detailCall = (fields: Call["fields"]): Omit<Call, "token"> => ({
  operation: "getOrder",
  method: "GET",
  path: "orders/v1/detail",
  fields,
  timeout: "read",
});

/**
 * One order by our reference and its sync date (print-service: getOrder). null when the service says that it has none
 * there, which proves nothing on its own: the interface shows neither how it says so nor when an order appears.
 * @throws UnavailableError, UnauthorizedError
 */
export async function orderDetail(
  session: Session,
  { reference, date }: { reference: string; date: string },
): Promise<SyncedOrder | null> {
  const answer = await session.call(detailCall({ order_id: reference, date }));
  if (answer.kind === "rejected" || saysNotFound(answer)) return null;
  const body = bodyOrThrow(answer, "detail", "unavailable");
  if (!("order" in body)) throw new UnavailableError("detail: unexpected_shape");
  if (isNothing(body["order"])) return null;
  const read = syncedOrderSchema(session.prefix).safeParse(body["order"]);
  if (!read.success || read.data.reference !== reference) throw new UnavailableError("detail: unexpected_shape");
  return read.data;
}

/**
 * A 404 in plain text or HTML that speaks of the order. Any other one may come from a proxy, or mean the address: an order that was
 * taken for absent because of it could be sent twice (submit/lookup-before-resend.ts).
 */
const saysNotFound = (answer: Answer): boolean =>
  answer.kind === "uncertain" &&
  answer.httpStatus === 404 &&
  /\border\b/i.test(answer.providerMessage ?? "") &&
  /\bnot (be )?found\b|\bno such\b|\b(not|n['’]t) exist/i.test(answer.providerMessage ?? "");

const isNothing = (order: unknown): boolean =>
  order === null || (typeof order === "object" && Object.keys(order).length === 0);

/** Largest page (print-service: listOrders). */
const MAX_LIMIT = 200;
/** 100,000 orders in one range, with full pages. */
const MAX_PAGES = 500;
/** The same page under three page numbers: a service that repeats its last page, or has only one. */
const MAX_REPEATED_PAGES = 3;

export interface Page {
  /** What the service says in `length`; 0 when it says nothing. */
  length: number;
  orders: SyncedOrder[];
  /** How many pages there are, where the service says so. */
  pages?: number;
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
export const listAll = (session: Session, range: Pick<PageRequest, "from" | "to">): Promise<OrderListing> =>
  readPages(session, (page) => listPage(session, { ...range, limit: MAX_LIMIT, page }));

/** The same of a list whose pages are read in another way. */
export async function readPages(
  session: Pick<Session, "listScanMs">,
  readPage: (page: number) => Promise<Page>,
): Promise<OrderListing> {
  const seen = new Map<string, SyncedOrder>();
  const totals = { rows: 0, items: 0, announced: 0 };
  const shown = new Map<string, number>();
  const end = performance.now() + session.listScanMs;
  for (let page = 1; page <= MAX_PAGES; page++) {
    if (performance.now() > end) throw new UnavailableError("list: too_slow");
    const { orders, length, pages = 0 } = await readPage(page);
    totals.announced = Math.max(totals.announced, length);
    const keys = JSON.stringify(orders.map((order) => [order.serviceOrderId, order.reference, order.enteredAt]));
    const times = (shown.get(keys) ?? 0) + 1;
    shown.set(keys, times);
    if (orders.length === 0 || times === MAX_REPEATED_PAGES) {
      if (totals.announced > Math.max(totals.rows, totals.items)) throw new UnavailableError("list: pages_incomplete");
      return { rows: [...seen.values()], complete: orders.length === 0 && pages < page };
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

const item = z
  .object({
    product_name: looseText,
    item_sku: text,
    unfulfill_quantity: count,
    artwork_front: looseText,
    artwork_back: looseText,
    url_mockup: looseText,
    order_status: looseTextOrNull,
    payment_status: looseTextOrNull,
  })
  .transform((i) => ({
    productName: i.product_name,
    itemSku: i.item_sku,
    quantity: i.unfulfill_quantity,
    artworkFront: i.artwork_front,
    artworkBack: i.artwork_back,
    mockup: i.url_mockup,
    orderStatus: i.order_status ?? null,
    paymentStatus: i.payment_status ?? null,
  }));

const tracking = z
  .object({ tracking_number: looseText, tracking_url: trackingLink, updated_at: looseTextOrNull })
  .transform((t) => ({
    trackingNumber: t.tracking_number,
    trackingUrl: t.tracking_url,
    updatedAt: t.updated_at ?? null,
  }));

const recipient = z
  .object({
    shipping_name: looseText,
    shipping_email: looseText,
    shipping_phone: looseText,
    shipping_address1: looseText,
    shipping_address2: looseText,
    shipping_city: looseText,
    shipping_province: looseText,
    shipping_province_code: looseText,
    shipping_country: looseText,
    shipping_country_code: looseText,
  })
  .transform((r): SyncedRecipient => ({
    name: r.shipping_name,
    email: r.shipping_email,
    phone: r.shipping_phone,
    address1: r.shipping_address1,
    address2: r.shipping_address2,
    city: r.shipping_city,
    province: r.shipping_province,
    provinceCode: r.shipping_province_code,
    country: r.shipping_country,
    countryCode: r.shipping_country_code,
  }));

/** A row of the list, or the order of the detail (print-service: SyncedOrder). */
function syncedOrderSchema(prefix: string) {
  const id = z.object({ [`${prefix}_order_id`]: looseTextOrNull });
  return z
    .object({
      order_name: reference,
      dtime_entered: looseTextOrNull,
      store_name: looseTextOrNull,
      order_items: arrayOf(item),
      trackings: arrayOf(tracking),
    })
    .loose()
    .transform((o): SyncedOrder => ({
      serviceOrderId: (id.parse(o)[`${prefix}_order_id`] ?? null) as string | null,
      reference: o.order_name,
      enteredAt: o.dtime_entered ?? null,
      storeName: o.store_name ?? null,
      recipient: recipient.parse(o),
      items: o.order_items,
      trackings: o.trackings,
    }));
}
