import type { Shopify, OrderOfFulfillmentOrder as FoundOrder, RecipientUpdate } from "../ports/shopify.ts";
import {
  OrdersPlacedSince,
  OrdersUpdatedSince,
  ReadShop,
  OrderOfFulfillmentOrder,
  SummarizeOrders,
  OrderUpdate,
  type OrderUpdateMutationVariables,
} from "./admin.generated.ts";
import type { AdminClient } from "./client.ts";
import { sendFlowEvent } from "./flow.ts";
import { clearOrderStatus, setOrderStatus } from "./order-status.ts";
import {
  placeHold,
  releaseOurHold,
  createFulfillment,
  openFulfillmentOrder,
  reportProgress,
  updateTracking,
} from "./write-fulfillment.ts";
import { batchesOf, type Page } from "./paging.ts";
import { readFulfillment, readSingleFulfillmentOrders } from "./read-fulfillment.ts";
import { readOrder, deliveryBy, addressOf, financialStatusOf } from "./read-order.ts";
import type { Gid } from "../ports/gid.ts";
import type { OrderSummary, Address } from "../ports/order-model.ts";
import { resultOrThrow } from "./answers.ts";

/** Shopify as the domain sees it, over the Admin API. */
export function createShopify(client: AdminClient, isAtLimit: Shopify["isAtLimit"]): Shopify {
  return {
    isAtLimit,
    readOrder: (shop, gid, options) => readOrder(client.forOneWork(), shop, gid, options),
    orderOfFulfillmentOrder: (shop, gid) => orderOfFulfillmentOrder(client, shop, gid),
    async ordersUpdatedSince(shop, since, after) {
      const query = `updated_at:>='${since.toISOString()}'`;
      const { orders } = await client.run(shop, OrdersUpdatedSince, { query, after });
      return {
        orders: orders.nodes.map((node) => ({ gid: node.id, updatedAt: new Date(node.updatedAt) })),
        next: nextPage(orders),
      };
    },
    summarizeOrders: (shop, gids) => summarizeOrders(client, shop, gids),
    async ordersPlacedSince(shop, since, after) {
      const query = `created_at:>='${since.toISOString()}'`;
      const { orders } = await client.run(shop, OrdersPlacedSince, { query, after });
      return {
        orders: orders.nodes.map(({ id, name, createdAt }) => ({ gid: id, name, placedAt: new Date(createdAt) })),
        next: nextPage(orders),
      };
    },
    readFulfillment: (shop, gid) => readFulfillment(client.forOneWork(), shop, gid),
    readFulfillmentOrders: (shop, gids) => readSingleFulfillmentOrders(client.forOneWork(), shop, gids),
    createFulfillment: (shop, input) => createFulfillment(client, shop, input),
    updateTracking: (shop, input) => updateTracking(client, shop, input),
    hold: (shop, input) => placeHold(client, shop, input),
    releaseHold: (shop, gid, handle) => releaseOurHold(client, shop, gid, handle),
    reportProgress: (shop, gid) => reportProgress(client, shop, gid),
    openFulfillmentOrder: (shop, gid) => openFulfillmentOrder(client, shop, gid),
    updateRecipient: (shop, gid, recipient) => updateRecipient(client, shop, gid, recipient),
    setOrderStatus: (shop, gid, status) => setOrderStatus(client, shop, gid, status),
    clearOrderStatus: (shop, gid, tags) => clearOrderStatus(client, shop, gid, tags),
    sendFlowEvent: (shop, event) => sendFlowEvent(client, shop, event),
  };
}

const nextPage = ({ pageInfo }: Pick<Page<unknown>, "pageInfo">): string | null =>
  pageInfo.hasNextPage ? pageInfo.endCursor : null;

/** The shop's own name, currency and time zone. */
export async function readShop(
  client: AdminClient,
  shop: string,
): Promise<{ name: string; currency: string; timezone: string }> {
  const { shop: facts } = await client.run(shop, ReadShop, {});
  return { name: facts.name, currency: facts.currencyCode, timezone: facts.ianaTimezone };
}

/** The order that a fulfillment order belongs to; null when the shop has no such fulfillment order. */
async function orderOfFulfillmentOrder(
  client: AdminClient,
  shop: string,
  gid: Gid<"FulfillmentOrder">,
): Promise<FoundOrder | null> {
  const { fulfillmentOrder } = await client.run(shop, OrderOfFulfillmentOrder, { id: gid });
  if (!fulfillmentOrder) return null;
  const { orderId, status, requestStatus, deliveryMethod } = fulfillmentOrder;
  const isOwn = requestStatus === "UNSUBMITTED";
  const unobstructed = status === "OPEN" && isOwn && deliveryBy(deliveryMethod?.methodType) === "parcel";
  return { orderGid: orderId, unobstructed };
}

const SUMMARY_BATCH = 25;

/** What tells whether orders have changed, for a fraction of the points of a whole read; without those that are not there. */
async function summarizeOrders(
  client: AdminClient,
  shop: string,
  gids: readonly Gid<"Order">[],
): Promise<OrderSummary[]> {
  const summaries: OrderSummary[] = [];
  for (const ids of batchesOf(gids, SUMMARY_BATCH)) {
    const { nodes } = await client.run(shop, SummarizeOrders, { ids });
    for (const order of nodes) {
      if (!order || !("lineItems" in order)) continue;
      const { nodes: lines, pageInfo } = order.lineItems;
      summaries.push({
        gid: order.id,
        updatedAt: new Date(order.updatedAt),
        cancelledAt: order.cancelledAt ? new Date(order.cancelledAt) : null,
        financialStatus: financialStatusOf(order),
        shippingAddress: order.shippingAddress ? addressOf(order.shippingAddress) : null,
        lines: pageInfo.hasNextPage
          ? null
          : lines.map(({ id, currentQuantity, unfulfilledQuantity }) => ({
              gid: id,
              quantity: currentQuantity,
              remaining: Math.min(unfulfilledQuantity, currentQuantity),
            })),
      });
    }
  }
  return summaries;
}

type WireAddress = NonNullable<OrderUpdateMutationVariables["input"]["shippingAddress"]>;

/** shopify: orderUpdate overwrites the whole address that it gets, so every part of it is sent. */
async function updateRecipient(
  client: AdminClient,
  shop: string,
  orderGid: Gid<"Order">,
  { shippingAddress, email }: RecipientUpdate,
): Promise<void> {
  const input = {
    id: orderGid,
    ...(shippingAddress ? { shippingAddress: wireAddress(shippingAddress) } : {}),
    ...(email === null ? {} : { email }),
  };
  const answer = await client.run(shop, OrderUpdate, { input });
  resultOrThrow("orderUpdate", answer.orderUpdate, "order");
}

/** shopify: the names of province and country follow from their codes. */
function wireAddress(address: Address): WireAddress {
  const { firstName, lastName, company, address1, address2, city, zip, provinceCode, countryCode, phone } = address;
  const given = { firstName, lastName, company, address1, address2, city, zip, provinceCode, countryCode, phone };
  return Object.fromEntries(
    Object.entries(given).map(([field, value]) => [field, value === "" ? null : value]),
  ) as WireAddress;
}
