import { Decimal } from "decimal.js";
import type { Deadline } from "../../ports/clock.ts";
import { RejectedError, UnavailableError } from "../../ports/errors.ts";
import type { FurtherArtwork, PrintItem, PrintOrder } from "../../ports/order-model.ts";
import { FURTHER_SIDES } from "../../ports/sides.ts";
import {
  isSendableEmail,
  isSendablePhone,
  joinOrders,
  type BilledAmounts,
  type CreatedOrder,
  type OrderListing,
  type Quote,
  type SyncedItem,
  type SyncedOrder,
  type SyncedRecipient,
  type SyncedTracking,
  type Transaction,
} from "../../ports/print-service.ts";
import { bodyOrThrow, type Body } from "../answer.ts";
import {
  amount,
  count,
  entriesOf,
  isRecord,
  looseText,
  looseTextOrNull,
  reference,
  text,
  trackingLink,
} from "../fields.ts";
import type { PageRequest } from "../list-call.ts";
import { covers, type QuoteInput } from "../quote.ts";
import { readPages, type Page } from "../read-orders.ts";
import type { Call } from "../request.ts";
import type { CreateSession, Session } from "../session.ts";
import { splitName } from "./split-name.ts";

type Fields = Record<string, unknown>;

/** The first of several spellings that holds something. */
export const pick = (fields: Fields, ...names: readonly string[]): unknown =>
  names.map((name) => fields[name]).find((value) => value !== undefined && value !== null && value !== "");

/** Objects under a name: an array, one object in place of it, or none. */
export function objectsIn(value: unknown): Fields[] {
  const entries = entriesOf(value);
  const all: unknown[] = Array.isArray(entries) ? entries : [];
  return all.filter((one): one is Fields => isRecord(one) && !Array.isArray(one) && Object.keys(one).length > 0);
}

/** An amount; null where it is missing, unreadable, negative, or 0: prices are final only after payment, and 0 until then. */
export function known(value: unknown): string | null {
  const read = amount.safeParse(value);
  return read.success && new Decimal(read.data).greaterThan(0) ? read.data : null;
}

/**
 * Creates an order (version 3: POST /order/create-new-order). Sent once. The shape of a success is not documented, so that nothing of it
 * is relied on: what the service has is read back with the comparisons. A repeated reference is refused, which proves that it is there.
 * @throws RejectedError, UnavailableError, UnauthorizedError, UncertainError
 */
export async function createOrder(
  session: CreateSession,
  order: PrintOrder,
  deadline: Deadline,
): Promise<CreatedOrder> {
  const answer = await session.callOnce({
    operation: "createOrder",
    method: "POST",
    path: "order/create-new-order",
    fields: orderBody(order),
    timeout: "create",
    deadline,
  });
  const isThere = answer.kind === "rejected" && /has been existed/i.test(answer.providerMessage);
  const judged = isThere ? { ...answer, alreadyExists: true, provesExistence: true, maybeTransient: false } : answer;
  const body = bodyOrThrow(judged, "create", "uncertain");
  const [data] = objectsIn(body["data"]);
  return {
    reference: order.reference,
    updatedAt: data ? looseTextOrNull.parse(pick(data, "updated_at", "created_at")) : null,
    items: order.items.map(({ itemSku, quantity }) => ({ serviceItemId: null, itemSku, quantity })),
  };
}

/**
 * The body of a create. No field that is not needed: one of another marketplace's orders changes the kind of the order.
 * @throws RejectedError, before anything is sent, where the service would refuse it
 */
export function orderBody(order: PrintOrder): Fields {
  const problem = problemOf(order);
  if (problem) throw new RejectedError("create: incomplete order", { providerMessage: problem });
  return {
    order_id: order.reference,
    ...splitName(order.name),
    shipping_email: order.email.trim(),
    shipping_phone: order.phone.trim(),
    shipping_address1: order.address1,
    ...(order.address2 === "" ? {} : { shipping_address2: order.address2 }),
    shipping_city: order.city,
    shipping_province: order.province,
    shipping_province_code: order.provinceCode,
    shipping_zip: order.zip,
    shipping_country: order.country,
    shipping_country_code: order.countryCode,
    ...(typeof order.method === "string" ? { shipping_service: order.method } : {}),
    order_items: order.items.map(itemFields),
  };
}

const itemFields = (item: PrintItem): Fields => ({
  item_sku: item.itemSku,
  quantity: item.quantity,
  ...filled({ artwork_front: item.artworkFront, artwork_back: item.artworkBack, ...sideFields(item.artworkSides) }),
  ...filled({ mockup_url: item.mockup, variant_note: item.note }),
});

/** A side's field has the name of the side. */
const sideField = (side: string) => `artwork_${side}`;

const sideFields = (artworkSides: FurtherArtwork = {}): Record<string, string> =>
  Object.fromEntries(FURTHER_SIDES.map((side) => [sideField(side), artworkSides[side] ?? ""]));

const filled = (fields: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value.trim() !== ""));

const REQUIRED = ["name", "address1", "city", "zip", "province", "provinceCode", "country", "countryCode"] as const;

function problemOf(order: PrintOrder): string | null {
  const empty = REQUIRED.find((field) => order[field].trim() === "");
  if (empty) return `${empty} is empty`;
  if (order.reference.length < 5) return "order_id is shorter than 5 characters";
  if (order.provinceCode.length > 4) return "shipping_province_code is longer than 4 characters";
  if (!isSendableEmail(order.email)) return "shipping_email is no email address";
  if (!isSendablePhone(order.phone)) return "shipping_phone does not have 8 to 15 digits";
  // Version 3 names its services; a number of version 1 would be a guess, and Standard another service than the customer paid for.
  if (typeof order.method === "number")
    return "Express and Ground are not available through version 3 of the interface";
  if (order.method?.trim() === "") return "shipping_service is empty";
  if (order.items.length === 0) return "order_items is empty";
  if (order.items.some(({ itemSku }) => itemSku.trim() === "")) return "item_sku is empty";
  const wrong = order.items.some(({ quantity }) => !Number.isSafeInteger(quantity) || quantity < 1);
  return wrong ? "quantity is not a positive whole number" : null;
}

/** Orders in `data`, which is an array, one order, or an object that holds either. */
const ordersIn = (body: Body): Fields[] =>
  objectsIn(body["data"]).flatMap((one) => {
    const inner = pick(one, "orders", "order", "data");
    return inner === undefined ? [one] : objectsIn(inner);
  });

const detailCall = (fields: Fields): Omit<Call, "token"> => ({
  operation: "getOrder",
  method: "GET",
  path: "order/detail",
  fields,
  timeout: "read",
});

/**
 * One order (version 3: GET /order/detail), with everything that the answer shows under our reference. null where the service says that
 * it has none, which proves nothing on its own.
 * @throws UnavailableError, UnauthorizedError
 */
export async function orderDetail(
  session: Session,
  { reference: asked, serviceOrderId }: { reference: string; serviceOrderId?: string | undefined },
): Promise<SyncedOrder | null> {
  const by = serviceOrderId === undefined ? { order_name: asked } : { [`${session.prefix}_order_id`]: serviceOrderId };
  const answer = await session.call(detailCall(by));
  if (answer.kind === "rejected") return null;
  const body = bodyOrThrow(answer, "detail", "unavailable");
  if (!("data" in body)) throw new UnavailableError("detail: unexpected_shape");
  const orders = ordersIn(body).map((one) => readOrder(one, session.prefix, "detail"));
  if (orders.length === 0) return null;
  const own = orders.filter((one) => one.reference === asked);
  if (own.length === 0) throw new UnavailableError("detail: unexpected_shape");
  return joinOrders(own);
}

/** One page of the list (version 3: GET /order/list). @throws RejectedError, UnavailableError, UnauthorizedError */
export async function listPage(session: Session, { from, to, limit, page }: PageRequest): Promise<Page> {
  const answer = await session.call({
    operation: "listOrders",
    method: "GET",
    path: "order/list",
    fields: { created_at_min: from, created_at_max: to, page, limit: Math.min(limit, PAGE_SIZE) },
    timeout: "read",
    maxBytes: MAX_BYTES,
  });
  const body = bodyOrThrow(answer, "list", "unavailable");
  // Without rows it must say that there are none: a missing field is no proof of absence.
  if (!("data" in body)) throw new UnavailableError("list: unexpected_shape");
  const orders = ordersIn(body).map((one) => readOrder(one, session.prefix, "list"));
  return { length: 0, orders, pages: count.catch(0).parse(body["totalPage"]) };
}

const PAGE_SIZE = 100;
const MAX_BYTES = 5_000_000;

export const listAll = (session: Session, range: Pick<PageRequest, "from" | "to">): Promise<OrderListing> =>
  readPages(session, (page) => listPage(session, { ...range, limit: PAGE_SIZE, page }));

/** One order of the service. @throws UnavailableError where its reference or its items cannot be read */
function readOrder(fields: Fields, prefix: string, call: "list" | "detail"): SyncedOrder {
  try {
    const items = objectsIn(pick(fields, "orderitems", "order_items", "orderItems", "items"));
    const id = looseTextOrNull.parse(pick(fields, `${prefix}_order_id`));
    return {
      serviceOrderId: id,
      reference: reference.parse(pick(fields, "order_name", "order_id")),
      enteredAt:
        call === "list" ? looseTextOrNull.parse(pick(fields, "dtime_entered", "created_at", "createdAt")) : null,
      storeName: looseTextOrNull.parse(fields["store_name"]),
      recipient: readRecipient(fields),
      items: items.map((item) => readItem(item, fields)),
      trackings: readTrackings([fields, ...items]),
      billed: readBilled(fields),
      ...(id === null ? {} : { serviceOrderIds: [id] }),
    };
  } catch (cause) {
    throw new UnavailableError(`${call}: unexpected_shape`, { cause });
  }
}

function readItem(item: Fields, order: Fields): SyncedItem {
  const loose = (...names: string[]) => looseText.parse(pick(item, ...names));
  const sides = FURTHER_SIDES.flatMap((side) => {
    const shown = loose(sideField(side));
    return shown === "" ? [] : [[side, shown] as const];
  });
  const quantity = pick(item, "quantity", "unfulfill_quantity", "item_quantity");
  return {
    productName: loose("product_name"),
    itemSku: text.parse(pick(item, "item_sku", "sku")),
    quantity: count.catch(0).parse(quantity),
    ...(quantity === undefined ? { quantityShown: false } : {}),
    artworkFront: loose("artwork_front"),
    artworkBack: loose("artwork_back"),
    mockup: loose("mockup_url", "url_mockup"),
    ...(sides.length > 0 ? { artworkSides: Object.fromEntries(sides) } : {}),
    orderStatus: looseTextOrNull.parse(pick(item, "order_status") ?? order["order_status"]),
    paymentStatus: looseTextOrNull.parse(pick(item, "payment_status") ?? order["payment_status"]),
  };
}

/** Nested in camel case, as the detail has it, flat as in version 1, or at the lines; each number once. */
export function readTrackings(holders: readonly Fields[]): SyncedTracking[] {
  const entries = holders.flatMap((holder) => {
    const nested = [...objectsIn(holder["trackings"]), ...objectsIn(holder["tracking"])];
    return pick(holder, "tracking_number", "trackingNumber") === undefined ? nested : [...nested, holder];
  });
  const read = entries.map((entry): SyncedTracking => {
    const carrier = looseText.parse(pick(entry, "carrierName", "carrier_name", "carrierCode", "carrier_code"));
    return {
      trackingNumber: looseText.parse(pick(entry, "trackingNumber", "tracking_number")),
      trackingUrl: trackingLink.parse(pick(entry, "trackingUrl", "tracking_url")),
      updatedAt: looseTextOrNull.parse(pick(entry, "updated_at", "updatedAt")),
      ...(carrier === "" ? {} : { carrier }),
    };
  });
  return [...new Map(read.map((one) => [`${one.trackingNumber} ${one.trackingUrl}`, one])).values()];
}

function readRecipient(fields: Fields): SyncedRecipient {
  const loose = (...names: string[]) => looseText.parse(pick(fields, ...names));
  const parts = [loose("firstName", "first_name"), loose("lastName", "last_name")].filter((part) => part !== "");
  return {
    name: parts.length > 0 ? parts.join(" ") : loose("shipping_name"),
    email: loose("shipping_email"),
    phone: loose("shipping_phone"),
    address1: loose("shipping_address1"),
    address2: loose("shipping_address2"),
    city: loose("shipping_city"),
    province: loose("shipping_province"),
    provinceCode: loose("shipping_province_code"),
    country: loose("shipping_country"),
    countryCode: loose("shipping_country_code"),
  };
}

const readBilled = (fields: Fields): BilledAmounts => ({
  base: known(fields["base_fee"]),
  shipping: known(fields["shipping_fee"]),
  tax: known(fields["tax_fee"]),
  surcharge: known(fields["surcharge"]),
  total: known(fields["total_price"]),
});

/**
 * Prices a basket (version 3: POST /order/calculate-price). Its answer is not documented, and often 0 before payment: a price is only
 * what names each item or is about one, and is above 0.
 * @throws RejectedError, UnauthorizedError; UnavailableError where it is no price yet
 */
export async function calculatePrice(session: Session, input: QuoteInput): Promise<Quote> {
  const answer = await session.call({
    operation: "testPrice",
    method: "POST",
    path: "order/calculate-price",
    fields: {
      shipping_country_code: input.countryCode,
      shipping_province_code: input.provinceCode,
      ...(input.service === undefined ? {} : { shipping_service: input.service }),
      order_items: input.items.map((i) => ({ item_sku: i.itemSku, quantity: i.quantity })),
    },
    timeout: "read",
  });
  const body = bodyOrThrow(answer, "price", "unavailable");
  const quote = readQuote(body, input);
  if (!quote || !covers(quote, input)) throw new UnavailableError("price: not_known", { hasNoPrice: true });
  return quote;
}

function readQuote(body: Body, { items }: QuoteInput): Quote | null {
  const [outer = {}] = Array.isArray(body["data"]) ? [body] : objectsIn(body["data"]);
  const named = objectsIn(pick(outer, "order_items", "orderitems", "items", "data")).filter(
    (one) => pick(one, "item_sku", "sku") !== undefined,
  );
  const [only, ...others] = items;
  const single =
    only && others.length === 0 && named.length === 0
      ? [{ ...outer, item_sku: only.itemSku, quantity: only.quantity }]
      : [];
  const lines = [...named, ...single].map(readQuoteLine);
  if (lines.length === 0 || lines.some((line) => line === null)) return null;
  const priced = lines.filter((line) => line !== null);
  const total = known(pick(outer, "total_price")) ?? known(body["total_price"]);
  const sum = Decimal.sum(...priced.map((line) => line.totalPrice));
  const tax = Decimal.sum(...priced.map((line) => line.taxFee));
  return { totalPrice: withoutTax(total, sum, tax), lines: priced };
}

/** A quote's total has no tax (print-service: testPrice). Version 3 has it in the price of an order, and may in a quote, too. */
function withoutTax(total: string | null, parts: Decimal, tax: Decimal.Value): string {
  if (total === null) return parts.toFixed();
  const less = new Decimal(total).minus(tax);
  return less.minus(parts).abs().lessThan(parts.minus(total).abs()) ? less.toFixed() : total;
}

/** null: no price, as without a shipping fee. Where the base is named as that of a line, it is divided by the quantity. */
function readQuoteLine(line: Fields): Quote["lines"][number] | null {
  const quantity = count.catch(0).parse(pick(line, "quantity", "item_quantity"));
  const shippingFee = readAmount(line["shipping_fee"]);
  const taxFee = readAmount(line["tax_fee"] ?? 0);
  const surcharge = readAmount(line["surcharge"] ?? 0);
  const perPiece = known(line["base_cost"]);
  const perLine = known(line["base_fee"]);
  if (quantity < 1 || shippingFee === null || taxFee === null || surcharge === null) return null;
  if (perPiece === null && perLine === null) return null;
  const goods = perPiece === null ? new Decimal(perLine ?? 0) : new Decimal(perPiece).times(quantity);
  const total = known(pick(line, "total_price_item", "total_price"));
  return {
    itemSku: text.parse(pick(line, "item_sku", "sku")),
    quantity,
    baseCost: perPiece ?? goods.dividedBy(quantity).toFixed(),
    shippingFee,
    taxFee,
    totalPrice: withoutTax(total, goods.plus(shippingFee).plus(surcharge), taxFee),
  };
}

/** null where it is no amount, or negative. */
function readAmount(value: unknown): string | null {
  const read = amount.safeParse(value);
  return read.success && !new Decimal(read.data).isNegative() ? read.data : null;
}

/**
 * A write on one order of the service (version 3: POST /order/paid, cancel-order-api, delete-order-api). Sent once.
 * @throws RejectedError, UnavailableError, UnauthorizedError, UncertainError: read the order, then decide
 */
export async function writeOrder(
  session: CreateSession,
  write: "pay" | "cancel" | "remove",
  serviceOrderId: string,
  deadline?: Deadline,
): Promise<void> {
  const { path, operation } = WRITES[write];
  const fields = write === "pay" ? { order_id: serviceOrderId } : { [`${session.prefix}_order_id`]: serviceOrderId };
  const request = { operation, method: "POST", path, fields, timeout: "read" } as const;
  const answer = await session.callOnce(deadline ? { ...request, deadline } : request);
  bodyOrThrow(answer.kind === "rejected" ? { ...answer, ...readRefusal(write, answer) } : answer, write, "uncertain");
}

/** No list of refusals is documented. "has not been paid" is none of these, nor is "can not be cancelled". */
const DONE_BEFORE = {
  pay: /\b(already|has been|have been|was) (been )?paid\b|\bpaid (already|before)\b/i,
  cancel: /\b(already|has been|have been|was) (been )?cancel(l?ed)?\b/i,
  remove: /\b(already|has been|have been|was) (been )?deleted\b/i,
};
const MONEY = /\b(balance|wallet|funds?|credits?|money)\b/i;
const TOO_LITTLE =
  /(\bnot|n't) (have )?enough\b|\b(insufficient|too low|low|empty|lacks?|exceed(s|ed)?|less than|(top|add|recharge|deposit)( ?up)?)\b/i;
const PAYMENT_REQUIRED = 402;

function readRefusal(
  write: keyof typeof DONE_BEFORE,
  { providerMessage, httpStatus }: { providerMessage: string; httpStatus: number },
): { alreadyDone: boolean; lacksFunds: boolean } {
  const alreadyDone = DONE_BEFORE[write].test(providerMessage);
  const saysSo = MONEY.test(providerMessage) && TOO_LITTLE.test(providerMessage);
  const lacksFunds = write === "pay" && !alreadyDone && (saysSo || httpStatus === PAYMENT_REQUIRED);
  return { alreadyDone, lacksFunds };
}

const WRITES = {
  pay: { operation: "payOrder", path: "order/paid" },
  cancel: { operation: "cancelOrder", path: "order/cancel-order-api" },
  remove: { operation: "deleteOrder", path: "order/delete-order-api" },
} as const;

/** What was paid (version 3: GET /transaction/list, order-list). @throws RejectedError, UnavailableError, UnauthorizedError */
export async function listTransactions(
  session: Session,
  which: "list" | "order-list",
  { from, to, page }: { from: string; to: string; page: number },
): Promise<Transaction[]> {
  const answer = await session.call({
    operation: which === "list" ? "listTransactions" : "listPaidOrders",
    method: "GET",
    path: `transaction/${which}`,
    fields: { created_at_min: from, created_at_max: to, page, limit: PAGE_SIZE },
    timeout: "read",
    maxBytes: MAX_BYTES,
  });
  const body = bodyOrThrow(answer, "transactions", "unavailable");
  const [wrapped] = objectsIn(body["data"]);
  const inner = wrapped && pick(wrapped, "transactions", "orders", "data");
  return objectsIn(inner ?? body["data"]).map((one) => ({
    id: looseTextOrNull.parse(pick(one, "transaction_id", "id")),
    reference: reference.catch("").parse(pick(one, "order_name")) || null,
    serviceOrderId: looseTextOrNull.parse(pick(one, `${session.prefix}_order_id`, "order_id")),
    amount: known(pick(one, "amount", "total_price")),
    at: looseTextOrNull.parse(pick(one, "created_at", "createdAt")),
  }));
}
