import { gid } from "../ids.ts";
import type { Order, Shop } from "../model.ts";
import { amount, presented, totals } from "../money.ts";
import { restFulfillmentStatus } from "../order-status.ts";
import { restTime } from "../time.ts";
import { restId } from "./number.ts";
import {
  moneySet,
  restAddress,
  restCustomer,
  restFulfillment,
  restLine,
  restRefund,
  restShippingLine,
} from "./parts.ts";

/** The body of the orders webhooks, version 2026-10. */
export function restOrder(shop: Shop, order: Order) {
  return {
    id: restId(order.id),
    admin_graphql_api_id: gid("Order", order.id),
    app_id: 580111,
    browser_ip: null,
    buyer_accepts_marketing: false,
    cancel_reason: order.cancelReason?.toLowerCase() ?? null,
    cancelled_at: order.cancelledAt ? restTime(order.cancelledAt) : null,
    cart_token: null,
    checkout_token: null,
    client_details: null,
    closed_at: order.closedAt ? restTime(order.closedAt) : null,
    confirmation_number: null,
    confirmed: true,
    contact_email: order.email,
    created_at: restTime(order.createdAt),
    customer_locale: order.customerLocale,
    email: order.email,
    estimated_taxes: false,
    financial_status: order.financialStatus.toLowerCase(),
    fulfillment_status: restFulfillmentStatus(order),
    landing_site: null,
    location_id: null,
    name: order.name,
    note: order.note,
    note_attributes: order.noteAttributes,
    number: order.number - 1000,
    order_number: order.number,
    order_status_url: `https://${shop.domain}/${shop.id}/orders/${order.token}/authenticate?key=sandbox`,
    payment_gateway_names: order.paymentGateways,
    phone: order.phone,
    po_number: null,
    processed_at: restTime(order.processedAt),
    reference: null,
    referring_site: null,
    source_identifier: null,
    source_name: order.sourceName,
    source_url: null,
    tags: order.tags.join(", "),
    tax_exempt: false,
    taxes_included: order.includedTax !== "0",
    test: order.test,
    token: order.token,
    updated_at: restTime(order.updatedAt),
    user_id: null,
    ...money(order),
    billing_address: restAddress(order.billingAddress),
    shipping_address: restAddress(order.shippingAddress),
    customer: restCustomer(order, order.customer),
    discount_applications: [],
    discount_codes: order.discountCodes.map((code) => ({ code, amount: "0.00", type: "fixed_amount" })),
    payment_terms: order.paymentTerms && {
      payment_terms_name: order.paymentTerms.name,
      payment_terms_type: order.paymentTerms.type.toLowerCase(),
    },
    tax_lines: [],
    fulfillments: order.fulfillments.map((each) => restFulfillment(order, each)),
    line_items: order.lines.map((each) => restLine(order, each)),
    refunds: order.refunds.map((each) => restRefund(order, each)),
    returns: [],
    shipping_lines: order.shippingLines.map((each) => restShippingLine(order, each)),
  };
}

function money(order: Order) {
  const sums = totals(order);
  const text = (value: Parameters<typeof amount>[0]) => amount(value, order.currency);
  const paid = order.financialStatus === "PAID" || order.financialStatus === "PARTIALLY_REFUNDED";
  return {
    currency: order.currency,
    presentment_currency: order.presentmentCurrency,
    current_subtotal_price: text(sums.currentSubtotal),
    current_subtotal_price_set: moneySet(order, sums.currentSubtotal),
    current_total_additional_fees_set: null,
    current_total_discounts: text(sums.discounts),
    current_total_discounts_set: moneySet(order, sums.discounts),
    current_total_duties_set: null,
    current_total_price: text(sums.currentTotal),
    current_total_price_set: moneySet(order, sums.currentTotal),
    current_total_tax: text("0"),
    current_total_tax_set: moneySet(order, "0"),
    subtotal_price: text(sums.subtotal),
    subtotal_price_set: moneySet(order, sums.subtotal),
    total_discounts: text(sums.discounts),
    total_discounts_set: moneySet(order, sums.discounts),
    total_line_items_price: text(sums.lines),
    total_line_items_price_set: moneySet(order, sums.lines),
    total_outstanding: paid ? text("0") : amount(presented(order, sums.currentTotal), order.presentmentCurrency),
    total_price: text(sums.total),
    total_price_set: moneySet(order, sums.total),
    total_shipping_price_set: moneySet(order, sums.shipping),
    total_tax: text("0"),
    total_tax_set: moneySet(order, "0"),
    total_tip_received: text("0"),
    total_weight: order.lines.reduce((all, line) => all + line.grams * line.quantity, 0),
  };
}
