import type { Shop } from "@prisma/client";
import type { ShopLifecycleContext, ShopsContext } from "./context.ts";

/** The shop's tokens as they are stored, encrypted: enough to tell whether they are the same still. */
export async function readStoredTokens(ctx: Pick<ShopsContext, "db">, domain: string): Promise<string[]> {
  const sessions = await ctx.db.session.findMany({ where: { shop: domain }, select: { accessToken: true } });
  return sessions.map((session) => session.accessToken);
}

/**
 * Nobody reported an uninstallation, and no token works any longer: the message was lost, or the token was. Nothing is sent, and
 * nothing is forgotten: once a token works again, the shop goes on where it was.
 */
export async function recordAccessLost(ctx: Pick<ShopsContext, "db" | "clock" | "log">, shop: Shop): Promise<void> {
  const now = ctx.clock.now();
  const { count } = await ctx.db.shop.updateMany({
    where: { id: shop.id, uninstalledAt: null, installedAt: shop.installedAt },
    data: { uninstalledAt: now, accessLostAt: now, version: { increment: 1 } },
  });
  if (count === 1)
    ctx.log.warn({ shop: shop.domain }, "no token of the shop works: it rests until the app is opened there");
}

/** A token works: a shop that rested for want of one goes on. */
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

/** Looks whether a shop that could not be read for long is gone, and whether one that rests is back. @throws RemoteError */
export async function checkAccess(ctx: ShopLifecycleContext, shopId: string): Promise<void> {
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

/** Shops whose orders could not be read since `before`, and those that rest for want of a token. */
export async function findShopsToCheck(ctx: Pick<ShopsContext, "db">, before: Date): Promise<{ id: string }[]> {
  const notSwept = { OR: [{ ordersSweptAt: null }, { ordersSweptAt: { lt: before } }] };
  return ctx.db.shop.findMany({
    where: { OR: [{ uninstalledAt: null, installedAt: { lt: before }, ...notSwept }, { accessLostAt: { not: null } }] },
    select: { id: true },
  });
}
