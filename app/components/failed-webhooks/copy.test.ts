import { expect, it } from "vitest";
import { parsePrintServiceWebhook } from "../../print-service/webhook-payloads.ts";
import { parseShopifyWebhook } from "../../shopify/webhook-topics.ts";
import { consequenceMessage, problemMessage } from "./copy.ts";

const message = (parsed: { kind: string; problem?: string }) =>
  problemMessage({ problem: parsed.problem ?? parsed.kind, readable: true });
const bytes = (body: object) => Buffer.from(JSON.stringify(body));

it("blames no fault of the app on a webhook that names no order, or lacks a field", () => {
  const named = "The update doesn't name an order.";
  expect(message(parsePrintServiceWebhook("tracking", bytes({ tracking_number: "T" })))).toBe(named);
  expect(message(parsePrintServiceWebhook("order-status", bytes({ order_items: [] })))).toBe(named);
  expect(message(parseShopifyWebhook("refunds/create", "one.myshopify.com", bytes({ id: 1 })))).toBe(named);
  expect(message(parsePrintServiceWebhook("tracking", bytes({ order_id: "1001-A", tracking_number: {} })))).toBe(
    "A field is missing or has an unexpected format: tracking_number.",
  );
  expect(problemMessage({ problem: "TypeError", readable: true })).toBe("An error in Inkbridge (TypeError).");
});

it("asks for a retry of a privacy request only while that is possible", () => {
  const request = { source: "shopify", topic: "customers/redact", problem: "unreadable:orders_to_redact" } as const;
  expect(consequenceMessage({ ...request, readable: true })).toContain("Retry it");
  expect(consequenceMessage({ ...request, readable: false })).not.toContain("Retry");
});
