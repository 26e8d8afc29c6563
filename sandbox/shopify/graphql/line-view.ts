import { Decimal } from "decimal.js";
import { findVariant } from "../catalog.ts";
import { gid } from "../ids.ts";
import type { Address, Customer, Line, Order, ShippingLine, Shop } from "../model.ts";
import { taxIn, unitAfterDiscounts } from "../money.ts";
import { fullName } from "../rest/parts.ts";
import { productView, variantView } from "./catalog-view.ts";
import type { View } from "./context.ts";
import { moneyBag } from "./money-view.ts";

export const attributes = (all: { name: string; value: string }[]): View[] =>
  all.map(({ name, value }) => ({ key: name, value }));

export function lineView(shop: Shop, order: Order, line: Line): View {
  const found = line.variantId ? findVariant(shop, line.variantId) : null;
  const product = found?.product ?? shop.products.find((each) => each.id === line.productId);
  const unit = unitAfterDiscounts(line);
  return {
    __typename: "LineItem",
    id: gid("LineItem", line.id),
    name: line.variantTitle ? `${line.title} - ${line.variantTitle}` : line.title,
    title: line.title,
    variantTitle: line.variantTitle,
    sku: line.sku,
    vendor: line.vendor,
    quantity: line.quantity,
    currentQuantity: line.currentQuantity,
    refundableQuantity: line.currentQuantity,
    unfulfilledQuantity: line.unfulfilled,
    nonFulfillableQuantity: line.quantity - line.currentQuantity,
    requiresShipping: line.requiresShipping,
    isGiftCard: line.isGiftCard,
    taxable: true,
    customAttributes: attributes(line.properties),
    image: null,
    variant: () => (found ? variantView(found.product, found.variant) : null),
    product: () => (product ? productView(product) : null),
    originalUnitPriceSet: moneyBag(order, line.price),
    originalTotalSet: moneyBag(order, new Decimal(line.price).mul(line.quantity)),
    discountedUnitPriceSet: moneyBag(order, unit),
    discountedUnitPriceAfterAllDiscountsSet: moneyBag(order, unit),
    discountedTotalSet: moneyBag(order, unit.mul(line.quantity)),
    totalDiscountSet: moneyBag(order, line.totalDiscount),
    taxLines: taxLines(order, unit.mul(line.quantity)),
  };
}

const taxLines = (order: Order, price: Decimal | string): View[] => [
  { priceSet: moneyBag(order, taxIn(order, price)), title: "VAT" },
];

export function addressView(id: string, address: Address | null): View | null {
  if (!address) return null;
  return {
    __typename: "MailingAddress",
    id: gid("MailingAddress", id),
    ...address,
    countryCodeV2: address.countryCode,
    name: fullName(address),
    latitude: null,
    longitude: null,
    coordinatesValidated: false,
    formattedArea: [address.city, address.provinceCode, address.country].filter(Boolean).join(", "),
    validationResultSummary: null,
    formatted: () =>
      [address.address1, address.address2, `${address.city ?? ""} ${address.zip ?? ""}`.trim(), address.country].filter(
        Boolean,
      ),
  };
}

export const shippingLineView = (order: Order, line: ShippingLine): View => ({
  id: gid("ShippingLine", line.id),
  title: line.title,
  code: line.code,
  source: line.source,
  carrierIdentifier: line.carrierIdentifier,
  deliveryCategory: null,
  custom: false,
  isRemoved: false,
  phone: null,
  originalPriceSet: moneyBag(order, line.price),
  discountedPriceSet: moneyBag(order, line.discountedPrice),
  currentDiscountedPriceSet: moneyBag(order, line.discountedPrice),
  taxLines: taxLines(order, line.discountedPrice),
});

/** Each order has a customer of its own here: those with one email are one person. */
const ordersOf = (shop: Shop, { id, email }: Customer) =>
  shop.orders.filter(({ customer }) => (email === null ? customer?.id === id : customer?.email === email));

export function customerView(shop: Shop, customer: Customer | null): View | null {
  if (!customer) return null;
  const { email, phone } = customer;
  const orders = ordersOf(shop, customer);
  const last = orders.toSorted((one, other) => one.createdAt.getTime() - other.createdAt.getTime()).at(-1);
  return {
    __typename: "Customer",
    id: gid("Customer", customer.id),
    legacyResourceId: customer.id,
    firstName: customer.firstName,
    lastName: customer.lastName,
    displayName: fullName(customer) || (email ?? phone ?? ""),
    email,
    phone,
    locale: "en",
    verifiedEmail: true,
    tags: customer.tags,
    numberOfOrders: String(orders.length),
    lastOrder: last ? { __typename: "Order", id: gid("Order", last.id) } : null,
    note: null,
    defaultEmailAddress: email ? { emailAddress: email, validFormat: true } : null,
    defaultPhoneNumber: phone ? { phoneNumber: phone } : null,
  };
}
