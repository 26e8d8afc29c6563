import type { Gid } from "../ports/gid.ts";
import type { ShopId } from "../ports/ids.ts";
import { lockToStoreVariants, removeUnread, storeVariants } from "./variant-copy.ts";
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
 * changed variants with a mapping. Nothing is read where the whole copy of the product is newer: shops that sync their inventory
 * report changes by the thousand.
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
  if (updatedAt && (await isReadSince(ctx, shopId, productGid, updatedAt))) return;
  const readAt = ctx.clock.now();
  const product = await ctx.catalog.readProduct(domain, productGid);
  const variants = product?.variants.map((variant) => ({ ...variant, product })) ?? [];
  const changed = await ctx.db.$transaction(async (tx) => {
    if (!(await lockToStoreVariants(tx, shopId))) return [];
    const stored = await storeVariants(tx, shopId, variants, readAt);
    await removeUnread(tx, shopId, productGid, readAt);
    return stored;
  });
  await recheckUnsent(ctx, shopId, changed);
}

/** Whether every variant of the copy was: the reading of all variants has those of one product on several pages. */
async function isReadSince(
  { db }: Pick<VariantReadContext, "db">,
  shopId: ShopId,
  productGid: Gid<"Product">,
  updatedAt: Date,
): Promise<boolean> {
  const inShopify = { shopId, productGid, deletedAt: null };
  const { _min: oldest } = await db.productVariant.aggregate({ where: inShopify, _min: { readAt: true } });
  return oldest.readAt !== null && oldest.readAt.getTime() > updatedAt.getTime() + CLOCK_TOLERANCE_MS;
}
