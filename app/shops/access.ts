import type { Shop } from "../../prisma/client/client.ts";
import type { ShopLifecycleContext, ShopsContext } from "./context.ts";
import type { ShopId } from "../ports/ids.ts";
import { MINUTE_MS } from "../ports/clock.ts";

/** The shop's tokens as stored, encrypted: enough to see whether they changed. */
export async function readStoredTokens(ctx: Pick<ShopsContext, "db">, domain: string): Promise<string[]> {
  const sessions = await ctx.db.session.findMany({ where: { shop: domain }, select: { accessToken: true } });
  return sessions.map((session) => session.accessToken);
}

/**
 * No token of the shop works, and no uninstallation was confirmed: the webhook or the token was lost. Nothing is sent,
 * and nothing is deleted: once a token works again, the shop continues where it was.
 */
export async function recordAccessLost(ctx: Pick<ShopsContext, "db" | "clock" | "log">, shop: Shop): Promise<void> {
  const now = ctx.clock.now();
  const { count } = await ctx.db.shop.updateMany({
    where: { id: shop.id, uninstalledAt: null, installedAt: shop.installedAt },
    data: { uninstalledAt: now, accessLostAt: now, version: { increment: 1 } },
  });
  if (count === 1)
    ctx.log.warn({ shop: shop.domain }, "no token of the shop works: nothing is sent until the app is opened there");
}

/** A token works: a shop whose access was lost continues. */
export async function recordAccessRestored(
  ctx: Pick<ShopLifecycleContext, "db" | "log" | "wakeHeld">,
  shop: Shop,
): Promise<void> {
  const { count } = await ctx.db.shop.updateMany({
    where: { id: shop.id, accessLostAt: { not: null } },
    data: { uninstalledAt: null, accessLostAt: null, version: { increment: 1 } },
  });
  if (count === 0) return;
  ctx.log.info({ shop: shop.domain }, "a token of the shop works again");
  await ctx.wakeHeld(shop.id, ["shop_uninstalled"]);
}

/** Asks Shopify whether the app is installed in a shop, and records it. @throws RemoteError */
export async function checkAccess(ctx: ShopLifecycleContext, shopId: ShopId): Promise<void> {
  const shop = await ctx.db.shop.findUniqueOrThrow({ where: { id: shopId } });
  switch (await ctx.askInstallation(shop.domain)) {
    case "installed":
      return recordAccessRestored(ctx, shop);
    case "uninstalled":
    case "no_token":
      return recordAccessLost(ctx, shop);
    case "shop_unavailable":
  }
}

/** Installed shops whose orders could not be read since `before`. */
export const unreadSince = (before: Date) => ({
  uninstalledAt: null,
  installedAt: { lt: before },
  OR: [{ ordersSweptAt: null }, { ordersSweptAt: { lt: before } }],
});

/** So long after a reinstallation, the orders placed before it are waited for; then the sweep reads them when it can. */
const AFTER_REINSTALLATION_MS = 10 * MINUTE_MS;

/** A shop that was just reinstalled, and of which the orders placed meanwhile are not read yet. */
export const isCatchingUp = (now: Date, shop: { reinstalledAt: Date | null; ordersSweptAt: Date | null }): boolean =>
  shop.ordersSweptAt === null &&
  shop.reinstalledAt !== null &&
  now.getTime() - shop.reinstalledAt.getTime() < AFTER_REINSTALLATION_MS;

/** Installed shops of which `isCatchingUp` is true. */
export async function findShopsCatchingUp({
  db,
  clock,
}: Pick<ShopsContext, "db" | "clock">): Promise<{ id: ShopId }[]> {
  const since = new Date(clock.now().getTime() - AFTER_REINSTALLATION_MS);
  const where = { uninstalledAt: null, ordersSweptAt: null, reinstalledAt: { gt: since } };
  return db.shop.findMany({ where, select: { id: true } });
}

/** Shops whose orders could not be read since `before`, and shops whose access was lost. */
export async function findShopsToCheck(ctx: Pick<ShopsContext, "db">, before: Date): Promise<{ id: ShopId }[]> {
  return ctx.db.shop.findMany({
    where: { OR: [unreadSince(before), { accessLostAt: { not: null } }] },
    select: { id: true },
  });
}
