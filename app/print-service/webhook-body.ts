import type { ParsedWebhook } from "../ports/webhooks.ts";

/** An event as the print service sends it (print-service: trackingAdded, orderStatusChanged), with the topic of its delivery. */
export function writeWebhook(webhook: Extract<ParsedWebhook, { kind: "tracking" | "status" }>): {
  topic: string;
  body: Buffer;
} {
  const { kind, reference: order_id } = webhook;
  const body =
    kind === "tracking"
      ? { order_id, tracking_number: webhook.trackingNumber, tracking_url: webhook.trackingUrl }
      : { order_id, order_items: webhook.items.map(itemFields) };
  return { topic: kind === "tracking" ? "tracking" : "order-status", body: Buffer.from(JSON.stringify(body)) };
}

const itemFields = (item: { itemSku: string; orderStatus: string; messageError: string | null }) => ({
  item_sku: item.itemSku,
  order_status: item.orderStatus,
  message_error: item.messageError ?? "",
});
