import type { Tx } from "../../orders/context.ts";
import { tombstone } from "../../orders/receive/order-row.ts";
import type { ShopsContext } from "../context.ts";
import { shopSettings } from "../settings.ts";

export type ShopRedacted = "erased" | "unknown_shop" | "installed";

const AT_ONCE = 200;

/**
 * shop/redact: erases everything of a shop that is gone, sealed data and credentials included. What stays is its name,
 * and a keyed hash of each order, so that a reinstallation prints nothing again. Safe to repeat after a crash.
 * A shop in which the app is installed (again) is left as it is.
 */
export async function redactShop(ctx: ShopsContext, domain: string): Promise<ShopRedacted> {
  const shop = await ctx.db.shop.findUnique({ where: { domain } });
  if (!shop) return "unknown_shop";
  if (!shop.uninstalledAt) return "installed";
  while (await buryOrders(ctx, shop)) {
    // One batch after the other, each whole.
  }
  await ctx.db.$transaction(async (tx) => {
    await tx.delivery.updateMany({
      where: { source: "shopify", scope: domain, state: { not: "waiting" } },
      data: { bodySealed: null },
    });
    await tx.mapping.deleteMany({ where: { shopId: shop.id } });
    await tx.savedView.deleteMany({ where: { shopId: shop.id } });
    await tx.session.deleteMany({ where: { shop: domain } });
    await tx.shop.update({
      where: { id: shop.id },
      data: {
        name: null,
        currency: null,
        timezone: null,
        printAccountId: null,
        settings: shopSettings.parse({}),
        guideDismissedAt: null,
        redactedAt: ctx.clock.now(),
        // No order is known any more whose changes would have to be read.
        ordersCursor: null,
        version: { increment: 1 },
      },
    });
    if (shop.printAccountId) await forgetUnusedAccount(tx, shop.printAccountId);
  });
  ctx.log.info({ shop: domain }, "everything of a shop was erased");
  return "erased";
}

/** An account that no other shop uses goes, with its credentials and what the print service told it. */
async function forgetUnusedAccount(tx: Tx, id: string): Promise<void> {
  const account = await tx.printAccount.findFirst({ where: { id, shops: { none: {} }, submissions: { none: {} } } });
  if (!account) return;
  await tx.delivery.updateMany({ where: { source: "print_service", scope: account.key }, data: { bodySealed: null } });
  await tx.printAccount.delete({ where: { id } });
}

/** Buries some of the shop's orders; false when there is none left. */
async function buryOrders(ctx: ShopsContext, shop: { id: string; domain: string }): Promise<boolean> {
  const orders = await ctx.db.order.findMany({
    where: { shopId: shop.id },
    select: { id: true, shopifyGid: true },
    take: AT_ONCE,
  });
  if (orders.length === 0) return false;
  const ids = orders.map((order) => order.id);
  const createdAt = ctx.clock.now();
  await ctx.db.$transaction(async (tx) => {
    const data = orders.map((order) => ({ hash: tombstone(ctx, shop.domain, order.shopifyGid), createdAt }));
    await tx.tombstone.createMany({ data, skipDuplicates: true });
    await tx.delivery.updateMany({ where: { orderId: { in: ids } }, data: { bodySealed: null } });
    await tx.shopifyWrite.deleteMany({ where: { parcel: { submission: { orderId: { in: ids } } } } });
    await tx.parcel.deleteMany({ where: { submission: { orderId: { in: ids } } } });
    // Their lines, attempts and look-ups go with them.
    await tx.submission.deleteMany({ where: { orderId: { in: ids } } });
    await tx.order.deleteMany({ where: { id: { in: ids } } });
  });
  return true;
}
