import { Decimal } from "decimal.js";
import type {
  Address,
  Delivery,
  FulfillmentBlock,
  FulfillmentOrderSnapshot,
  LineMoney,
  LineSnapshot,
  OrderMoney,
  OrderSnapshot,
  Risk,
} from "../ports/order-model.ts";
import type { ReadOrderOptions } from "../ports/shopify.ts";
import {
  ReadOrder,
  ReadOrderLines,
  type AddressFieldsFragment,
  type OrderLinesPageFragment,
  type ReadOrderQuery,
} from "./admin.generated.ts";
import type { AdminClient } from "./client.ts";
import { readUnchanged, remainingNodes, unchanged } from "./paging.ts";
import { asOneRead } from "./points-budget.ts";
import { paymentKindOf, addressFrom, beforeTax, giftCardsOf, isTip, NO_ARTWORK, sumOf } from "./snapshot-parts.ts";
import { readArtwork } from "./read-artwork.ts";
import { allFulfillmentOrders } from "./read-fulfillment.ts";
import { readLineShipping, type LineShipping } from "./read-line-shipping.ts";
import { text, textOr } from "./fields.ts";
import type { Gid } from "../ports/gid.ts";

type WireOrder = NonNullable<ReadOrderQuery["order"]>;
type WireLine = OrderLinesPageFragment["nodes"][number];

/**
 * A complete snapshot of an order, one state of it: an ordinary order by one call. null when the shop has no such order, or the app may
 * not see it.
 */
export const readOrder = (
  client: AdminClient,
  shop: string,
  gid: Gid<"Order">,
  options: ReadOrderOptions = {},
): Promise<OrderSnapshot | null> => asOneRead(() => readSnapshot(client, shop, gid, options));

async function readSnapshot(
  client: AdminClient,
  shop: string,
  gid: Gid<"Order">,
  { artworkMetafields, withTotal = false }: ReadOrderOptions,
): Promise<OrderSnapshot | null> {
  const read = await readUnchanged(() => readWithPages(client, shop, gid, withTotal));
  if (!read) return null;
  const { order, store, lines, fulfillmentOrders, shipping } = read;
  const products = lines.flatMap((line) => (line.product ? [line.product.id] : []));
  const artwork = await readArtwork(client, shop, products, artworkMetafields);
  return {
    ...fieldsOf(order),
    ...(order.currentTotalPriceSet ? { total: order.currentTotalPriceSet.shopMoney.amount } : {}),
    money: moneyOf(order, lines),
    // They come a moment after the order.
    routed: fulfillmentOrders.length > 0,
    developmentStore: store.plan.partnerDevelopment,
    lines: lines.map((line) => ({
      ...lineOf(line, order.taxesIncluded),
      ...goodsOf(line, fulfillmentOrders),
      ...shippingOf(line, shipping),
      metafieldArtwork: (line.product && artwork.get(line.product.id)) ?? NO_ARTWORK,
    })),
    fulfillmentOrders,
    complete: true,
  };
}

interface OrderRead {
  order: WireOrder;
  store: ReadOrderQuery["shop"];
  lines: WireLine[];
  fulfillmentOrders: FulfillmentOrderSnapshot[];
  shipping: LineShipping;
}

async function readWithPages(
  client: AdminClient,
  shop: string,
  gid: Gid<"Order">,
  withTotal: boolean,
): Promise<OrderRead | null> {
  // shopify: `customer` needs the scope read_customers, which is optional; without it, it is null.
  const { order, shop: store } = await client.run(
    shop,
    ReadOrder,
    { id: gid, withCustomer: true, withTotal },
    { mayBeDenied: ["customer", "paymentTerms"] },
  );
  if (!order) return null;
  const lines = await remainingNodes(order.lineItems, async (after) => {
    return unchanged(order, (await client.run(shop, ReadOrderLines, { id: gid, after })).order)?.lineItems ?? null;
  });
  const fulfillmentOrders = await allFulfillmentOrders(client, shop, order);
  const shipping = await readLineShipping(client, shop, order);
  return lines && fulfillmentOrders && shipping && { order, store, lines, fulfillmentOrders, shipping };
}

/**
 * A read tells a line's price after discounts only, and no refund beside lines: what a webhook told of them stays
 * (app/orders/receive/order-row.ts).
 */
function moneyOf(order: WireOrder, lines: readonly WireLine[]): OrderMoney {
  const { shippingLine, currentShippingPriceSet } = order;
  const current = sumOf([currentShippingPriceSet.shopMoney.amount]);
  return {
    currency: order.currencyCode,
    presentment: null,
    taxesIncluded: order.taxesIncluded,
    lines: lines.map((line): LineMoney => ({
      gid: line.id,
      ordered: line.quantity,
      current: line.currentQuantity,
      requiresShipping: line.requiresShipping,
      price: sumOf([line.discountedUnitPriceAfterAllDiscountsSet.shopMoney.amount]),
      discount: "0",
      tax: sumOf(amountsOf(line.taxLines)),
    })),
    shipping: {
      charged: shippingLine ? sumOf([shippingLine.discountedPriceSet.shopMoney.amount]) : current,
      current,
      tax: sumOf(amountsOf(shippingLine?.taxLines ?? [])),
    },
    adjustment: "0",
    giftCards: giftCardsOf(order.paymentGatewayNames),
  };
}

type OrderFields = Omit<OrderSnapshot, "lines" | "routed" | "developmentStore" | "fulfillmentOrders" | "complete">;

function fieldsOf(order: WireOrder): OrderFields {
  return {
    gid: order.id,
    name: textOr(order.name, order.id),
    createdAt: new Date(order.createdAt),
    updatedAt: new Date(order.updatedAt),
    cancelledAt: order.cancelledAt ? new Date(order.cancelledAt) : null,
    test: order.test,
    financialStatus: financialStatusOf(order),
    paymentKind: paymentKindOf(order.paymentGatewayNames, order.paymentTerms?.paymentTermsType),
    currency: order.currencyCode,
    risk: riskOf(order.risk),
    email: text(order.email),
    phone: text(order.phone),
    customerEmail: text(order.customer?.defaultEmailAddress?.emailAddress),
    customerPhone: text(order.customer?.defaultPhoneNumber?.phoneNumber),
    shippingAddress: order.shippingAddress ? addressOf(order.shippingAddress) : null,
    billingAddress: order.billingAddress ? addressOf(order.billingAddress) : null,
    shippingMethod: order.shippingLine
      ? { title: textOr(order.shippingLine.title, ""), code: text(order.shippingLine.code) }
      : null,
    shippingPaid: shippingPaidOf(order),
    note: text(order.note),
    attributes: order.customAttributes.map(({ key, value }) => ({ name: key, value: value ?? "" })),
    tags: order.tags,
    discountCodes: order.discountCodes,
    customerTags: order.customer?.tags ?? null,
    customerOrders: customerOrdersOf(order),
  };
}

/**
 * Shopify counts the customer's orders until now. Where another one was placed since this one, as while the app was away or a backup was
 * restored, two orders are this one and that one; of more, nobody can tell how many came before.
 */
function customerOrdersOf({ id, customer }: WireOrder): number | null {
  if (!customer) return null;
  const all = Number(customer.numberOfOrders);
  const isLast = !customer.lastOrder || customer.lastOrder.id === id;
  if (isLast || all <= 1) return all;
  return all === 2 ? 1 : null;
}

function shippingOf({ id }: WireLine, shipping: LineShipping): Pick<LineSnapshot, "shippingMethod"> {
  const shippingMethod = shipping.get(id);
  return shippingMethod ? { shippingMethod } : {};
}

type WireTax = WireLine["taxLines"][number];
const amountsOf = (taxes: readonly WireTax[]) => taxes.map(({ priceSet }) => priceSet.shopMoney.amount);

function shippingPaidOf({ currentShippingPriceSet, shippingLine, taxesIncluded }: WireOrder): string {
  const paid = currentShippingPriceSet.shopMoney.amount;
  if (!taxesIncluded || !shippingLine) return paid;
  const { taxLines, discountedPriceSet } = shippingLine;
  return beforeTax(paid, { taxes: amountsOf(taxLines), whole: discountedPriceSet.shopMoney.amount });
}

/** The worst of all assessments and of the recommendation, unless one is still pending; low without any assessment. */
function riskOf(risk: WireOrder["risk"]): Risk {
  const levels = risk.assessments.map((assessment) => assessment.riskLevel);
  if (risk.recommendation === "CANCEL" || levels.includes("HIGH")) return "high";
  if (levels.includes("PENDING")) return "pending";
  if (risk.recommendation === "INVESTIGATE" || levels.includes("MEDIUM")) return "medium";
  return "low";
}

/** A fulfillment order with a line's items, and how many of them are still to be fulfilled there. */
interface Holder {
  order: FulfillmentOrderSnapshot;
  total: number;
  remaining: number;
}

const ENDED: readonly string[] = ["CLOSED", "CANCELLED"];

function holdersOf(lineGid: Gid<"LineItem">, orders: readonly FulfillmentOrderSnapshot[]): Holder[] {
  return orders.flatMap((order) => {
    const lines = order.lines.filter((line) => line.lineItemGid === lineGid);
    if (lines.length === 0) return [];
    const remaining = ENDED.includes(order.status) ? 0 : lines.reduce((sum, line) => sum + line.remaining, 0);
    return [{ order, total: lines.reduce((sum, line) => sum + line.total, 0), remaining }];
  });
}

type Goods = Pick<LineSnapshot, "fulfillmentService" | "remaining" | "unrouted" | "delivery" | "blockedBy">;

/**
 * Where a line's items are in Shopify. `fulfillmentService`: the service that has all of the open ones, named by its location. Where the
 * merchant has some of them, or has fulfilled some, only the merchant's are still to be fulfilled: the others, moved or split off, are
 * another service's.
 */
function goodsOf(line: WireLine, orders: readonly FulfillmentOrderSnapshot[]): Goods {
  const holders = holdersOf(line.id, orders);
  const open = holders.filter(({ remaining }) => remaining > 0);
  const atServices = open.filter(({ order }) => order.atFulfillmentService);
  const atService = atServices.reduce((sum, { remaining }) => sum + remaining, 0);
  const unfulfilled = Math.min(line.unfulfilledQuantity, line.currentQuantity);
  const merchantFulfilled = line.currentQuantity > unfulfilled && holders.some(isFulfilledByMerchant);
  const isServices = open.length > 0 && atServices.length === open.length && !merchantFulfilled;
  const routed = open.reduce((sum, { remaining }) => sum + remaining, 0);
  return {
    fulfillmentService: isServices ? (open[0]?.order.assignedLocation ?? null) : null,
    remaining: isServices ? unfulfilled : Math.max(0, unfulfilled - atService),
    unrouted: Math.max(0, unfulfilled - routed),
    delivery: deliveryOf(open.length > 0 ? open : holders),
    blockedBy: blockOf(open.filter(({ order }) => !order.atFulfillmentService)),
  };
}

const isFulfilledByMerchant = ({ order, total, remaining }: Holder): boolean =>
  !order.atFulfillmentService && order.status !== "CANCELLED" && total > remaining;

/** On hold without a visible hold: another app's. */
const isHeldByOthers = ({ status, holds }: FulfillmentOrderSnapshot): boolean =>
  holds.some((hold) => !hold.heldByApp) || (status === "ON_HOLD" && holds.length === 0);

/** Shopify holds single items, too: what holds goods that are not printed does not keep the others. */
function blockOf(holders: readonly Holder[]): FulfillmentBlock | null {
  if (holders.some(({ order }) => isHeldByOthers(order))) return "hold";
  return holders.some(({ order }) => order.status === "SCHEDULED") ? "schedule" : null;
}

/**
 * How a line's open goods reach the customer, or where none is open, how the others did: staff may have them printed all the
 * same. null while Shopify has made no fulfillment order for them. A part that goes by parcel makes the line one for a parcel.
 */
function deliveryOf(holders: readonly Holder[]): Delivery | null {
  const deliveries = holders.map(({ order }) => deliveryBy(order.deliveryMethod));
  return deliveries.includes("parcel") ? "parcel" : (deliveries[0] ?? null);
}

export function deliveryBy(methodType: string | null | undefined): Delivery {
  if (methodType === "LOCAL") return "local_delivery";
  return PICKUPS.includes(methodType ?? "") ? "pickup" : "parcel";
}

/** shopify: DeliveryMethodType. A pickup point has an address of its own, which the order does not show. */
const PICKUPS: readonly string[] = ["PICK_UP", "PICKUP_POINT", "RETAIL"];

function lineOf(line: WireLine, taxesIncluded: boolean): Omit<LineSnapshot, keyof Goods | "metafieldArtwork"> {
  const title = textOr(line.title, "");
  return {
    gid: line.id,
    productGid: line.product?.id ?? null,
    variantGid: line.variant?.id ?? null,
    title,
    variantTitle: text(line.variantTitle),
    sku: text(line.sku),
    vendor: text(line.vendor),
    productType: line.product?.productType ?? null,
    productTags: line.product?.tags ?? null,
    quantity: line.currentQuantity,
    requiresShipping: line.requiresShipping,
    giftCard: line.isGiftCard,
    tip: isTip({ title, hasVariant: line.variant !== null, hasProduct: line.product !== null, sku: line.sku }),
    properties: line.customAttributes.map(({ key, value }) => ({ name: textOr(key, ""), value: textOr(value, "") })),
    unitPrice: unitPriceOf(line, taxesIncluded),
  };
}

/** Taxes are for all pieces that were ordered. */
function unitPriceOf(
  { discountedUnitPriceAfterAllDiscountsSet, quantity, taxLines }: WireLine,
  taxesIncluded: boolean,
) {
  const unit = discountedUnitPriceAfterAllDiscountsSet.shopMoney.amount;
  return taxesIncluded
    ? beforeTax(unit, { taxes: amountsOf(taxLines), whole: new Decimal(unit).times(quantity) })
    : unit;
}

export const financialStatusOf = ({
  displayFinancialStatus,
}: Pick<WireOrder, "displayFinancialStatus">): string | null => displayFinancialStatus?.toLowerCase() ?? null;

export const addressOf = (wire: AddressFieldsFragment): Address =>
  addressFrom((field) => text(field === "countryCode" ? wire.countryCodeV2 : wire[field]));
