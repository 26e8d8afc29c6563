import type { Meaning } from "../ports/deliveries.ts";

/** unfinished: it is carried out in parts, and there is more to do. */
export type ShopEventHandled = "done" | "unfinished";

/** What deliveries about a shop itself lead to. */
export interface ShopEvents {
  /** `at`: when Shopify says that it happened. */
  handle(
    shop: string,
    meaning: Extract<
      Meaning,
      { kind: "uninstalled" | "scopes" | "customer_data_request" | "customer_redact" | "shop_redact" }
    >,
    at: Date,
  ): Promise<ShopEventHandled>;
  /** The order that a fulfillment order belongs to; null when Shopify shows none. @throws ForeignError */
  orderOfFulfillmentOrder(shop: string, fulfillmentOrderGid: string): Promise<string | null>;
}
