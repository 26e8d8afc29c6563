import type { Gid } from "./gid.ts";
import type { OrderSnapshot } from "./order-model.ts";
import type { RegistrationKind } from "./print-service.ts";

/** The order that an event of the print service names. */
export interface NamedOrder {
  /** "": the event names the service's id alone. */
  reference: string;
  serviceOrderId?: string;
}

export interface TrackingNumber {
  trackingNumber: string;
  trackingUrl: string;
  /** As the service named it. */
  carrier?: string;
}

/** The meaning of a delivery. The handler answers each kind with one domain call. */
export type ParsedWebhook =
  | { kind: "order"; snapshot: OrderSnapshot }
  /** Something about that order changed; the body does not hold the order. */
  | { kind: "order_changed"; orderGid: Gid<"Order"> }
  /** A product was created, changed or deleted; null: the body does not say when. */
  | { kind: "product_changed"; productGid: Gid<"Product">; updatedAt: Date | null }
  | { kind: "fulfillment_order_changed"; fulfillmentOrderGid: Gid<"FulfillmentOrder"> }
  /** A new order was routed: it has this fulfillment order now. */
  | { kind: "fulfillment_order_routed"; fulfillmentOrderGid: Gid<"FulfillmentOrder"> }
  | { kind: "uninstalled" }
  | { kind: "scopes_updated" }
  | {
      kind: "customer_data_request";
      /** Shopify's number of the request; null: the body has none. */
      requestNumber: string | null;
      customerGid: Gid<"Customer"> | null;
      orderGids: Gid<"Order">[];
    }
  | { kind: "customer_redact"; orderGids: Gid<"Order">[] }
  | { kind: "shop_redact" }
  | ({ kind: "tracking"; others?: TrackingNumber[] } & TrackingNumber & NamedOrder)
  | ({
      kind: "status";
      items: { itemSku: string; orderStatus: string; messageError: string | null }[];
    } & NamedOrder)
  /** Known, and nothing to do. */
  | { kind: "no_action" }
  /** Cannot be read, or names another shop: set aside with a code. */
  | { kind: "unreadable"; problem: string };

export interface WebhookParser {
  shopify(topic: string, shop: string, body: Buffer): ParsedWebhook;
  printService(topic: string, body: Buffer): ParsedWebhook;
}

/**
 * An event as the print service would send it to a registered address (print-service: trackingAdded,
 * orderStatusChanged).
 */
export interface SelfTestWebhook {
  kind: RegistrationKind;
  endpoint: string;
  accessKey: string;
  accessToken: string;
  reference: string;
}

/** The answer of the endpoint, or why none came. */
export type SelfTestResult = { httpStatus: number; ms: number } | { failed: "unreachable" | "timeout"; ms: number };

/** Calls one of our endpoints from outside. Never throws, follows no redirect, and waits ten seconds at most. */
export type SendSelfTest = (webhook: SelfTestWebhook) => Promise<SelfTestResult>;
