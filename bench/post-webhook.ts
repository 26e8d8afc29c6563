import { randomUUID } from "node:crypto";
import type { Dispatcher } from "undici";
import type { OrderSnapshot } from "../app/ports/order-model.ts";
import { parseShopifyWebhook } from "../app/shopify/webhook-topics.ts";
import { SHOP, webhookHeaders, type SignedOrder } from "./signed-orders.ts";

/** Posts one delivery and waits for its 200. */
export async function postWebhook(
  client: Dispatcher,
  order: SignedOrder,
  topic: string,
  shop = SHOP,
  origin?: string,
): Promise<void> {
  const headers = {
    ...webhookHeaders(order, topic),
    "x-shopify-shop-domain": shop,
    "x-shopify-webhook-id": randomUUID(),
  };
  const request = { method: "POST" as const, path: `/webhooks/${topic}`, headers, body: order.body };
  const answer = await client.request(origin === undefined ? request : { ...request, origin });
  await answer.body.dump();
  if (answer.statusCode !== 200) throw new Error(`the endpoint answered ${answer.statusCode}`);
}

/** The same order as Shopify's Admin API would show it. */
export function snapshotOf(order: SignedOrder): OrderSnapshot {
  const read = parseShopifyWebhook("orders/create", SHOP, order.body);
  if (read.kind !== "order") throw new Error("the order is not readable");
  return { ...read.snapshot, complete: true, risk: "low", heldInShopify: false };
}
