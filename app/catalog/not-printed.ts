import { NEEDS_MAPPING } from "../orders/core/attention.ts";
import { wakeHeld, wakeUnmatched } from "../orders/receive/recheck-order.ts";
import type { Gid } from "../ports/gid.ts";
import type { CatalogContext } from "./context.ts";
import type { ShopId } from "../ports/ids.ts";

/** A variant, or with null every variant of the product that has no mapping. */
export interface PrintMark {
  productGid: Gid<"Product">;
  variantGid: Gid<"ProductVariant"> | null;
}

/** Says that the print service does not print a variant or a product: orders that wait for a mapping of it go on without it. */
export async function markNotPrinted(
  ctx: CatalogContext,
  shopId: ShopId,
  { productGid, variantGid }: PrintMark,
): Promise<void> {
  const row = { id: ctx.ids.uuid(), shopId, productGid, variantGid: variantGid ?? "", createdAt: ctx.clock.now() };
  await ctx.db.notPrinted.createMany({ data: [row], skipDuplicates: true });
  await wakeHeld(ctx, shopId, NEEDS_MAPPING);
}

/** Takes that back: open items of the product are decided again. */
export async function unmarkNotPrinted(
  ctx: CatalogContext,
  shopId: ShopId,
  { productGid, variantGid }: PrintMark,
): Promise<void> {
  await ctx.db.notPrinted.deleteMany({ where: { shopId, productGid, variantGid: variantGid ?? "" } });
  await wakeUnmatched(ctx, shopId, [productGid]);
}
