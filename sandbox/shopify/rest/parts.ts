import type { Decimal } from "decimal.js";
import { gid } from "../ids.ts";
import type { Address, Customer, Fulfillment, Line, Order, Refund, ShippingLine } from "../model.ts";
import { amount, presented, taxIn, unitAfterDiscounts } from "../money.ts";
import { restTime } from "../time.ts";
import { restId } from "./number.ts";

export const moneySet = (order: Order, value: Decimal | string) => ({
  shop_money: { amount: amount(value, order.currency), currency_code: order.currency },
  presentment_money: {
    amount: amount(presented(order, value), order.presentmentCurrency),
    currency_code: order.presentmentCurrency,
  },
});

export const fullName = (person: { firstName: string | null; lastName: string | null; name?: string | null }): string =>
  person.name ?? [person.firstName, person.lastName].filter(Boolean).join(" ");

export function restAddress(address: Address | null) {
  if (!address) return null;
  return {
    first_name: address.firstName,
    address1: address.address1,
    phone: address.phone,
    city: address.city,
    zip: address.zip,
    province: address.province,
    country: address.country,
    last_name: address.lastName,
    address2: address.address2,
    company: address.company,
    latitude: null,
    longitude: null,
    name: fullName(address),
    country_code: address.countryCode,
    province_code: address.provinceCode,
  };
}

export function restCustomer(order: Order, customer: Customer | null) {
  if (!customer) return null;
  return {
    id: restId(customer.id),
    admin_graphql_api_id: gid("Customer", customer.id),
    email: customer.email,
    phone: customer.phone,
    first_name: customer.firstName,
    last_name: customer.lastName,
    created_at: restTime(order.createdAt),
    updated_at: restTime(order.createdAt),
    state: "disabled",
    note: null,
    verified_email: true,
    multipass_identifier: null,
    tax_exempt: false,
    tax_exemptions: [],
    tags: customer.tags.join(", "),
    currency: order.currency,
    email_marketing_consent: null,
    sms_marketing_consent: null,
  };
}

export function restLine(order: Order, line: Line) {
  const sent = line.currentQuantity - line.unfulfilled;
  return {
    id: restId(line.id),
    admin_graphql_api_id: gid("LineItem", line.id),
    attributed_staffs: [],
    current_quantity: line.currentQuantity,
    fulfillable_quantity: line.unfulfilled - heldPieces(order, line),
    fulfillment_service: line.isGiftCard ? "gift_card" : "manual",
    fulfillment_status: sent <= 0 ? null : line.unfulfilled === 0 ? "fulfilled" : "partial",
    gift_card: line.isGiftCard,
    grams: line.grams,
    name: line.variantTitle ? `${line.title} - ${line.variantTitle}` : line.title,
    price: amount(line.price, order.currency),
    price_set: moneySet(order, line.price),
    product_exists: line.productId !== null,
    product_id: line.productId ? restId(line.productId) : null,
    properties: line.properties,
    quantity: line.quantity,
    requires_shipping: line.requiresShipping,
    sales_line_item_group_id: null,
    sku: line.sku,
    taxable: true,
    title: line.title,
    total_discount: amount(line.totalDiscount, order.currency),
    total_discount_set: moneySet(order, line.totalDiscount),
    variant_id: line.variantId ? restId(line.variantId) : null,
    variant_inventory_management: line.variantId ? "shopify" : null,
    variant_title: line.variantTitle,
    vendor: line.vendor,
    tax_lines: taxLines(order, unitAfterDiscounts(line).mul(line.quantity)),
    duties: [],
    discount_allocations: [],
  };
}

/** shopify: what is on hold may not be fulfilled now (changelog "Post-purchase fulfillment holds"). */
function heldPieces(order: Order, line: Line): number {
  const held = order.fulfillmentOrders.filter(({ status }) => status === "ON_HOLD").flatMap(({ lines }) => lines);
  return held.reduce((sum, { lineId, remaining }) => sum + (lineId === line.id ? remaining : 0), 0);
}

function taxLines(order: Order, price: Decimal | string) {
  const tax = taxIn(order, price);
  return tax.isZero() ? [] : [{ title: "VAT", price: amount(tax, order.currency), price_set: moneySet(order, tax) }];
}

export const restShippingLine = (order: Order, line: ShippingLine) => ({
  id: restId(line.id),
  carrier_identifier: line.carrierIdentifier,
  code: line.code,
  current_discounted_price_set: moneySet(order, line.discountedPrice),
  discounted_price: amount(line.discountedPrice, order.currency),
  discounted_price_set: moneySet(order, line.discountedPrice),
  is_removed: false,
  phone: null,
  price: amount(line.price, order.currency),
  price_set: moneySet(order, line.price),
  requested_fulfillment_service_id: null,
  source: line.source,
  title: line.title,
  tax_lines: taxLines(order, line.discountedPrice),
  discount_allocations: [],
});

export function restFulfillment(order: Order, fulfillment: Fulfillment) {
  const numbers = fulfillment.tracking.flatMap((each) => each.number ?? []);
  const urls = fulfillment.tracking.flatMap((each) => each.url ?? []);
  return {
    id: restId(fulfillment.id),
    admin_graphql_api_id: gid("Fulfillment", fulfillment.id),
    created_at: restTime(fulfillment.createdAt),
    location_id: fulfillment.locationId ? restId(fulfillment.locationId) : null,
    name: fulfillment.name,
    order_id: restId(order.id),
    origin_address: {},
    receipt: {},
    service: "manual",
    shipment_status: null,
    status: fulfillment.status.toLowerCase(),
    tracking_company: fulfillment.company,
    tracking_number: numbers[0] ?? null,
    tracking_numbers: numbers,
    tracking_url: urls[0] ?? null,
    tracking_urls: urls,
    updated_at: restTime(fulfillment.updatedAt),
    line_items: fulfillment.lines.flatMap((held) => {
      const line = order.lines.find((each) => each.id === held.lineId);
      return line ? [{ ...restLine(order, line), quantity: held.quantity }] : [];
    }),
  };
}

export function restRefund(order: Order, refund: Refund) {
  return {
    id: restId(refund.id),
    admin_graphql_api_id: gid("Refund", refund.id),
    created_at: restTime(refund.createdAt),
    note: refund.note,
    order_id: restId(order.id),
    processed_at: restTime(refund.createdAt),
    restock: refund.lines.some((each) => each.restockType !== "no_restock"),
    user_id: null,
    order_adjustments: [],
    transactions: [],
    refund_line_items: refund.lines.flatMap((each) => {
      const line = order.lines.find((candidate) => candidate.id === each.lineId);
      if (!line) return [];
      const { id, lineId, quantity, restockType } = each;
      const rest = { quantity, restock_type: restockType, location_id: null, line_item: restLine(order, line) };
      return [{ id: restId(id), line_item_id: restId(lineId), ...rest }];
    }),
  };
}
