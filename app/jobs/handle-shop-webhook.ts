import type { Meaning } from "../ports/webhooks.ts";
import type { ShopNewsContext } from "../shops/context.ts";
import { recordDataRequest } from "../privacy/data-request.ts";
import { redactCustomer } from "../privacy/redact-customer.ts";
import { redactClaimedShop } from "../privacy/redact-confirmed-shop.ts";
import { updateScopes } from "../shops/scopes.ts";
import { uninstallShop } from "../shops/uninstall.ts";

export type ShopNews = Extract<
  Meaning,
  { kind: "uninstalled" | "scopes" | "customer_data_request" | "customer_redact" | "shop_redact" }
>;

/** unfinished: call again. app_installed: refused, since Shopify says that the app is installed in that shop. */
export type ShopNewsHandled = "done" | "unfinished" | "app_installed";

/** Does what a delivery about the shop itself asks. Safe to repeat. @throws ForeignError to be tried again later */
export async function handleShopNews(ctx: ShopNewsContext, shop: string, news: ShopNews): Promise<ShopNewsHandled> {
  switch (news.kind) {
    case "uninstalled":
      return (await uninstallShop(ctx, shop)) === "installed" ? "app_installed" : "done";
    case "scopes":
      await updateScopes(ctx, shop, news.scopes);
      return "done";
    case "customer_data_request":
      await recordDataRequest(ctx, shop, news.orderGids);
      return "done";
    case "customer_redact":
      await redactCustomer(ctx, shop, news.orderGids);
      return "done";
    case "shop_redact": {
      const claim = await redactClaimedShop(ctx, shop);
      return claim === "installed" ? "app_installed" : claim;
    }
  }
}
