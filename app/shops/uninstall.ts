import type { ShopsContext } from "./context.ts";

export type Uninstalled = "uninstalled" | "known" | "older_than_installation" | "unknown_shop";

/**
 * Marks the shop as gone and forgets its tokens: nothing of it is sent after. `at` is when Shopify says that it happened:
 * a delivery that comes late, after the app was installed again, changes nothing.
 */
export async function uninstallShop(ctx: ShopsContext, domain: string, at: Date): Promise<Uninstalled> {
  return ctx.db.$transaction(async (tx) => {
    const shop = await tx.shop.findUnique({ where: { domain } });
    if (!shop) return "unknown_shop";
    if (shop.uninstalledAt) return "known";
    const { count } = await tx.shop.updateMany({
      where: { id: shop.id, uninstalledAt: null, installedAt: { lte: at } },
      data: { uninstalledAt: ctx.clock.now(), version: { increment: 1 } },
    });
    if (count === 0) return "older_than_installation";
    await tx.session.deleteMany({ where: { shop: domain } });
    return "uninstalled";
  });
}
