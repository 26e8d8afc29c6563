import type { Shopify } from "../ports/shopify.ts";
import { OrdersPlacedSince, OrdersUpdatedSince, ReadShop } from "./admin.generated.ts";
import type { AdminClient } from "./client.ts";
import { sendFlowEvent } from "./flow.ts";
import {
  placeHold,
  releaseOurHold,
  createFulfillment,
  openFulfillmentOrder,
  reportProgress,
  updateTracking,
} from "./write-fulfillment.ts";
import type { Page } from "./paging.ts";
import { orderOfFulfillmentOrder } from "./order-of-fulfillment-order.ts";
import { readFulfillment, readSingleFulfillmentOrders } from "./read-fulfillment.ts";
import { readOrder } from "./read-order.ts";
import { summarizeOrders } from "./summarize-orders.ts";
import { updateRecipient } from "./write-recipient.ts";

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
