import { z } from "zod";
import { spelledReference, spelledSku } from "./dialect.ts";
import { errorResponse, ok, ApiError } from "./responses.ts";
import type { JsonResponse } from "./responses.ts";
import { clockString, isDate, isDateTime } from "./clock-strings.ts";
import type { Settings } from "./options.ts";
import { parse, readOrderBody } from "./order-body.ts";
import { pageOf } from "./listing.ts";
import type { Rows } from "./listing.ts";
import type { Item, Order, Store } from "./store.ts";

/**
 * Status of an item before production. The interface shows none for it: a client must accept an unknown one.
 */
export const FIRST_STATUS = "Pending";

/** print-service: createOrder. */
export function createOrder(
  store: Store,
  settings: Settings,
  account: string,
  body: unknown,
  raw: string,
): JsonResponse {
  const read = readOrderBody(settings, body);
  if (settings.duplicates === "refuse" && store.orders.some((o) => o.reference === read.order_id)) {
    throw new ApiError(409, `order_id ${read.order_id} exists already`);
  }
  const { order_items, order_id, method, province, shipping_povince: _, ...rest } = read;
  const items = order_items.map((i): Item => ({
    itemId: store.nextId++,
    productName: i.product_name,
    variantTitle: i.variant_title,
    itemSku: i.item_sku,
    quantity: i.unfulfill_quantity,
    artworkFront: i.artwork_front,
    artworkBack: i.artwork_back,
    mockup: i.url_mockup,
    note: i.variant_note,
    orderStatus: FIRST_STATUS,
    paymentStatus: settings.billing === "prepaid" ? "Paid" : "Unpaid",
  }));
  const enteredAt = settings.clock.now();
  const shipping = { ...rest, shipping_province: province };
  const orders = (settings.dialect.ordersPerCreate === "one" ? [items] : items.map((item) => [item])).map(
    (ofOrder): Order => ({
      serviceId: `P${store.nextId++}`,
      account,
      reference: order_id,
      createCall: store.creates.length - 1,
      enteredAt,
      shipping,
      method,
      items: ofOrder,
      trackings: [],
      raw,
    }),
  );
  store.orders.push(...orders);
  return ok({
    result: {
      order_id: spelledReference(settings.dialect, order_id),
      updated_at: clockString(enteredAt, settings.zoneOffsetMinutes),
      order_items: items.map((i) => ({
        [`${settings.prefix}_id`]: i.itemId,
        product_name: i.productName,
        item_sku: i.itemSku,
        unfulfill_quantity: i.quantity,
      })),
    },
  });
}

const wholeNumber = z.coerce.number().int();
const dateTime = z.string().refine(isDateTime, "must be YYYY-MM-DD HH:MM:SS");

/** print-service: listOrders. What it leaves open is as the settings' `listing` has it. */
export function listOrders(
  store: Store,
  settings: Settings,
  account: string,
  params: Record<string, unknown>,
): JsonResponse {
  const today = clockString(settings.clock.now(), settings.zoneOffsetMinutes).slice(0, 10);
  const read = parse(
    z.object({
      created_at_min: dateTime.default(`${today} 00:00:00`),
      created_at_max: dateTime.default(`${today} 23:59:59`),
      limit: wholeNumber.default(50),
      page: wholeNumber.min(1).default(1),
    }),
    params,
  );
  if (settings.limitOutside === "refuse" && (read.limit < 50 || read.limit > 200)) {
    throw new ApiError(400, "limit must be from 50 to 200");
  }
  const limit = Math.min(200, Math.max(50, read.limit));
  const all = visibleOrders(store, settings, account)
    .filter((order) => !order.hiddenFrom)
    .map((order) => ({ order, at: clockString(order.enteredAt, settings.zoneOffsetMinutes) }))
    .filter(({ at }) => at >= read.created_at_min && at <= read.created_at_max)
    .map(({ order, at }): Record<string, unknown> => ({
      ...syncedOrder(order, settings),
      ...(settings.dialect.listTracking ? {} : { trackings: [] }),
      dtime_entered: at,
    }));
  if (settings.listing.sequence === "newest first") all.reverse();
  const rows: Rows<(typeof all)[number]> = {
    all,
    items: (row) => (row["order_items"] as unknown[]).length,
    bytes: (row) => Buffer.byteLength(JSON.stringify(row)),
  };
  const orders = pageOf(rows, settings.listing, { limit, page: read.page, asked: store.calls["list"] ?? 1 });
  return ok({ length: settings.listing.lengthOf === "range" ? all.length : orders.length, orders });
}

/** print-service: getOrder. */
export function orderDetail(
  store: Store,
  settings: Settings,
  account: string,
  params: Record<string, unknown>,
): JsonResponse {
  const read = parse(
    z.object({ order_id: z.string().min(1), date: z.string().refine(isDate, "must be YYYY-MM-DD") }),
    params,
  );
  const found = visibleOrders(store, settings, account).find(
    (o) =>
      o.hiddenFrom !== "list and detail" &&
      o.reference === read.order_id &&
      clockString(o.enteredAt, settings.zoneOffsetMinutes).startsWith(read.date),
  );
  if (!found) return orderNotFound(settings);
  return ok({ order: syncedOrder(found, settings) });
}

function orderNotFound(settings: Settings): JsonResponse {
  const { notFound } = settings.dialect;
  const answer = errorResponse(settings, new ApiError(404, "order not found"));
  if (notFound === "text") return { ...answer, text: { type: "text/plain", content: "Order not found" } };
  return notFound === "html"
    ? { ...answer, text: { type: "text/html", content: "<html><body><h1>Order not found</h1></body></html>" } }
    : answer;
}

/** What one version of the interface shows of an account by now, oldest first. */
export function visibleOrders(store: Store, settings: Settings, account: string, by: "v1" | "v3" = "v1"): Order[] {
  const latest = settings.clock.now().getTime() - settings.listDelayMs;
  const { late } = settings.listing;
  const isLate = (place: number) => late !== null && place % late.every === late.every - 1;
  const isShown = (o: Order) =>
    settings.version3.otherInterfaceOrders === "shown" || (o.version3 === undefined) === (by === "v1");
  return store.orders.filter(
    (o, place) =>
      o.account === account && isShown(o) && o.enteredAt.getTime() <= latest - (isLate(place) ? (late?.ms ?? 0) : 0),
  );
}

/** print-service: SyncedOrder. */
function syncedOrder(order: Order, settings: Settings): Record<string, unknown> {
  const { shipping_zip: _, ...shipping } = order.shipping;
  return {
    [`${settings.prefix}_order_id`]: order.serviceId,
    order_name: spelledReference(settings.dialect, order.reference),
    ...shipping,
    store_name: "API",
    order_items: order.items.map((i) => ({
      product_name: i.productName,
      unfulfill_quantity: i.quantity,
      item_sku: spelledSku(settings.dialect, i.itemSku),
      artwork_front: i.artworkFront,
      artwork_back: i.artworkBack,
      url_mockup: i.mockup,
      order_status: i.orderStatus,
      payment_status: i.paymentStatus,
    })),
    trackings: order.trackings.map((t) => ({
      tracking_number: t.trackingNumber,
      tracking_url: t.trackingUrl,
      updated_at: clockString(t.updatedAt, settings.zoneOffsetMinutes),
    })),
  };
}
