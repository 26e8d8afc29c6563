import { Decimal } from "decimal.js";
import { findVariant, handleOf } from "./catalog.ts";
import { newFulfillmentOrder, routeLines, settle } from "./fulfillment-orders.ts";
import type { Address, FinancialStatus, Fulfillment, Line, Order, Refund, Shop } from "./model.ts";
import { parseLossless } from "./rest/number.ts";
import { restOrderShape, type RestAddress, type RestLine, type RestOrder } from "./rest/read-order.ts";
import { riskOf } from "./place-order.ts";
import { now, type World } from "./world.ts";

/**
 * Takes over an order from the body of an orders webhook, ids above 2^53 included; an order of the same id is replaced.
 * Variants and products that the catalog does not know are added to it, unless the payload says that they are gone.
 * @throws SyntaxError, ZodError
 */
export function importOrder(world: World, shop: Shop, body: string): Order {
  const rest = restOrderShape.parse(parseLossless(body));
  const order: Order = { ...head(world, rest), ...people(rest), ...parts(rest) };
  for (const each of rest.line_items) adoptProduct(world, shop, each);
  addFulfillmentOrders(world, shop, order);
  shop.orders = [...shop.orders.filter((each) => each.id !== order.id), order];
  return order;
}

function head(world: World, rest: RestOrder) {
  return {
    id: rest.id,
    number: rest.order_number,
    name: rest.name,
    createdAt: rest.created_at,
    processedAt: rest.processed_at ?? rest.created_at,
    updatedAt: rest.updated_at ?? now(world),
    cancelledAt: rest.cancelled_at ?? null,
    cancelReason: rest.cancel_reason?.toUpperCase() ?? null,
    closedAt: rest.closed_at ?? null,
    test: rest.test ?? false,
    edited: false,
    sourceName: rest.source_name ?? "web",
    tags: (rest.tags ?? "")
      .split(",")
      .map((tag) => tag.trim())
      .filter(Boolean),
    note: rest.note,
    noteAttributes: rest.note_attributes ?? [],
    currency: rest.currency,
    presentmentCurrency: rest.presentment_currency ?? rest.currency,
    presentmentRate: presentmentRate(rest),
    financialStatus: (rest.financial_status ?? "pending").toUpperCase() as FinancialStatus,
    customerLocale: rest.customer_locale,
    risk: riskOf("LOW"),
    token: rest.token ?? `token${rest.id}`,
  };
}

function presentmentRate(rest: RestOrder): string {
  const [shop, presentment] = [rest.total_price, rest.total_price_set?.presentment_money.amount];
  return shop && presentment && !new Decimal(shop).isZero() ? new Decimal(presentment).div(shop).toString() : "1";
}

function people(rest: RestOrder) {
  const { customer } = rest;
  return {
    email: rest.email,
    phone: rest.phone,
    shippingAddress: readAddress(rest.shipping_address),
    billingAddress: readAddress(rest.billing_address),
    customer: customer
      ? {
          id: customer.id,
          firstName: customer.first_name,
          lastName: customer.last_name,
          email: customer.email,
          phone: customer.phone,
        }
      : null,
  };
}

function readAddress(rest: RestAddress | null | undefined): Address | null {
  if (!rest) return null;
  const {
    first_name: firstName,
    last_name: lastName,
    province_code: provinceCode,
    country_code: countryCode,
    ...same
  } = rest;
  return { ...same, firstName, lastName, provinceCode, countryCode };
}

function parts(rest: RestOrder) {
  const shipping = (rest.shipping_lines ?? []).map((each) => ({
    id: each.id,
    title: each.title ?? "",
    code: each.code,
    source: each.source,
    price: each.price,
    discountedPrice: each.discounted_price ?? each.price,
    carrierIdentifier: each.carrier_identifier,
  }));
  const subtotal = rest.subtotal_price ?? "0";
  const total = rest.total_price ?? subtotal;
  return {
    lines: rest.line_items.map(readLine),
    shippingLines: shipping,
    refunds: readRefunds(rest),
    fulfillments: readFulfillments(rest),
    fulfillmentOrders: [],
    givenTotals: {
      subtotal,
      currentSubtotal: rest.current_subtotal_price ?? subtotal,
      total,
      currentTotal: rest.current_total_price ?? total,
      shipping: shipping.reduce((all, each) => all.plus(each.discountedPrice), new Decimal(0)).toString(),
    },
  };
}

function readLine(rest: RestLine): Line {
  const exists = rest.product_exists !== false;
  const allocated = (rest.discount_allocations ?? []).reduce((all, each) => all.plus(each.amount), new Decimal(0));
  return {
    id: rest.id,
    variantId: exists ? (rest.variant_id ?? null) : null,
    productId: exists ? (rest.product_id ?? null) : null,
    title: rest.title,
    variantTitle: rest.variant_title || null,
    sku: rest.sku,
    vendor: rest.vendor,
    quantity: rest.quantity,
    currentQuantity: rest.current_quantity ?? rest.quantity,
    unfulfilled: rest.fulfillable_quantity,
    price: rest.price,
    totalDiscount: allocated.isZero() ? (rest.total_discount ?? "0") : allocated.toString(),
    requiresShipping: rest.requires_shipping,
    isGiftCard: rest.gift_card ?? false,
    properties: rest.properties ?? [],
    grams: rest.grams ?? 0,
  };
}

const readRefunds = (rest: RestOrder): Refund[] =>
  (rest.refunds ?? []).map((each) => ({
    id: each.id,
    createdAt: each.created_at,
    note: each.note,
    lines: (each.refund_line_items ?? []).map((row) => ({
      id: row.id,
      lineId: row.line_item_id,
      quantity: row.quantity,
      restockType: row.restock_type ?? "no_restock",
    })),
  }));

const readFulfillments = (rest: RestOrder): Fulfillment[] =>
  (rest.fulfillments ?? []).map((each) => ({
    id: each.id,
    orderId: rest.id,
    name: each.name ?? rest.name,
    status: (each.status ?? "success").toUpperCase() as Fulfillment["status"],
    locationId: each.location_id ?? null,
    fulfillmentOrderIds: [],
    company: each.tracking_company,
    tracking: (each.tracking_numbers ?? []).map((number, index) => ({
      number,
      url: each.tracking_urls?.[index] ?? null,
    })),
    lines: (each.line_items ?? []).map((row) => ({
      id: `${each.id}${row.id}`,
      lineId: row.id,
      fulfillmentOrderId: null,
      quantity: row.quantity,
    })),
    byApp: false,
    createdAt: each.created_at,
    updatedAt: each.updated_at ?? each.created_at,
  }));

function adoptProduct(world: World, shop: Shop, line: RestLine): void {
  if (line.product_exists === false || !line.variant_id || !line.product_id || findVariant(shop, line.variant_id))
    return;
  let product = shop.products.find((each) => each.id === line.product_id);
  if (!product) {
    product = {
      id: line.product_id,
      title: line.title,
      handle: handleOf(line.title),
      vendor: line.vendor ?? "",
      productType: "",
      tags: [],
      status: "ACTIVE",
      isGiftCard: line.gift_card ?? false,
      imageUrl: null,
      metafields: [],
      variants: [],
      createdAt: now(world),
      updatedAt: now(world),
    };
    shop.products.push(product);
  }
  const title = line.variant_title || "Default Title";
  const rest = { barcode: null, metafields: [], imageUrl: null, locationId: null, updatedAt: now(world) };
  const { variant_id: id, sku, price, requires_shipping: requiresShipping } = line;
  product.variants.push({
    ...rest,
    id,
    productId: product.id,
    title,
    sku,
    price,
    requiresShipping,
    options: [{ name: "Title", value: title }],
  });
}

/** Open ones for what is still to be fulfilled, and a closed one for what was. */
function addFulfillmentOrders(world: World, shop: Shop, order: Order): void {
  if (!order.cancelledAt) routeLines(world, shop, order);
  const sent = order.fulfillments.filter((each) => each.status === "SUCCESS").flatMap((each) => each.lines);
  if (sent.length === 0) return;
  const closed = newFulfillmentOrder(world, order.id, shop.locations[0]?.id ?? "", "SHIPPING");
  closed.lines = sent.map((row) => ({ id: world.nextId(), lineId: row.lineId, total: row.quantity, remaining: 0 }));
  settle(world, closed);
  order.fulfillmentOrders.push(closed);
}
