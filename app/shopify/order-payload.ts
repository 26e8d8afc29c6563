import { Decimal } from "decimal.js";
import type { LineMoney, LineSnapshot, OrderMoney, OrderSnapshot, Property } from "../ports/order-model.ts";
import { readGid, textOr, text } from "./fields.ts";
import { paymentKindOf, beforeTax, giftCardsOf, isTip, NO_ARTWORK, addressFrom, sumOf } from "./snapshot-parts.ts";
import { z } from "zod";

/** shopify: an order has 500 lines at most, and later edits may add some. */
const MAX_LINES = 1000;

/**
 * The order in the JSON of an orders/create, updated or canceled webhook. Never throws.
 * `problem` is a code or the path of the field that cannot be read, never a value.
 */
export function parseOrderPayload(
  body: unknown,
): { ok: true; snapshot: OrderSnapshot } | { ok: false; problem: string } {
  if (lengthOf(body) > MAX_LINES) return { ok: false, problem: "too_many_lines" };
  const read = orderWire.safeParse(body);
  if (!read.success) return { ok: false, problem: `unreadable:${read.error.issues[0]?.path.join(".") ?? ""}` };
  const order = read.data;
  const gid = readGid("Order", order.admin_graphql_api_id, order.id);
  if (!gid) return { ok: false, problem: "unreadable:id" };
  const lines: LineSnapshot[] = [];
  for (const [at, wire] of order.line_items.entries()) {
    const line = lineOf(wire, order.taxes_included ?? false);
    if (!line || lines.some(({ gid }) => gid === line.gid))
      return { ok: false, problem: `unreadable:line_items.${at}.id` };
    lines.push(line);
  }
  return {
    ok: true,
    snapshot: {
      ...{ ...factsOf(order), gid, name: order.name ?? gid, money: moneyOf(order) },
      ...{ lines, fulfillmentOrders: [], complete: false },
    },
  };
}

/** Checked before the schema, which would list the problems of each line. */
function lengthOf(body: unknown): number {
  const lines = typeof body === "object" && body !== null && "line_items" in body ? body.line_items : null;
  return Array.isArray(lines) ? lines.length : 0;
}

function factsOf(order: OrderWire): Omit<OrderSnapshot, "gid" | "name" | "lines" | "fulfillmentOrders" | "complete"> {
  const shipping = order.shipping_lines.find((line) => line.is_removed !== true);
  return {
    createdAt: order.created_at,
    updatedAt: order.updated_at,
    cancelledAt: order.cancelled_at ?? null,
    test: order.test ?? false,
    financialStatus: order.financial_status?.toLowerCase() ?? null,
    paymentKind: paymentKindOf(order.payment_gateway_names, order.payment_terms?.payment_terms_type),
    currency: order.currency,
    risk: "unknown",
    routed: null,
    developmentStore: null,
    email: order.email ?? order.contact_email,
    phone: order.phone,
    customerEmail: order.customer?.email ?? null,
    customerPhone: order.customer?.phone ?? null,
    shippingAddress: order.shipping_address ?? null,
    billingAddress: order.billing_address ?? null,
    shippingMethod: shipping ? { title: shipping.title ?? "", code: shipping.code } : null,
    shippingPaid: shippingPaidOf(order, shipping),
    note: order.note,
    attributes: order.note_attributes.map(toProperty),
    tags: order.tags,
    discountCodes: null,
    customerTags: null,
    customerOrders: null,
  };
}

function shippingPaidOf(order: OrderWire, shipping: OrderWire["shipping_lines"][number] | undefined): string | null {
  const paid =
    order.current_shipping_price_set?.shop_money?.amount ?? order.total_shipping_price_set?.shop_money?.amount ?? null;
  if (paid === null || !order.taxes_included || !shipping) return paid;
  return beforeTax(paid, {
    taxes: shipping.tax_lines.map(({ price }) => price),
    whole: shipping.discounted_price ?? paid,
  });
}

/** null where an amount of it is not told. Gift cards are no goods: what is paid for one is paid for later goods. */
function moneyOf(order: OrderWire): OrderMoney | null {
  const lines = order.line_items.map(lineMoney);
  if (lines.some((line) => line === null)) return null;
  const shippingLines = order.shipping_lines.filter((line) => line.is_removed !== true);
  const shown = order.current_shipping_price_set?.shop_money?.amount ?? null;
  const current = shown && sumOf([shown]);
  const discounted = shippingLines.map((line) => line.discounted_price);
  // shopify: total_shipping_price_set is before discounts.
  const charged = discounted.includes(null) || discounted.includes(undefined) ? current : sumOf(discounted);
  if (charged === null) return null;
  const adjustments = order.refunds.flatMap((refund) => refund.order_adjustments);
  // shopify: what was refunded of the shipping is an adjustment, too, and missing in the current shipping price.
  const others = adjustments.filter(({ kind }) => kind !== "shipping_refund");
  return {
    currency: order.currency,
    presentment: presentmentOf(order),
    taxesIncluded: order.taxes_included ?? false,
    lines: lines.flatMap((line) => line ?? []),
    shipping: {
      charged,
      current: current ?? charged,
      tax: sumOf(shippingLines.flatMap((line) => line.tax_lines.map(({ price }) => price))),
    },
    adjustment: sumOf(others.flatMap(({ amount, tax_amount }) => [amount, tax_amount])),
    giftCards: giftCardsOf(order.payment_gateway_names),
  };
}

function lineMoney(line: OrderWireLine): LineMoney | null {
  const gid = readGid("LineItem", line.admin_graphql_api_id, line.id);
  if (!gid || line.price === null || line.price === undefined) return null;
  return {
    gid,
    ordered: line.quantity,
    current: line.current_quantity ?? line.quantity,
    requiresShipping: line.requires_shipping ?? true,
    price: sumOf([line.price]),
    discount: sumOf(line.discount_allocations.map(({ amount }) => amount)),
    tax: sumOf(line.tax_lines.map(({ price }) => price)),
  };
}

/** shopify: the prices of all lines before discounts, which no refund changes, in both currencies. */
function presentmentOf({ presentment_currency: currency, total_line_items_price_set: set, ...order }: OrderWire) {
  const [shopAmount, amount] = [set?.shop_money?.amount, set?.presentment_money?.amount];
  if (!currency || currency === order.currency || !shopAmount || !amount) return null;
  return { currency, amount, shopAmount };
}

/** null when the line has no id. */
function lineOf(line: OrderWireLine, taxesIncluded: boolean): LineSnapshot | null {
  const gid = readGid("LineItem", line.admin_graphql_api_id, line.id);
  if (!gid) return null;
  const productGid = readGid("Product", line.product_id);
  const variantGid = readGid("ProductVariant", line.variant_id);
  const title = line.title ?? "";
  const quantity = line.current_quantity ?? line.quantity;
  return {
    gid,
    productGid,
    variantGid,
    title,
    variantTitle: line.variant_title,
    sku: line.sku,
    vendor: line.vendor,
    productType: null,
    productTags: null,
    quantity,
    ...remainingOf(line, quantity),
    requiresShipping: line.requires_shipping ?? true,
    giftCard: line.gift_card ?? false,
    tip: isTip({ title, hasVariant: variantGid !== null, hasProduct: productGid !== null, sku: line.sku }),
    fulfillmentService: line.fulfillment_service,
    delivery: null,
    blockedBy: null,
    unrouted: null,
    properties: line.properties.map(toProperty),
    metafieldArtwork: NO_ARTWORK,
    unitPrice: unitPriceOf(line, taxesIncluded),
  };
}

/**
 * shopify: fulfillable_quantity is what may be fulfilled now. It leaves out held pieces, such as those of an order whose customer is
 * shown an offer after the payment (changelog "Post-purchase fulfillment holds"). The line's fulfillment_status tells whether anything
 * was fulfilled; of a line that is fulfilled in part it does not say how much.
 */
function remainingOf(line: OrderWireLine, quantity: number): Pick<LineSnapshot, "remaining" | "remainingUncertain"> {
  const fulfillable = line.fulfillable_quantity ?? quantity;
  if (fulfillable >= quantity) return { remaining: quantity };
  if (line.fulfillment_status === "fulfilled") return { remaining: fulfillable };
  // A removed piece is not fulfillable either: without current_quantity, the two look alike.
  const removalsShow = line.current_quantity !== null && line.current_quantity !== undefined;
  if (line.fulfillment_status === null && removalsShow) return { remaining: quantity };
  return { remaining: fulfillable, remainingUncertain: true };
}

/** Discount allocations and taxes are for all pieces that were ordered. */
function unitPriceOf(line: OrderWireLine, taxesIncluded: boolean): string | null {
  if (line.price === null || line.price === undefined || line.quantity === 0) return null;
  const discounts = line.discount_allocations.reduce((sum, part) => sum.plus(part.amount ?? 0), new Decimal(0));
  const unit = new Decimal(line.price).minus(discounts.dividedBy(line.quantity));
  const taxes = taxesIncluded ? line.tax_lines.map(({ price }) => price) : [];
  return beforeTax(unit.toDecimalPlaces(4), { taxes, whole: unit.times(line.quantity) });
}

const toProperty = ({ name, value }: OrderWireLine["properties"][number]): Property => ({
  name: propertyText(name),
  value: propertyText(value),
});

/** Properties are texts for Shopify's storefront, but apps may put anything there. */
function propertyText(value: unknown): string {
  if (value === null || value === undefined) return "";
  return textOr(typeof value === "string" ? value : JSON.stringify(value), "");
}

/**
 * What the app reads of the body of an orders/… webhook (shopify: REST order, 2026-10). Required fields must be there, and what
 * is ordered or canceled is never guessed; any other field, or entry of a list, of an unexpected type counts as missing, so that an odd
 * value costs no order.
 */
const string = z.string().nullish().catch(null).transform(text);
const flag = z.boolean().nullish().catch(null);
const id = z.unknown().optional();
/** As the column holds it. */
const MAX_COUNT = 2_147_483_647;
const count = z.union([
  z.number().int().nonnegative().max(MAX_COUNT),
  z
    .string()
    .regex(/^\d{1,9}$/)
    .transform(Number),
]);
const optionalCount = count.nullish();
/** Some amounts come as numbers. */
const amount = z
  .union([z.string().regex(/^-?\d+(\.\d+)?$/), z.number().transform(String)])
  .nullish()
  .catch(null);
/**
 * The Admin API has whole seconds: a body with milliseconds would look newer than any later reading of the same order.
 */
const instant = z.string().transform((value, context) => {
  const at = new Date(value);
  if (Number.isNaN(at.getTime())) context.addIssue({ code: "custom", message: "not a time" });
  at.setUTCMilliseconds(0);
  return at;
});
const moneySet = z
  .object({ shop_money: z.object({ amount }).nullish().catch(null) })
  .nullish()
  .catch(null);

/** The same in both currencies. */
const moneyPair = z
  .object({
    shop_money: z.object({ amount }).nullish().catch(null),
    presentment_money: z.object({ amount }).nullish().catch(null),
  })
  .nullish()
  .catch(null);

/** shopify: REST names the fields as GraphQL does, in snake case. */
const address = z
  .record(z.string(), z.unknown())
  .transform((wire) => addressFrom((field) => string.parse(wire[snakeCase(field)])))
  .nullish()
  .catch(null);

const snakeCase = (name: string): string => name.replace(/[A-Z]/g, (capital) => `_${capital.toLowerCase()}`);

const UNREADABLE: unknown = Symbol("unreadable");

/** The readable entries of a list. */
const listOf = <T extends z.ZodType>(entry: T) =>
  z
    .array(entry.catch(UNREADABLE as z.output<T>))
    .catch([])
    .transform((entries) => entries.filter((one) => one !== UNREADABLE));

const property = z.object({ name: z.unknown().optional(), value: z.unknown().optional() });

const taxLines = listOf(z.object({ price: amount }));

const line = z.object({
  id,
  admin_graphql_api_id: id,
  product_id: id,
  variant_id: id,
  title: string,
  variant_title: string,
  sku: string,
  vendor: string,
  quantity: count,
  current_quantity: optionalCount,
  fulfillable_quantity: optionalCount.catch(null),
  /** null: nothing is fulfilled. undefined: not told. */
  fulfillment_status: z.string().nullish().catch(undefined),
  requires_shipping: flag,
  gift_card: flag,
  fulfillment_service: string,
  properties: listOf(property),
  price: amount,
  discount_allocations: listOf(z.object({ amount })),
  tax_lines: taxLines,
});

const shippingLine = z.object({
  title: string,
  code: string,
  is_removed: flag,
  discounted_price: amount,
  tax_lines: taxLines,
});

/** shopify: a refund of items for more or less than they are worth, or of no items. Negative: the customer got it. */
const refund = z.object({
  order_adjustments: listOf(z.object({ amount, tax_amount: amount, kind: string })),
});

/** shopify: one text with commas. Earlier subscriptions do not ask for it. */
const tags = z
  .string()
  .nullish()
  .catch(null)
  .transform((list) => list?.split(",").flatMap((tag) => text(tag.trim()) ?? []) ?? null);

export const orderWire = z.object({
  id,
  admin_graphql_api_id: id,
  name: string,
  created_at: instant,
  updated_at: instant,
  cancelled_at: instant.nullish(),
  test: flag,
  financial_status: string,
  payment_gateway_names: z.array(z.string()).catch([]),
  payment_terms: z.object({ payment_terms_type: string }).nullish().catch(null),
  // shopify: CurrencyCode, which has USDC besides the codes of ISO 4217.
  currency: z.string().regex(/^[A-Z]{3,4}$/),
  taxes_included: flag,
  presentment_currency: string,
  total_line_items_price_set: moneyPair,
  refunds: listOf(refund),
  email: string,
  contact_email: string,
  phone: string,
  note: string,
  note_attributes: listOf(property),
  tags,
  customer: z.object({ email: string, phone: string }).nullish().catch(null),
  shipping_address: address,
  billing_address: address,
  shipping_lines: listOf(shippingLine),
  current_shipping_price_set: moneySet,
  total_shipping_price_set: moneySet,
  line_items: z.array(line),
});

type OrderWire = z.infer<typeof orderWire>;
type OrderWireLine = z.infer<typeof line>;
