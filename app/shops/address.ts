import { RemoteError } from "../ports/errors.ts";
import type { ShopId } from "../ports/ids.ts";
import type { CheckAddress } from "../ports/shopify.ts";
import type { ShopLifecycleContext } from "./context.ts";

export interface AddressContext extends Pick<ShopLifecycleContext, "db" | "clock" | "log" | "wakeHeld"> {
  checkAddress: CheckAddress;
}

/**
 * Runs a sweep of a shop's orders, and learns from it whether Shopify takes requests from our address. While it does not, orders
 * wait: nothing about the shop is concluded. @throws what the sweep throws
 */
export async function sweepWithAddressCheck<T>(
  ctx: AddressContext,
  shopId: ShopId,
  sweep: () => Promise<T>,
): Promise<T> {
  try {
    const result = await sweep();
    await recordAddressAccepted(ctx, shopId);
    return result;
  } catch (error) {
    if (error instanceof RemoteError && error.httpStatus === 403) await recordIfRefused(ctx, shopId);
    throw error;
  }
}

/** Asks once, not at every sweep that is refused: each time renews the token. */
async function recordIfRefused(ctx: AddressContext, shopId: ShopId): Promise<void> {
  const shop = await ctx.db.shop.findFirst({ where: { id: shopId, uninstalledAt: null, addressRefusedAt: null } });
  if (!shop) return;
  const address = await ctx.checkAddress(shop.domain).catch((error: unknown) => {
    if (error instanceof RemoteError) return "unclear";
    throw error;
  });
  if (address !== "refused") return;
  const where = { id: shop.id, addressRefusedAt: null };
  const { count } = await ctx.db.shop.updateMany({ where, data: { addressRefusedAt: ctx.clock.now() } });
  if (count === 1)
    ctx.log.error({ shop: shop.domain }, "Shopify forbids requests from this address: the app's IP allowlist lacks it");
}

async function recordAddressAccepted(ctx: AddressContext, shopId: ShopId): Promise<void> {
  const where = { id: shopId, addressRefusedAt: { not: null } };
  const { count } = await ctx.db.shop.updateMany({ where, data: { addressRefusedAt: null } });
  if (count === 0) return;
  ctx.log.info({ shopId }, "Shopify takes requests from this address again");
  await ctx.wakeHeld(shopId, ["order_unreadable"]);
}
