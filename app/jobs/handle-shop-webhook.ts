import type { ParsedWebhook } from "../ports/webhooks.ts";
import { readChangedProduct, type VariantReadContext } from "../catalog/read-variants.ts";
import type { AccessReason, ShopLifecycleContext } from "../shops/context.ts";
import { recordDataRequest } from "../privacy/data-requests/record.ts";
import { redactCustomer, type RedactCustomerContext } from "../privacy/redact-customer.ts";
import { redactConfirmedShop } from "../privacy/redact-shop.ts";
import { ALL_ORDERS_SCOPE, CUSTOMERS_SCOPE } from "../ports/shopify.ts";
import { refreshScopes } from "../shops/install.ts";
import { uninstallShop } from "../shops/uninstall.ts";

export type ShopWebhook = Extract<
  ParsedWebhook,
  {
    kind:
      | "product_changed"
      | "uninstalled"
      | "scopes_updated"
      | "customer_data_request"
      | "customer_redact"
      | "shop_redact";
  }
>;

/** unfinished: call again. app_installed: refused, since Shopify confirms that the app is installed in that shop. */
export type ShopWebhookResult = "done" | "unfinished" | "app_installed";

/** Handles a delivery about the shop itself, which came then. Safe to repeat. @throws RemoteError: retry later */
export async function handleShopWebhook(
  ctx: ShopLifecycleContext & VariantReadContext & RedactCustomerContext,
  shop: string,
  webhook: ShopWebhook,
  receivedAt: Date,
): Promise<ShopWebhookResult> {
  switch (webhook.kind) {
    case "uninstalled":
      return (await uninstallShop(ctx, shop)) === "installed" ? "app_installed" : "done";
    case "product_changed":
      await readChangedProduct(ctx, shop, webhook);
      return "done";
    case "scopes_updated": {
      const scopes = await refreshScopes(ctx, shop);
      await wakeWaitingFor(ctx, shop, scopes);
      // Its scope may have been granted, or taken away.
      await ctx.db.carrierService.updateMany({ where: { shop: { domain: shop } }, data: { dueAt: ctx.clock.now() } });
      return "done";
    }
    case "customer_data_request":
      await recordDataRequest(ctx, shop, webhook, receivedAt);
      return "done";
    case "customer_redact":
      await redactCustomer(ctx, shop, webhook.orderGids);
      return "done";
    case "shop_redact": {
      const redaction = await redactConfirmedShop(ctx, shop);
      return redaction === "installed" ? "app_installed" : redaction;
    }
  }
}

/** What waits for a permission. A rule that asks for the customer cannot be judged without that one: the order awaits approval. */
const WAITING_FOR: readonly (readonly [scope: string, codes: readonly AccessReason[]])[] = [
  [ALL_ORDERS_SCOPE, ["order_too_old_to_send", "order_too_old"]],
  [CUSTOMERS_SCOPE, ["awaiting_approval"]],
];

/** Orders and parcels that waited for what the app may do now continue. */
async function wakeWaitingFor(
  { db, wakeHeld }: ShopLifecycleContext,
  domain: string,
  scopes: readonly string[],
): Promise<void> {
  const codes = WAITING_FOR.flatMap(([scope, waiting]) => (scopes.includes(scope) ? waiting : []));
  const shop = codes.length > 0 && (await db.shop.findUnique({ where: { domain }, select: { id: true } }));
  if (shop) await wakeHeld(shop.id, codes);
}
