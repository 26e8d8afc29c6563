import { gid } from "../ids.ts";
import type { Order, Refund, Shop } from "../model.ts";
import { totals } from "../money.ts";
import { displayFulfillmentStatus } from "../order-status.ts";
import { graphTime } from "../time.ts";
import { mayTouch } from "./access.ts";
import { metafieldFields } from "./catalog-view.ts";
import { connection, type PageArgs } from "./connection.ts";
import type { View } from "./context.ts";
import { fulfillmentOrderView, fulfillmentView } from "./fulfillment-view.ts";
import { addressView, attributes, customerView, lineView, shippingLineView } from "./line-view.ts";
import { moneyBag } from "./money-view.ts";

const timeOrNull = (time: Date | null) => (time ? graphTime(time) : null);

export function orderView(shop: Shop, order: Order): View {
  const unpaid = ["PENDING", "AUTHORIZED", "PARTIALLY_PAID", "EXPIRED"].includes(order.financialStatus);
  return {
    __typename: "Order",
    id: gid("Order", order.id),
    legacyResourceId: order.id,
    name: order.name,
    number: order.number,
    createdAt: graphTime(order.createdAt),
    processedAt: graphTime(order.processedAt),
    updatedAt: graphTime(order.updatedAt),
    cancelledAt: timeOrNull(order.cancelledAt),
    cancelReason: order.cancelReason,
    closedAt: timeOrNull(order.closedAt),
    closed: order.closedAt !== null,
    test: order.test,
    taxesIncluded: order.includedTax !== "0",
    edited: order.edited,
    confirmed: true,
    confirmationNumber: null,
    fulfillable: order.fulfillmentOrders.some((each) => ["OPEN", "IN_PROGRESS"].includes(each.status)),
    requiresShipping: order.lines.some((line) => line.requiresShipping),
    sourceName: order.sourceName,
    tags: order.tags,
    discountCodes: order.discountCodes,
    discountCode: order.discountCodes[0] ?? null,
    note: order.note,
    email: order.email,
    phone: order.phone,
    poNumber: null,
    currencyCode: order.currency,
    presentmentCurrencyCode: order.presentmentCurrency,
    displayFinancialStatus: order.financialStatus,
    displayFulfillmentStatus: displayFulfillmentStatus(order),
    fullyPaid: !unpaid,
    unpaid,
    customerLocale: order.customerLocale,
    customAttributes: attributes(order.noteAttributes),
    shippingAddress: addressView(`${order.id}1`, order.shippingAddress),
    billingAddress: addressView(`${order.id}2`, order.billingAddress),
    paymentGatewayNames: order.paymentGateways,
    paymentTerms: () =>
      order.paymentTerms && {
        __typename: "PaymentTerms",
        id: gid("PaymentTerms", order.id),
        paymentTermsName: order.paymentTerms.name,
        paymentTermsType: order.paymentTerms.type,
      },
    customer: () => customerView(shop, order.customer),
    risk: { recommendation: order.risk.recommendation, assessments: order.risk.assessments },
    ...metafieldFields(order.metafields),
    ...lists(shop, order),
    ...sums(order),
  };
}

function lists(shop: Shop, order: Order): View {
  const readable = order.fulfillmentOrders.filter((each) => mayTouch(shop, each, "read"));
  const first = order.shippingLines[0];
  return {
    lineItems: (args: PageArgs) => connection(order.lines, args, (line) => lineView(shop, order, line)),
    shippingLine: first ? shippingLineView(order, first) : null,
    shippingLines: (args: PageArgs) => connection(order.shippingLines, args, (line) => shippingLineView(order, line)),
    fulfillments: ({ first: most }: { first?: number | null }) =>
      order.fulfillments.slice(0, most ?? undefined).map((each) => fulfillmentView(shop, order, each, orderView)),
    fulfillmentsCount: { count: order.fulfillments.length, precision: "EXACT" },
    fulfillmentOrders: (args: PageArgs) =>
      connection(readable, args, (each) => fulfillmentOrderView(shop, order, each, orderView)),
    refunds: ({ first: most }: { first?: number | null }) =>
      order.refunds.slice(0, most ?? undefined).map((each) => refundView(shop, order, each)),
  };
}

function refundView(shop: Shop, order: Order, refund: Refund): View {
  const known = refund.lines.flatMap((row) => {
    const line = order.lines.find((each) => each.id === row.lineId);
    return line ? [{ row, line }] : [];
  });
  return {
    __typename: "Refund",
    id: gid("Refund", refund.id),
    legacyResourceId: refund.id,
    createdAt: graphTime(refund.createdAt),
    updatedAt: graphTime(refund.createdAt),
    processedAt: graphTime(refund.createdAt),
    note: refund.note,
    refundLineItems: (args: PageArgs) =>
      connection(known, args, ({ row, line }) => ({
        id: gid("RefundLineItem", row.id),
        quantity: row.quantity,
        restockType: row.restockType.toUpperCase(),
        restocked: row.restockType !== "no_restock",
        lineItem: () => lineView(shop, order, line),
      })),
  };
}

function sums(order: Order): View {
  const sum = totals(order);
  const bag = (value: Parameters<typeof moneyBag>[1]) => moneyBag(order, value);
  return {
    subtotalPriceSet: bag(sum.subtotal),
    currentSubtotalPriceSet: bag(sum.currentSubtotal),
    totalPriceSet: bag(sum.total),
    originalTotalPriceSet: bag(sum.total),
    currentTotalPriceSet: bag(sum.currentTotal),
    totalShippingPriceSet: bag(sum.shipping),
    currentShippingPriceSet: bag(sum.shipping),
    totalDiscountsSet: bag(sum.discounts),
    currentTotalDiscountsSet: bag(sum.discounts),
    totalTaxSet: bag("0"),
    currentTotalTaxSet: bag("0"),
    totalTipReceivedSet: bag("0"),
  };
}
