import { ApiError } from "./responses.ts";
import { spelledReference, spelledSku } from "./dialect.ts";
import { createPace } from "./pace.ts";
import type { Pace } from "./pace.ts";
import type { EventSender } from "./events.ts";
import type { Settings } from "./options.ts";
import { stationOf } from "./station.ts";
import type { Item, Order, Store } from "./store.ts";
import { findOrder } from "./store.ts";
import { refundOrder, settlePayment, waitsForPayment } from "./v3/payments.ts";
import { statusEvent, trackingEvent } from "./v3/views.ts";

interface ShipOptions {
  /** Invented when missing. With `split`, the parcels are numbered from it. */
  trackingNumber?: string;
  /** Number of parcels. */
  split?: number;
}

/** Manual production steps. `ref` is the client's order id or the service's. @throws when there is no such order */
export interface ProductionLine {
  startProduction(ref: string): void;
  /** Assigns a tracking number, which the service tells before anything has shipped; the statuses stay. */
  printLabel(ref: string, options?: ShipOptions): void;
  ship(ref: string, options?: ShipOptions): void;
  rejectAddress(ref: string, message?: string): void;
  setStatus(ref: string, sku: string, status: string, messageError?: string): void;
  markPaid(ref: string): void;
  /** Not produced any more; what was paid by version 3 is refunded. */
  cancel(ref: string): void;
  /** How fast orders run through automatically; may be changed at any time. */
  pace: Omit<Pace<Order>, "begin" | "close">;
  /** Lets an order run through automatically, while the line has a speed. */
  enter(order: Order): void;
  close(): void;
}

export function createProductionLine(store: Store, settings: Settings, sender: EventSender): ProductionLine {
  const status = (order: Order, items: Item[], orderStatus: string, messageError: string) => {
    for (const item of items) item.orderStatus = orderStatus;
    if (order.version3) {
      const event = statusEvent(settings, order, items, messageError);
      return sender.send(order.account, "order_status", event, true);
    }
    const order_id = spelledReference(settings.dialect, order.reference);
    const order_items = items.map(({ itemSku }) => ({
      item_sku: spelledSku(settings.dialect, itemSku),
      order_status: orderStatus,
      message_error: messageError,
    }));
    const bodies = settings.dialect.eventItems === "array" ? [order_items] : order_items;
    for (const body of bodies) sender.send(order.account, "order_status", { order_id, order_items: body });
  };
  const refuseUnpaid = (order: Order) => {
    settlePayment(order, settings.clock.now());
    if (waitsForPayment(settings, order)) throw new ApiError(409, "the order is not paid");
  };
  const produce = (order: Order) => {
    refuseUnpaid(order);
    status(order, order.items, "In production", "");
    if (order.version3 && settings.version3.trackingAt === "production" && order.trackings.length === 0)
      label(order, {});
  };
  const label = (order: Order, { trackingNumber, split = 1 }: ShipOptions) => {
    for (let parcel = 1; parcel <= split; parcel++) {
      const number = trackingNumber ?? `TRK${settings.prefix.toUpperCase()}${store.nextId++}`;
      const tracking_number = split > 1 && trackingNumber !== undefined ? `${number}-${parcel}` : number;
      const tracking_url = `https://track.example/${encodeURIComponent(tracking_number)}`;
      order.trackings.push({
        trackingNumber: tracking_number,
        trackingUrl: tracking_url,
        updatedAt: settings.clock.now(),
      });
      if (order.version3) {
        sender.send(order.account, "tracking", trackingEvent(settings, order), true);
        continue;
      }
      const order_id = spelledReference(settings.dialect, order.reference);
      sender.send(order.account, "tracking", { order_id, tracking_number, tracking_url });
    }
  };
  // Its own labels are used first. `Shipped` is the word of the service's own portal: the interface names none.
  const ship = (order: Order, options: ShipOptions) => {
    refuseUnpaid(order);
    const hasLabel = order.trackings.length > 0 && order.items.every((item) => item.orderStatus !== "Shipped");
    if (!hasLabel || options.trackingNumber !== undefined) label(order, options);
    status(order, order.items, "Shipped", "");
  };
  // Steps done by hand meanwhile are not repeated, and a stopped order stays.
  const step = (order: Order) => {
    settlePayment(order, settings.clock.now());
    if (stationOf(order) === "waiting" && waitsForPayment(settings, order)) return true;
    if (stationOf(order) === "waiting") produce(order);
    else if (stationOf(order) === "printing") ship(order, {});
    return stationOf(order) === "printing";
  };
  const pace = createPace(settings.productionSpeed, step);
  /** By hand; the order's next automatic step, if any, is timed from now. */
  const touch = (ref: string, work: (order: Order) => void) => {
    const order = findOrder(store, ref);
    work(order);
    pace.begin(order);
  };

  return {
    startProduction: (ref) => touch(ref, produce),
    printLabel: (ref, options = {}) => touch(ref, (order) => label(order, options)),
    ship: (ref, options = {}) => touch(ref, (order) => ship(order, options)),
    rejectAddress(ref, message = "The shipping address could not be verified.") {
      touch(ref, (order) => status(order, order.items, "Not verify", message));
    },
    setStatus(ref, sku, orderStatus, messageError = "") {
      touch(ref, (order) => {
        const items = order.items.filter((i) => i.itemSku === sku);
        if (items.length === 0) throw new Error(`order ${ref} has no item ${sku}`);
        status(order, items, orderStatus, messageError);
      });
    },
    markPaid(ref) {
      const order = findOrder(store, ref);
      if (order.version3) order.version3.paidFrom ??= settings.clock.now();
      for (const item of order.items) item.paymentStatus = "Paid";
    },
    cancel: (ref) =>
      touch(ref, (order) => {
        refundOrder(store, settings, order);
        status(order, order.items, "Cancelled", "");
      }),
    pace,
    enter: pace.begin,
    close: pace.close,
  };
}
