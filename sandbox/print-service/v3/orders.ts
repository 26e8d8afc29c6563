import { z } from "zod";
import { isDateTime, clockString } from "../clock-strings.ts";
import { pageOf } from "../listing.ts";
import type { Settings } from "../options.ts";
import { countryCode, parse } from "../order-body.ts";
import { FIRST_STATUS, visibleOrders } from "../orders.ts";
import type { ProductionLine } from "../production-line.ts";
import { ApiError } from "../responses.ts";
import { stationOf } from "../station.ts";
import type { Item, Order, Store } from "../store.ts";
import { SIDES } from "./options.ts";
import { isUnpaid, shownTransaction } from "./payments.ts";
import { feesOf, isInStock, lineOf } from "./products.ts";
import { detailedOrder, listedOrder } from "./views.ts";

/** Status of an order of another marketplace, which waits for that one's label and is not printed. */
export const FOREIGN_STATUS = "Waiting for label";

const filled = z.string().refine((s) => s.trim() !== "", "must not be empty");
const link = z.union([z.literal(""), z.url({ protocol: /^https?$/ })]).optional();
const optional = z.string().optional();

const item = z.looseObject({
  item_sku: filled.optional(),
  variant_id: filled.optional(),
  quantity: z.number().int().min(1),
  product_name: optional,
  product_location: filled.optional(),
  made_in_location: filled.optional(),
  variant_note: optional,
  mockup_url: link,
  ...Object.fromEntries(SIDES.map((side) => [`artwork_${side}`, link])),
});

const newOrder = z.looseObject({
  order_id: filled,
  firstName: filled,
  lastName: z.string(),
  shipping_email: z.string(),
  shipping_phone: z.string(),
  shipping_address1: filled,
  shipping_address2: optional,
  shipping_city: filled,
  shipping_province: filled,
  shipping_province_code: filled,
  shipping_zip: filled,
  shipping_country: filled,
  shipping_country_code: countryCode,
  shipping_service: filled.optional(),
  discount_code: z.array(z.string()).optional(),
  taxNumber: optional,
  order_items: z.array(item).min(1),
});
type NewOrder = z.infer<typeof newOrder>;

/** print-service-v3: createOrder. Returns the new orders: the service may make several of one call. */
export function createOrders(store: Store, settings: Settings, account: string, body: unknown, raw: string): Order[] {
  const { version3, dialect } = settings;
  if (version3.repeatedOrderId === "refused") refuseRepeated(store, settings, account, body);
  const read = parse(newOrder, body);
  checkRecipient(settings, read);
  const lines = read.order_items.map((one) => ({ ...lineOf(settings, one), read: one }));
  for (const { variant, location, read: one } of lines) {
    if (version3.outOfStock === "refused" && !isInStock(settings, variant))
      throw new ApiError(400, `item_sku ${variant.sku} is out of stock`);
    const sides = location.printAreas.map(({ key }) => key);
    const wrong = SIDES.find((side) => one[`artwork_${side}`] && !sides.includes(side));
    if (version3.unknownSide === "refused" && wrong) throw new ApiError(400, `artwork_${wrong} does not exist`);
  }
  if (version3.repeatedOrderId !== "accepted") refuseRepeated(store, settings, account, body);
  const unknownFields = unknownIn(read);
  const items = lines.map((line): [typeof line, Item] => [line, newItem(store, line, line.read, unknownFields)]);
  const groups = dialect.ordersPerCreate === "one" ? [items] : items.map((one) => [one]);
  const orders = groups.map((group): Order => ({
    serviceId: `P${store.nextId++}`,
    account,
    reference: read.order_id,
    createCall: store.creates.length - 1,
    enteredAt: settings.clock.now(),
    shipping: shippingOf(read),
    method: null,
    items: group.map(([, one]) => one),
    trackings: [],
    raw,
    version3: {
      shippingService: read.shipping_service ?? "",
      fees: feesOf(
        settings,
        group.map(([line]) => line),
        read.shipping_country_code,
        read.shipping_service,
      ),
      paidFrom: null,
      isDeleted: false,
      unknownFields,
    },
  }));
  store.orders.push(...orders);
  return orders;
}

/** print-service-v3: CreateAnswer. */
export function createAnswer({ version3, prefix }: Settings, [order]: Order[]): unknown {
  if (version3.createData === "null") return null;
  const ids = version3.createIds.map((name) => [
    name === "prefix_order_id" ? `${prefix}_order_id` : name,
    order?.serviceId,
  ]);
  const data = Object.fromEntries(ids) as Record<string, unknown>;
  return version3.createData === "array" ? [data] : data;
}

function refuseRepeated(store: Store, { version3 }: Settings, account: string, body: unknown): void {
  const id = typeof body === "object" && body !== null && "order_id" in body ? body.order_id : undefined;
  const isThere = store.orders.some(
    (one) =>
      one.account === account &&
      one.reference === id &&
      !(one.version3?.isDeleted && version3.deletedOrderId === "free again"),
  );
  if (isThere) throw new ApiError(400, `Order ${String(id)} has been existed!`);
}

function checkRecipient({ version3 }: Settings, read: NewOrder): void {
  if (version3.lastName === "required" && read.lastName.trim() === "")
    throw new ApiError(400, "lastName must not be empty");
  if (!version3.contactEnforced) return;
  if (!/^[^@\s]+@[^@\s]+\.[^@\s]+$/.test(read.shipping_email)) throw new ApiError(400, "Invalid shipping_email!");
  const digits = read.shipping_phone.replace(/\D/g, "").length;
  if (digits < 8 || digits > 15) throw new ApiError(400, "Invalid shipping_phone! It must have 8 to 15 digits.");
}

function unknownIn(read: NewOrder): string[] {
  const beyond = (value: object, shape: object) => Object.keys(value).filter((key) => !(key in shape));
  return [...beyond(read, newOrder.shape), ...read.order_items.flatMap((one) => beyond(one, item.shape))];
}

function newItem(
  store: Store,
  { product, variant, quantity }: ReturnType<typeof lineOf>,
  read: NewOrder["order_items"][number],
  unknownFields: string[],
): Item {
  const artworks = Object.fromEntries(
    SIDES.flatMap((side) => {
      const given = read[`artwork_${side}`];
      return typeof given === "string" && given !== "" ? [[side, given]] : [];
    }),
  ) as Record<string, string>;
  return {
    itemId: store.nextId++,
    productName: read.product_name ?? product.name,
    variantTitle: variant.title,
    itemSku: read.item_sku ?? variant.sku,
    quantity,
    artworkFront: artworks["front"] ?? "",
    artworkBack: artworks["back"] ?? "",
    mockup: read.mockup_url ?? "",
    note: read.variant_note ?? "",
    orderStatus: unknownFields.length > 0 ? FOREIGN_STATUS : FIRST_STATUS,
    paymentStatus: "Unpaid",
    artworks,
  };
}

const shippingOf = (read: NewOrder): Record<string, string> => ({
  shipping_name: [read.firstName, read.lastName].filter(Boolean).join(" "),
  shipping_email: read.shipping_email,
  shipping_phone: read.shipping_phone,
  shipping_address1: read.shipping_address1,
  shipping_address2: read.shipping_address2 ?? "",
  shipping_city: read.shipping_city,
  shipping_zip: read.shipping_zip,
  shipping_province: read.shipping_province,
  shipping_province_code: read.shipping_province_code,
  shipping_country: read.shipping_country,
  shipping_country_code: read.shipping_country_code,
});

const wholeNumber = z.coerce.number().int().min(1);
const dateTime = z.string().refine(isDateTime, "must be YYYY-MM-DD HH:MM:SS").optional();
const range = z.object({ created_at_min: dateTime, created_at_max: dateTime });
const paging = z.object({
  page: wholeNumber.default(1),
  limit: wholeNumber.default(50),
  search: z.string().default(""),
});

/** Fields of a list beside `message`. */
export interface Listed {
  data: unknown[];
  limit: number;
  page: number;
  length: number;
  totalPage: number;
}

/** One page of anything. */
export function listed<T>(
  { listing }: Settings,
  rows: readonly T[],
  asked: { limit: number; page: number; call: number },
  shown: (row: T) => unknown,
): Listed {
  const limit = Math.min(asked.limit, 200);
  const page = pageOf({ all: rows, items: () => 1, bytes: (row) => JSON.stringify(shown(row)).length }, listing, {
    limit,
    page: asked.page,
    asked: asked.call,
  });
  return {
    data: page.map(shown),
    limit,
    page: asked.page,
    length: listing.lengthOf === "range" ? rows.length : page.length,
    totalPage: Math.ceil(rows.length / limit),
  };
}

export const readPaging = (params: Record<string, unknown>) => parse(paging, params);

/** print-service-v3: listOrders, and listPaidOrders with `paidOnly`. */
export function listOrders(
  store: Store,
  settings: Settings,
  account: string,
  params: Record<string, unknown>,
  paidOnly: boolean,
): Listed {
  const { search, ...asked } = readPaging(params);
  const within = withinRange(settings, params);
  const rows = visibleOrders(store, settings, account, "v3")
    .filter((order) => order.hiddenFrom === undefined && within(order.enteredAt))
    .filter((order) => search === "" || order.reference.includes(search) || order.serviceId === search)
    .filter((order) => !paidOnly || !isUnpaid(order));
  if (settings.listing.sequence === "newest first") rows.reverse();
  return listed(settings, rows, { ...asked, call: store.calls["list"] ?? 1 }, (order) => listedOrder(settings, order));
}

/** print-service-v3: listTransactions. */
export function listTransactions(
  store: Store,
  settings: Settings,
  account: string,
  params: Record<string, unknown>,
): Listed {
  const within = withinRange(settings, params);
  const rows = store.transactions.filter((one) => one.account === account && within(one.at)).toReversed();
  return listed(settings, rows, { ...readPaging(params), call: 1 }, (one) => shownTransaction(settings, one));
}

function withinRange({ zoneOffsetMinutes }: Settings, params: Record<string, unknown>): (at: Date) => boolean {
  const { created_at_min: min, created_at_max: max } = parse(range, params);
  return (at) => {
    const text = clockString(at, zoneOffsetMinutes);
    return (min === undefined || text >= min) && (max === undefined || text <= max);
  };
}

/** print-service-v3: getOrder. */
export function orderDetail(
  store: Store,
  settings: Settings,
  account: string,
  params: Record<string, unknown>,
): unknown {
  const { detailOfSeveral, detailData, detailNotFound } = settings.version3;
  const all = named(store, settings, account, params).filter((order) => order.hiddenFrom !== "list and detail");
  const orders = (detailOfSeveral === "newest" ? all.slice(-1) : all.toReversed()).map((order) =>
    detailedOrder(settings, order),
  );
  if (orders.length === 0 && detailNotFound === "error") throw new ApiError(404, "Order not found!");
  return detailData === "array" ? orders : (orders[0] ?? null);
}

/** print-service-v3: cancelOrder. All that the request names, or nothing of it. */
export function cancelOrders(
  store: Store,
  settings: Settings,
  line: ProductionLine,
  account: string,
  params: Record<string, unknown>,
): string {
  const orders = named(store, settings, account, params);
  if (orders.length === 0) throw new ApiError(404, "Order not found!");
  for (const order of orders) {
    if (["printing", "shipped"].includes(stationOf(order)))
      throw new ApiError(400, "Order is in production, it can not be cancelled!");
    if (order.items.every((one) => ["Cancelled", "Request Cancel"].includes(one.orderStatus)))
      throw new ApiError(400, "Order has been cancelled!");
  }
  for (const { serviceId, items } of orders) {
    if (settings.version3.cancelBecomes === "Cancelled") line.cancel(serviceId);
    else for (const sku of new Set(items.map((one) => one.itemSku))) line.setStatus(serviceId, sku, "Request Cancel");
  }
  return "Cancel order successfully!";
}

/** print-service-v3: deleteOrder. */
export function deleteOrders(
  store: Store,
  settings: Settings,
  account: string,
  params: Record<string, unknown>,
): string {
  const orders = named(store, settings, account, params);
  if (orders.length === 0) throw new ApiError(404, "Order not found!");
  if (orders.some((order) => stationOf(order) !== "waiting" || !isUnpaid(order)))
    throw new ApiError(400, "Only unpaid orders can be deleted!");
  for (const order of orders) {
    order.hiddenFrom = "list and detail";
    if (order.version3) order.version3.isDeleted = true;
  }
  return "Delete order successfully!";
}

/** The orders that a request names by the service's id or by the client's, oldest first. */
function named(store: Store, settings: Settings, account: string, params: Record<string, unknown>): Order[] {
  const idField = `${settings.prefix}_order_id`;
  const [id, name] = [params[idField], params["order_name"]];
  if (typeof id !== "string" && typeof name !== "string")
    throw new ApiError(400, `${idField} or order_name is required`);
  return visibleOrders(store, settings, account, "v3").filter(
    (order) =>
      !order.version3?.isDeleted && (typeof id === "string" ? order.serviceId === id : order.reference === name),
  );
}
