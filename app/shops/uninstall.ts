import type { Prisma, Shop } from "../../prisma/client/client.ts";
import { UnavailableError } from "../ports/errors.ts";
import type { ShopId } from "../ports/ids.ts";
import { recordAccessRestored, recordAccessLost, readStoredTokens } from "./access.ts";
import type { ShopLifecycleContext } from "./context.ts";
import { HOUR_MS } from "../ports/clock.ts";
import { endLinks } from "./store-links.ts";

/** installed: Shopify accepts the shop's token, so the claim is false. access_lost: there is no token to ask with. */
type UninstallResult = "uninstalled" | "unchanged" | "installed" | "access_lost" | "unknown_shop";

/**
 * Records that the app was uninstalled and deletes the shop's tokens, if Shopify confirms it: nothing of the shop is
 * sent after. Topic and time of a webhook are not signed, so the webhook alone proves nothing.
 * @throws RemoteError when Shopify gives no clear answer: ask again later
 */
export async function uninstallShop(ctx: ShopLifecycleContext, domain: string): Promise<UninstallResult> {
  const shop = await ctx.db.shop.findUnique({ where: { domain } });
  if (!shop) return "unknown_shop";
  if (shop.uninstalledAt && !shop.accessLostAt) return "unchanged";
  const tokens = await readStoredTokens(ctx, domain);
  switch (await ctx.askInstallation(domain)) {
    case "installed":
      await recordAccessRestored(ctx, shop);
      return "installed";
    case "uninstalled":
      await recordUninstall(ctx, shop, tokens);
      return "uninstalled";
    case "no_token":
      await recordAccessLost(ctx, shop);
      return "access_lost";
    case "shop_unavailable":
      throw new UnavailableError("Shopify does not say whether the app is installed", { retryAfterMs: HOUR_MS });
  }
}

/**
 * `tokens`: those that Shopify refused. @throws UnavailableError when the merchant opened the app meanwhile: ask again
 */
async function recordUninstall(ctx: ShopLifecycleContext, shop: Shop, tokens: readonly string[]): Promise<void> {
  const uninstalledAt = shop.uninstalledAt ?? ctx.clock.now();
  await ctx.db.$transaction(async (tx) => {
    const { count } = await tx.shop.updateMany({
      where: { id: shop.id, installedAt: shop.installedAt },
      data: { uninstalledAt, lastUninstalledAt: uninstalledAt, accessLostAt: null, version: { increment: 1 } },
    });
    await forgetVariants(tx, shop.id);
    await endLinks(tx, shop.id);
    // shopify: carrier services of an app go with the app. After a reinstallation, one is made again where rates are on.
    await tx.carrierService.updateMany({
      where: { shopId: shop.id },
      data: { gid: null, problem: null, dueAt: uninstalledAt },
    });
    await tx.session.deleteMany({ where: { shop: shop.domain, accessToken: { in: [...tokens] } } });
    const newer = await tx.session.count({ where: { shop: shop.domain } });
    if (count === 0 || newer > 0) throw new UnavailableError("the app was opened meanwhile");
  });
  ctx.log.info({ shop: shop.domain }, "the app was uninstalled");
}

/** Deletes the copy of the shop's variants. Mappings stay for a reinstallation, which reads the variants again. */
export async function forgetVariants(tx: Prisma.TransactionClient, shopId: ShopId): Promise<void> {
  await tx.catalogRead.deleteMany({ where: { shopId } });
  await tx.productVariant.deleteMany({ where: { shopId } });
}
