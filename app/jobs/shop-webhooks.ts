import type { Meaning } from "../ports/webhooks.ts";

/** unfinished: it is carried out in parts, and there is more to do. app_installed: refused, since the app is installed there. */
export type ShopEventHandled = "done" | "unfinished" | "app_installed";

/** What deliveries about a shop itself lead to. */
export interface ShopEvents {
  handle(
    shop: string,
    meaning: Extract<
      Meaning,
      { kind: "uninstalled" | "scopes" | "customer_data_request" | "customer_redact" | "shop_redact" }
    >,
  ): Promise<ShopEventHandled>;
  /** The order that a fulfillment order belongs to; null when Shopify shows none. @throws ForeignError */
  orderOfFulfillmentOrder(shop: string, fulfillmentOrderGid: string): Promise<string | null>;
}
