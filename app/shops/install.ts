import type { ShopsContext } from "./context.ts";
import { shopSettings } from "./settings.ts";

export type Installed = "installed" | "reinstalled" | "known";

/**
 * Takes a shop up. Repeating it changes nothing but the scopes. A reinstallation goes live anew: what was ordered
 * while the app was away is left alone, what was printed before stays known and is not printed again.
 */
export async function installShop(ctx: ShopsContext, domain: string, scopes: string): Promise<Installed> {
  const now = ctx.clock.now();
  const { count } = await ctx.db.shop.createMany({
    data: { id: ctx.ids.uuid(), domain, scopes, installedAt: now, goLiveAt: now, ordersCursor: now, settings: shopSettings.parse({}) },
    skipDuplicates: true,
  });
  if (count === 1) return "installed";
  const back = await ctx.db.shop.updateMany({
    where: { domain, uninstalledAt: { not: null } },
    data: {
      scopes,
      installedAt: now,
      uninstalledAt: null,
      redactedAt: null,
      goLiveAt: now,
      ordersCursor: now,
      version: { increment: 1 },
    },
  });
  if (back.count === 1) return "reinstalled";
  await ctx.db.shop.updateMany({ where: { domain, scopes: { not: scopes } }, data: { scopes, version: { increment: 1 } } });
  return "known";
}

/** What Shopify says about the shop itself; shown to its people, and the currency its prices are in. */
export async function keepShopFacts(
  ctx: ShopsContext,
  domain: string,
  facts: { name: string; currency: string; timezone: string },
): Promise<void> {
  await ctx.db.shop.updateMany({ where: { domain }, data: facts });
}
