import { Decimal } from "decimal.js";
import type { Address, FinancialStatus, Fulfillment, Line, Order, PaymentTerms, Refund } from "../model.ts";
import { riskOf } from "../place-order.ts";
import type { RestAddress, RestLine, RestOrder } from "./read-order.ts";

/**
 * The order that a webhook body describes, still without fulfillment orders. `at` stands in for a missing updated_at.
 */
export function orderFromRest(rest: RestOrder, at: Date): Order {
  return { ...head(rest, at), ...people(rest), ...parts(rest) };
}

function head(rest: RestOrder, at: Date) {
  return {
    id: rest.id,
    number: rest.order_number,
    name: rest.name,
    createdAt: rest.created_at,
    processedAt: rest.processed_at ?? rest.created_at,
    updatedAt: rest.updated_at ?? at,
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
    metafields: [],
    discountCodes: [],
    note: rest.note,
    noteAttributes: rest.note_attributes ?? [],
    currency: rest.currency,
    presentmentCurrency: rest.presentment_currency ?? rest.currency,
    presentmentRate: presentmentRate(rest),
    includedTax: includedTax(rest),
    financialStatus: (rest.financial_status ?? "pending").toUpperCase() as FinancialStatus,
    paymentGateways: rest.payment_gateway_names ?? [],
    paymentTerms: paymentTermsOf(rest),
    delivery: "SHIPPING" as const,
    scheduled: false,
    customerLocale: rest.customer_locale,
    risk: riskOf("LOW"),
    token: rest.token ?? `token${rest.id}`,
  };
}

function paymentTermsOf({ payment_terms: terms }: RestOrder): PaymentTerms | null {
  if (!terms) return null;
  return {
    name: terms.payment_terms_name ?? "",
    type: (terms.payment_terms_type ?? "unknown").toUpperCase() as PaymentTerms["type"],
  };
}

/** As if everything were taxed alike. */
function includedTax({ taxes_included: included, total_tax: tax, total_price: total }: RestOrder): string {
  if (!included || !tax || !total || new Decimal(total).equals(tax)) return "0";
  return new Decimal(tax).div(new Decimal(total).minus(tax)).toString();
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
          tags: [],
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
  const currentQuantity = rest.current_quantity ?? rest.quantity;
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
    currentQuantity,
    // shopify: null while nothing is fulfilled; what is held is not fulfillable.
    unfulfilled: rest.fulfillment_status === null ? currentQuantity : rest.fulfillable_quantity,
    price: rest.price,
    totalDiscount: allocated.isZero() ? (rest.total_discount ?? "0") : allocated.toString(),
    requiresShipping: rest.requires_shipping,
    isGiftCard: rest.gift_card ?? false,
    properties: rest.properties ?? [],
    unrouted: false,
    shippingLineId: null,
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
    message: null,
    createdAt: each.created_at,
    updatedAt: each.updated_at ?? each.created_at,
  }));
