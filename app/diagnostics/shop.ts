import type { Shop } from "../../prisma/client/client.ts";
import { countFulfilledFirst } from "../home/summaries.ts";
import { readSoldUnmapped } from "../catalog/sold-unmapped.ts";
import { countOverdueWork } from "../orders/core/due-work.ts";
import { readShopifyLimit } from "../orders/pages/shopify-limit.ts";
import type { DiagnosticsContext } from "./context.ts";
import { type SHOP_CHECKS, OK, type ShopFinding, type ShopResult } from "./findings.ts";
import { checkPrintWebhooks, printAccountChecks } from "./print-service-checks.ts";
import { runChecks, type CheckFunctions } from "./run-checks.ts";
import {
  checkApiVersion,
  checkProtectedData,
  checkScopes,
  checkShopifyAccess,
  checkShopifyWebhooks,
} from "./shopify-checks.ts";

/**
 * Checks everything that a shop needs so that its orders are printed, with real requests to Shopify and the print service. Changes
 * nothing but what a connection test does (app/settings-page/test-account.ts).
 */
export async function diagnoseShop(ctx: DiagnosticsContext, shop: Shop): Promise<ShopResult[]> {
  const checks: CheckFunctions<typeof SHOP_CHECKS> = {
    shopify_access: () => checkShopifyAccess(ctx, shop),
    scopes: () => checkScopes(ctx, shop),
    api_version: () => checkApiVersion(ctx, shop),
    shopify_webhooks: () => checkShopifyWebhooks(ctx, shop),
    protected_data: () => checkProtectedData(ctx, shop),
    automatic_fulfillment: () => checkAutomaticFulfillment(ctx, shop),
    ...printAccountChecks(ctx, shop),
    print_webhooks: () => checkPrintWebhooks(ctx, shop),
    start_date: () => checkStartDate(ctx, shop),
    mappings: () => checkMappings(ctx, shop),
    work: () => checkWork(ctx, shop),
    app: () => checkApp(ctx),
  };
  return (await runChecks<string>(ctx.clock, checks)) as ShopResult[];
}

/** shopify: no query shows the setting; orders that arrive fulfilled show it. */
async function checkAutomaticFulfillment(
  ctx: DiagnosticsContext,
  shop: Shop,
): Promise<ShopFinding<"automatic_fulfillment">> {
  const count = await countFulfilledFirst(ctx, shop.id);
  return count === 0 ? OK : { tone: "failed", problem: "seen", count };
}

function checkStartDate({ clock }: DiagnosticsContext, shop: Shop): Promise<ShopFinding<"start_date">> {
  return Promise.resolve(shop.goLiveAt <= clock.now() ? OK : { tone: "warning", problem: "future" });
}

async function checkMappings(ctx: DiagnosticsContext, shop: Shop): Promise<ShopFinding<"mappings">> {
  const [mapping, sold] = await Promise.all([
    ctx.db.mapping.findFirst({ where: { shopId: shop.id }, select: { id: true } }),
    readSoldUnmapped(ctx, shop.id),
  ]);
  if (!mapping) return { tone: "failed", problem: "none" };
  return sold.length === 0 ? OK : { tone: "warning", problem: "sold_unmapped", count: sold.length };
}

async function checkWork(ctx: DiagnosticsContext, shop: Shop): Promise<ShopFinding<"work">> {
  const limit = await readShopifyLimit(ctx, shop);
  if (limit) return { tone: "warning", problem: "shopify_limit", count: limit.orders };
  const count = await countOverdueWork(ctx, shop);
  return count === 0 ? OK : { tone: "warning", problem: "delayed", count };
}

/** Merchants learn whether the app works; its parts are the operator's (`npm run doctor`). */
async function checkApp(ctx: DiagnosticsContext): Promise<ShopFinding<"app">> {
  const parts = await ctx.checkInstallationParts();
  return parts.some(({ finding }) => finding.tone === "failed") ? { tone: "failed", problem: "degraded" } : OK;
}
