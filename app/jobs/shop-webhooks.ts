import type { ParsedWebhook } from "../ports/webhooks.ts";

/** unfinished: it is carried out in parts, and there is more to do. app_installed: refused, since the app is installed there. */
export type ShopWebhookOutcome = "done" | "unfinished" | "app_installed";

/** What deliveries about a shop itself lead to. */
export interface ShopWebhooks {
  handle(
    shop: string,
    webhook: Extract<
      ParsedWebhook,
      { kind: "uninstalled" | "scopes_updated" | "customer_data_request" | "customer_redact" | "shop_redact" }
    >,
  ): Promise<ShopWebhookOutcome>;
  /** The order that a fulfillment order belongs to; null when Shopify shows none. @throws RemoteError */
  orderOfFulfillmentOrder(shop: string, fulfillmentOrderGid: string): Promise<string | null>;
}
