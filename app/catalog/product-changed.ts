import type { Gid } from "../ports/gid.ts";
import { lockInstalledShop, removeUnread, storeVariants } from "./variant-copy.ts";
import { recheckUnsent } from "./unmap-variant.ts";
import type { VariantReadContext } from "./read-variants.ts";

export interface ChangedProduct {
  productGid: Gid<"Product">;
  /** As the webhook says; null: deleted, or not said. */
  updatedAt: Date | null;
}

/** updated_at has a resolution of one second; the rest is for clocks that differ. */
const CLOCK_TOLERANCE_MS = 5_000;

/**
 * Reads a product again of which Shopify reported a change, brings the copy up to date, and rechecks the unsent orders of
 * changed variants with a mapping. Nothing is read where the copy is newer: shops that sync their inventory report changes
 * by the thousand.
 * @throws RemoteError when Shopify cannot be read
 */
export async function readChangedProduct(
  ctx: VariantReadContext,
  domain: string,
  { productGid, updatedAt }: ChangedProduct,
): Promise<void> {
  const shop = await ctx.db.shop.findUnique({ where: { domain }, select: { id: true, uninstalledAt: true } });
  if (!shop || shop.uninstalledAt) return;
  const { id: shopId } = shop;
  if (updatedAt) {
    const readAfter = new Date(updatedAt.getTime() + CLOCK_TOLERANCE_MS);
    if (await ctx.db.productVariant.findFirst({ where: { shopId, productGid, readAt: { gt: readAfter } } })) return;
  }
  const readAt = ctx.clock.now();
  const product = await ctx.catalog.readProduct(domain, productGid);
  const variants = product?.variants.map((variant) => ({ ...variant, product })) ?? [];
  const changed = await ctx.db.$transaction(async (tx) => {
    if (!(await lockInstalledShop(tx, shopId))) return [];
    const stored = await storeVariants(tx, shopId, variants, readAt);
    await removeUnread(tx, shopId, productGid, readAt);
    return stored;
  });
  await recheckUnsent(ctx, shopId, changed);
}
