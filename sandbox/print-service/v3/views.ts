/** Orders as version 3 shows them, and its events. */
import { clockString } from "../clock-strings.ts";
import { spelledReference, spelledSku } from "../dialect.ts";
import type { Settings } from "../options.ts";
import type { Item, Order } from "../store.ts";
import { destinationOf } from "./catalog.ts";
import type { Version3 } from "./options.ts";
import { isUnpaid } from "./payments.ts";
import { currentSku, findVariant, money } from "./products.ts";

type Fields = Record<string, unknown>;

/** print-service-v3: ListedOrder. */
export function listedOrder(settings: Settings, order: Order): Fields {
  const { version3, prefix } = settings;
  return {
    [`${prefix}_order_id`]: order.serviceId,
    order_name: spelledReference(settings.dialect, order.reference),
    total_price: feeOf(settings, order, "total_price"),
    ...(version3.paymentStatus === "order" || version3.paymentStatus === "both"
      ? { payment_status: word(version3, order.items[0]?.paymentStatus ?? "") }
      : {}),
    ...(version3.orderFields === "many" ? recipient(settings, order) : {}),
    [version3.lines]: order.items.map((item) => line(settings, item)),
    ...(version3.listTracking ? { trackings: trackings(settings, order, version3.detailTracking) } : {}),
  };
}

/** print-service-v3: DetailedOrder. */
export function detailedOrder(settings: Settings, order: Order): Fields {
  const fees = (["base_fee", "shipping_fee", "tax_fee", "surcharge", "total_price"] as const).map(
    (name): [string, unknown] => [name, feeOf(settings, order, name)],
  );
  return {
    ...listedOrder(settings, order),
    ...Object.fromEntries(fees),
    trackings: trackings(settings, order, settings.version3.detailTracking),
  };
}

/** print-service-v3: orderChanged. */
export const statusEvent = (settings: Settings, order: Order, items: Item[], error: string): Fields => ({
  ...eventIds(settings, order),
  order_items: items.map((item) => ({
    item_sku: sku(settings, item),
    order_status: word(settings.version3, item.orderStatus),
    ...(error === "" ? {} : { message_error: error }),
  })),
});

/** print-service-v3: trackingAdded, of the newest parcel. */
export function trackingEvent(settings: Settings, order: Order): Fields {
  const newest = { ...order, trackings: order.trackings.slice(-1) };
  const ids = eventIds(settings, order);
  if (settings.version3.eventTracking === "nested") return { ...ids, trackings: trackings(settings, newest, "nested") };
  const [parcel] = newest.trackings;
  return { ...ids, tracking_number: parcel?.trackingNumber, tracking_url: parcel?.trackingUrl };
}

function eventIds({ version3, prefix, dialect }: Settings, order: Order): Fields {
  return {
    ...(version3.eventIds === "service" ? {} : { order_id: spelledReference(dialect, order.reference) }),
    ...(version3.eventIds === "client" ? {} : { [`${prefix}_order_id`]: order.serviceId }),
  };
}

function line(settings: Settings, item: Item): Fields {
  const { version3 } = settings;
  return {
    product_name: item.productName,
    item_sku: sku(settings, item),
    ...(version3.quantity === "none" ? {} : { [version3.quantity]: item.quantity }),
    order_status: word(version3, item.orderStatus),
    ...(version3.paymentStatus === "lines" || version3.paymentStatus === "both"
      ? { payment_status: word(version3, item.paymentStatus) }
      : {}),
  };
}

function sku(settings: Settings, { itemSku }: Item): string {
  const found = settings.version3.skuSpelling === "current" ? findVariant(settings, { sku: itemSku }) : undefined;
  return spelledSku(settings.dialect, found ? currentSku(settings, found.variant) : itemSku);
}

function recipient({ zoneOffsetMinutes }: Settings, { shipping, enteredAt }: Order): Fields {
  return { ...shipping, created_at: clockString(enteredAt, zoneOffsetMinutes) };
}

const word = ({ statusWords }: Version3, label: string): string =>
  statusWords === "keys" ? label.toLowerCase().replace(/[^a-z]+/g, "_") : label;

function feeOf(settings: Settings, order: Order, name: keyof NonNullable<Order["version3"]>["fees"]): unknown {
  const known = order.version3 && (settings.version3.pricesUntilPaid === "known" || !isUnpaid(order));
  return known ? money(settings, order.version3?.fees[name] ?? "0") : 0;
}

function trackings(settings: Settings, order: Order, shape: Version3["detailTracking"]): Fields[] {
  const inUs = destinationOf(order.shipping["shipping_country_code"] ?? "") === "US";
  const carrier = inUs ? { carrierName: "USPS", carrierCode: "usps" } : { carrierName: "DHL", carrierCode: "dhl" };
  return order.trackings.map(({ trackingNumber, trackingUrl, updatedAt }) =>
    shape === "nested"
      ? { trackingNumber, trackingUrl, ...carrier }
      : {
          tracking_number: trackingNumber,
          tracking_url: trackingUrl,
          updated_at: clockString(updatedAt, settings.zoneOffsetMinutes),
        },
  );
}
