import { IANAZone } from "luxon";
import { RemoteError, UnavailableError } from "../ports/errors.ts";
import type { ShopLifecycleContext, ShopsContext } from "./context.ts";
import { shopSettings } from "../settings/settings.ts";

/** access_restored: the shop had no working token, and continues where it was. */
type InstallResult = "installed" | "reinstalled" | "access_restored" | "unchanged";

/**
 * Records that the app is installed. A repetition changes only the scopes and `installedAt`. A reinstallation goes live
 * again: orders placed while the app was uninstalled are ignored, orders printed before stay known and are not printed
 * again. The sweep continues where it ended, and reads what happened to known orders meanwhile.
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
  const installed = { scopes, installedAt: now, uninstalledAt: null, version: { increment: 1 } };
  const accessRestored = await ctx.db.shop.updateMany({
    where: { domain, accessLostAt: { not: null } },
    data: { ...installed, accessLostAt: null },
  });
  if (accessRestored.count === 1) return "access_restored";
  const reinstalled = await ctx.db.shop.updateMany({
    where: { domain, uninstalledAt: { not: null } },
    // The orders placed meanwhile are read at the next opportunity: the merchant is told of them.
    data: { ...installed, redactedAt: null, goLiveAt: now, reinstalledAt: now, ordersSweptAt: null },
  });
  if (reinstalled.count === 1) return "reinstalled";
  // A concurrent uninstallation that asked Shopify before this moment is fenced by `installedAt`.
  await ctx.db.shop.updateMany({ where: { domain }, data: { installedAt: now } });
  await ctx.db.shop.updateMany({
    where: { domain, scopes: { not: scopes } },
    data: { scopes, version: { increment: 1 } },
  });
  return "unchanged";
}

/** Shopify's data of the shop itself: its name, and the currency of its prices. */
interface ShopDetails {
  name: string;
  currency: string;
  timezone: string;
}

/**
 * Installs, and asks Shopify for the shop's details where they are unknown. A failure is ignored: the next visit asks
 * again.
 */
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
    const { timezone, ...details } = await readDetails(domain);
    // Orders that came before were planned by UTC.
    const plan = { planAgainAt: ctx.clock.now(), version: { increment: 1 } };
    const data = { ...details, timezone: IANAZone.isValidZone(timezone) ? timezone : null, ...plan };
    await ctx.db.shop.update({ where: { id: withoutDetails.id }, data });
  } catch (error) {
    if (!(error instanceof RemoteError)) throw error;
    ctx.log.warn({ shop: domain, error: error.name }, "the shop's details could not be read");
  }
  return outcome;
}

/**
 * Asks Shopify which scopes the shop grants now, records and returns them; none of an unknown shop. A webhook does not tell: an
 * older one may come after a newer one, and its topic is not signed.
 * @throws RemoteError when Shopify gives no answer, or the shop changed meanwhile: ask again later
 */
export async function refreshScopes(
  ctx: Pick<ShopLifecycleContext, "db" | "readScopes">,
  domain: string,
): Promise<readonly string[]> {
  const shop = await ctx.db.shop.findUnique({ where: { domain }, select: { id: true, version: true } });
  if (!shop) return [];
  const scopes = await ctx.readScopes(domain);
  const { count } = await ctx.db.shop.updateMany({
    where: shop,
    data: { scopes: scopes.join(","), version: { increment: 1 } },
  });
  // Another process may have recorded newer scopes than these.
  if (count === 0) throw new UnavailableError("the shop changed while its scopes were read");
  return scopes;
}
