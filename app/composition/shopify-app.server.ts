import { wakeHeld } from "../orders/receive/wake-orders.ts";
import { readShop } from "../shopify/adapter.ts";
import { createShopifyApp, type ShopifyApp } from "../shopify/sdk.ts";
import { installShopWithDetails } from "../shops/install.ts";
import type { Core } from "./core.server.ts";

/** The SDK for the embedded pages; each token exchange ensures that the shop is recorded. */
export function createEmbeddedApp(core: Core): ShopifyApp {
  const { env } = core;
  return createShopifyApp({
    ...env.shopify,
    sessions: core.sessions,
    log: core.log,
    onInstalled: (shop, scopes) => ensureInstalled(core, shop, scopes),
  });
}

/** Records a shop with Shopify's details of it. Repeating does no harm. */
export async function ensureInstalled(core: Core, shop: string, scopes: string): Promise<void> {
  const outcome = await installShopWithDetails(core.ctx, shop, scopes, (domain) => readShop(core.adminClient, domain));
  if (outcome === "access_restored") await wakeHeldOf(core, shop);
}

async function wakeHeldOf({ ctx }: Core, domain: string): Promise<void> {
  const { id } = await ctx.db.shop.findUniqueOrThrow({ where: { domain }, select: { id: true } });
  await wakeHeld(ctx, id, ["shop_uninstalled"]);
}
