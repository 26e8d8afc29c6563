import type { Meaning } from "../ports/deliveries.ts";
import type { ShopsContext } from "./context.ts";
import { recordDataRequest } from "./privacy/data-request.ts";
import { redactCustomer } from "./privacy/redact-customer.ts";
import { redactShop } from "./privacy/redact-shop.ts";
import { updateScopes } from "./scopes.ts";
import { uninstallShop } from "./uninstall.ts";

export type ShopNews = Extract<
  Meaning,
  { kind: "uninstalled" | "scopes" | "customer_data_request" | "customer_redact" | "shop_redact" }
>;

/** Does what a delivery about the shop itself asks. `at`: when Shopify says that it happened. Safe to repeat. */
export async function handleShopNews(ctx: ShopsContext, shop: string, news: ShopNews, at: Date): Promise<void> {
  switch (news.kind) {
    case "uninstalled":
      await uninstallShop(ctx, shop, at);
      return;
    case "scopes":
      return updateScopes(ctx, shop, news.scopes);
    case "customer_data_request":
      await recordDataRequest(ctx, shop, news.orderGids);
      return;
    case "customer_redact":
      return redactCustomer(ctx, shop, news.orderGids);
    case "shop_redact":
      await redactShop(ctx, shop);
  }
}
