import { GraphQLError } from "graphql";
import type { FulfillmentOrder, Order, Shop } from "../model.ts";

const READ_FULFILLMENT_ORDERS = [
  "read_merchant_managed_fulfillment_orders",
  "read_assigned_fulfillment_orders",
  "read_third_party_fulfillment_orders",
];
const HOLDING = ["write_merchant_managed_fulfillment_orders", "write_third_party_fulfillment_orders"];
const FULFILLING = [...HOLDING, "write_assigned_fulfillment_orders"];

/** Scopes, any of which opens the field (the schema's `requiredAccess`). Fields that are not listed need none. */
const FIELDS: Record<string, readonly string[]> = {
  "QueryRoot.order": ["read_orders"],
  "QueryRoot.orders": ["read_orders"],
  "QueryRoot.fulfillment": ["read_orders", ...READ_FULFILLMENT_ORDERS],
  "QueryRoot.fulfillmentOrder": READ_FULFILLMENT_ORDERS,
  "QueryRoot.product": ["read_products"],
  "QueryRoot.products": ["read_products"],
  "QueryRoot.productVariant": ["read_products"],
  "QueryRoot.productVariants": ["read_products"],
  "QueryRoot.files": ["read_files"],
  "MediaImage.fileErrors": ["read_files"],
  "GenericFile.fileErrors": ["read_files"],
  "QueryRoot.location": ["read_locations"],
  "QueryRoot.locations": ["read_locations"],
  "Order.customer": ["read_customers"],
  "Order.paymentTerms": ["read_payment_terms"],
  "Order.fulfillmentOrders": READ_FULFILLMENT_ORDERS,
  "LineItem.product": ["read_products"],
  "LineItem.variant": ["read_products"],
  "FulfillmentOrderLineItem.variant": ["read_products"],
  "FulfillmentOrderAssignedLocation.location": ["read_locations", "read_inventory"],
  "Fulfillment.location": ["read_locations", "read_inventory"],
  "ProductVariant.inventoryItem": ["read_inventory", "read_products"],
  "Mutation.fulfillmentCreate": FULFILLING,
  "Mutation.fulfillmentTrackingInfoUpdate": FULFILLING,
  "Mutation.fulfillmentCancel": FULFILLING,
  "Mutation.fulfillmentOrderHold": HOLDING,
  "Mutation.fulfillmentOrderReleaseHold": HOLDING,
  "Mutation.fulfillmentOrderMove": HOLDING,
  "Mutation.fulfillmentOrderReportProgress": FULFILLING,
  "Mutation.fulfillmentOrderOpen": FULFILLING,
  "Mutation.orderUpdate": ["write_orders"],
  "Mutation.tagsAdd": ["write_orders"],
  "Mutation.tagsRemove": ["write_orders"],
  "Mutation.metafieldsSet": ["write_orders"],
  "Mutation.metafieldsDelete": ["write_orders"],
  "QueryRoot.carrierServices": ["read_shipping"],
  "Mutation.carrierServiceCreate": ["write_shipping"],
  "Mutation.carrierServiceUpdate": ["write_shipping"],
  "Mutation.carrierServiceDelete": ["write_shipping"],
  "Mutation.fileCreate": ["write_files"],
  "Mutation.fileDelete": ["write_files"],
};

/** Which scope a kind of node needs when it is read by its gid. */
const NODES: Record<string, readonly string[]> = {
  Order: ["read_orders"],
  LineItem: ["read_orders"],
  Fulfillment: ["read_orders"],
  FulfillmentOrder: READ_FULFILLMENT_ORDERS,
  Product: ["read_products"],
  ProductVariant: ["read_products"],
  MediaImage: ["read_products", "read_files"],
  GenericFile: ["read_products", "read_files"],
  Location: ["read_locations"],
};

/** A write scope includes the read scope of the same thing. */
function hasScope(shop: Shop, scope: string): boolean {
  return shop.scopes.includes(scope) || shop.scopes.includes(scope.replace(/^read_/, "write_"));
}

function demandScope(shop: Shop, what: string, scopes: readonly string[]): void {
  if (scopes.some((scope) => hasScope(shop, scope))) return;
  const requiredAccess = `${scopes.map((scope) => `\`${scope}\``).join(" or ")} access scope.`;
  throw new GraphQLError(`Access denied for ${what} field. Required access: ${requiredAccess}`, {
    extensions: { code: "ACCESS_DENIED", documentation: "https://shopify.dev/api/usage/access-scopes", requiredAccess },
  });
}

export function demandFieldAccess(shop: Shop, type: string, field: string): void {
  const scopes = FIELDS[`${type}.${field}`];
  if (scopes) demandScope(shop, field, scopes);
}

export function demandNodeAccess(shop: Shop, kind: string): void {
  const scopes = NODES[kind];
  if (scopes) demandScope(shop, "node", scopes);
}

const RECENT_MS = 60 * 86_400_000;

/** An app without read_all_orders sees the orders of the last 60 days. */
export const maySeeOrder = (shop: Shop, order: Order, now: Date): boolean =>
  shop.scopes.includes("read_all_orders") || order.createdAt.getTime() >= now.getTime() - RECENT_MS;

/** An app sees, and may change, the fulfillment orders of the kinds of locations that its scopes name. */
export function mayTouch(shop: Shop, order: FulfillmentOrder, verb: "read" | "write"): boolean {
  const location = shop.locations.find((each) => each.id === order.locationId);
  const kind = location?.isFulfillmentService ? "third_party" : "merchant_managed";
  return hasScope(shop, `${verb}_${kind}_fulfillment_orders`);
}
