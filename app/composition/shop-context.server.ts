import type { CarrierServiceContext } from "../checkout-rates/carrier-service.ts";
import { refreshScopes } from "../shops/install.ts";
import { wakeHeld } from "../orders/receive/wake-orders.ts";
import type { SendSelfTest } from "../ports/webhooks.ts";
import type { DiagnosticsContext } from "../diagnostics/shop.ts";
import { diagnoseInside, type SystemContext } from "../diagnostics/system.ts";
import { handleShopWebhook } from "../jobs/handle-shop-webhook.ts";
import type { WebhookHandling } from "../jobs/handle-webhook.ts";
import { sendSelfTest } from "../print-service/send-self-test.ts";
import type { NotificationsContext } from "../notifications/context.ts";
import type { ShopActionsContext } from "../print-accounts/context.ts";
import type { AddressContext } from "../shops/address.ts";
import type { ShopLifecycleContext } from "../shops/context.ts";
import type { RedactCustomerContext } from "../privacy/redact-customer.ts";
import { parseShopifyWebhook } from "../shopify/webhook-topics.ts";
import type { VariantReadContext } from "../catalog/read-variants.ts";
import type { Core } from "./core.server.ts";

/** The context of actions on settings and print account: shops meet the print service and the orders here. */
export function shopActionsContext(core: Core): ShopActionsContext & { sendSelfTest: SendSelfTest } {
  return {
    ...core.ctx,
    signIn: core.signIn,
    sendSelfTest,
    appUrl: core.env.shopify.appUrl,
    wakeHeld: (shopId, codes) => wakeHeld(core.ctx, shopId, codes),
  };
}

/** The context of what is told outside the app. */
export function notificationsContext({ ctx, env, notifier }: Core): NotificationsContext {
  return { ...ctx, notifier, appUrl: env.shopify.appUrl, apiKey: env.shopify.apiKey };
}

/** The context of the carrier services in Shopify. */
export function carrierServiceContext(core: Core): CarrierServiceContext {
  const { carrierServices, env } = core;
  const refresh = (domain: string) => refreshScopes(shopLifecycleContext(core), domain);
  return { ...core.ctx, carrierServices, appUrl: env.shopify.appUrl, refreshScopes: refresh };
}

/** The context of deliveries about a shop itself. */
export function shopLifecycleContext(
  core: Core,
): ShopLifecycleContext & VariantReadContext & AddressContext & RedactCustomerContext {
  return {
    ...core.ctx,
    parseShopifyWebhook,
    askInstallation: core.checkInstallation,
    readScopes: core.readScopes,
    checkAddress: core.checkAddress,
    catalog: core.catalog,
    wakeHeld: (shopId, codes) => wakeHeld(core.ctx, shopId, codes),
    uninstallGraceMs: core.ctx.policy.uninstallGraceMs,
  };
}

/** The context of the work on a delivery. */
export function webhookHandlerContext(core: Core): WebhookHandling {
  return {
    ctx: core.ctx,
    parser: { shopify: parseShopifyWebhook, printService: core.parsePrintServiceWebhook },
    handleShopWebhook: (...delivery) => handleShopWebhook(shopLifecycleContext(core), ...delivery),
  };
}

/** The context of the checks of a shop. */
export function diagnosticsContext(core: Core): DiagnosticsContext {
  return {
    ...shopActionsContext(core),
    shopify: core.ctx.shopify,
    askInstallation: core.checkInstallation,
    checkAddress: core.checkAddress,
    readScopes: core.readScopes,
    readOtherApiVersion: core.readOtherApiVersion,
    otherWebhookVersion: core.apiVersions.otherOfWebhooks,
    requiredScopes: core.env.shopify.scopes,
    checkInstallationParts: () => diagnoseInside(systemContext(core, [])),
  };
}

/** The context of the checks of the installation. `migrations`: names of those that this version needs. */
export function systemContext(
  { ctx, env, database, machineClock, queues, notifier }: Core,
  migrations: readonly string[],
): SystemContext {
  const { db, sql, clock, encryptor } = ctx;
  return {
    db,
    sql,
    pool: database.pool,
    clock,
    machineClock,
    encryptor,
    databaseAllowUnsafe: env.databaseAllowUnsafe,
    readRedisAccess: () => queues.readAccess(),
    migrations,
    appUrl: env.shopify.appUrl,
    printServiceUrl: env.printService.url,
    checkEmail: notifier.checkEmail,
  };
}
