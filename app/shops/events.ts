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

/**
 * Does what a delivery about the shop itself asks. `at`: when Shopify says that it happened. Safe to repeat; "unfinished" asks
 * for it.
 */
export async function handleShopNews(
  ctx: ShopsContext,
  shop: string,
  news: ShopNews,
  at: Date,
): Promise<"done" | "unfinished"> {
  switch (news.kind) {
    case "uninstalled":
      await uninstallShop(ctx, shop, at);
      return "done";
    case "scopes":
      await updateScopes(ctx, shop, news.scopes);
      return "done";
    case "customer_data_request":
      await recordDataRequest(ctx, shop, news.orderGids);
      return "done";
    case "customer_redact":
      await redactCustomer(ctx, shop, news.orderGids);
      return "done";
    case "shop_redact":
      return (await redactShop(ctx, shop)) === "unfinished" ? "unfinished" : "done";
  }
}
