import { RemoteError } from "../ports/errors.ts";
import type { ShopsContext } from "./context.ts";
import { shopSettings } from "../settings/settings.ts";

/** access_restored: it rested for want of a token, and goes on where it was. */
export type InstallResult = "installed" | "reinstalled" | "access_restored" | "unchanged";

/**
 * Takes a shop up. Repeating it changes nothing but the scopes, and since when it is certain that the app is there.
 * A reinstallation goes live anew: what was ordered while the app was away is ignored, what was printed before stays known
 * and is not printed again. What became of known orders meanwhile is read: the sweep goes on where it ended.
 */
export async function installShop(ctx: ShopsContext, domain: string, scopes: string): Promise<InstallResult> {
  const now = ctx.clock.now();
  const { count } = await ctx.db.shop.createMany({
    data: {
      id: ctx.ids.uuid(),
      domain,
      scopes,
      installedAt: now,
      goLiveAt: now,
      ordersCursor: now,
      settings: shopSettings.parse({}),
    },
    skipDuplicates: true,
  });
  if (count === 1) return "installed";
  const accessRestored = await ctx.db.shop.updateMany({
    where: { domain, accessLostAt: { not: null } },
    data: { scopes, installedAt: now, uninstalledAt: null, accessLostAt: null, version: { increment: 1 } },
  });
  if (accessRestored.count === 1) return "access_restored";
  const reinstalled = await ctx.db.shop.updateMany({
    where: { domain, uninstalledAt: { not: null } },
    data: {
      scopes,
      installedAt: now,
      uninstalledAt: null,
      redactedAt: null,
      goLiveAt: now,
      version: { increment: 1 },
    },
  });
  if (reinstalled.count === 1) return "reinstalled";
  // The app is there now: whoever is just asking Shopify whether it is uninstalled asked too early.
  await ctx.db.shop.updateMany({ where: { domain }, data: { installedAt: now } });
  await ctx.db.shop.updateMany({
    where: { domain, scopes: { not: scopes } },
    data: { scopes, version: { increment: 1 } },
  });
  return "unchanged";
}

/** What Shopify says about the shop itself: for people to recognise it, and the currency of its prices. */
export interface ShopDetails {
  name: string;
  currency: string;
  timezone: string;
}

/** Installs, and asks Shopify for the shop's facts where they are not known. Their lack stops nobody: the next visit asks again. */
export async function installShopWithDetails(
  ctx: ShopsContext,
  domain: string,
  scopes: string,
  readDetails: (domain: string) => Promise<ShopDetails>,
): Promise<InstallResult> {
  const outcome = await installShop(ctx, domain, scopes);
  if (outcome !== "unchanged") ctx.log.info({ shop: domain, outcome }, "the app was installed");
  const withoutDetails = await ctx.db.shop.findFirst({ where: { domain, name: null }, select: { id: true } });
  if (!withoutDetails) return outcome;
  try {
    const data = await readDetails(domain);
    await ctx.db.shop.update({ where: { id: withoutDetails.id }, data });
  } catch (error) {
    if (!(error instanceof RemoteError)) throw error;
    ctx.log.warn({ shop: domain, error: error.name }, "the shop's facts could not be read");
  }
  return outcome;
}
