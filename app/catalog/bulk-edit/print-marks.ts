import type { ShopId } from "../../ports/ids.ts";
import type { BulkContext, BulkOutcomes, BulkVariant } from "./bulk-variants.ts";

/** Marks variants as not printed. A mapping decides before a mark, so that mapped variants are skipped. */
export async function markVariants(
  { db, ids, clock }: BulkContext,
  shopId: ShopId,
  variants: readonly BulkVariant[],
): Promise<BulkOutcomes> {
  const gids = variants.map(({ variantGid }) => variantGid);
  const rows = await db.mapping.findMany({ where: { shopId, variantGid: { in: gids } }, select: { variantGid: true } });
  const mapped = new Set(rows.map(({ variantGid }) => variantGid));
  const createdAt = clock.now();
  const data = variants
    .filter(({ variantGid }) => !mapped.has(variantGid))
    .map(({ variantGid, productGid }) => ({ id: ids.uuid(), shopId, productGid, variantGid, createdAt }));
  await db.notPrinted.createMany({ data, skipDuplicates: true });
  return new Map(gids.map((gid) => [gid, mapped.has(gid) ? "mapped" : "changed"]));
}

/** Takes the marks of variants back. The mark of a whole product stays: it speaks of other variants as well. */
export async function allowPrinting(
  { db }: BulkContext,
  shopId: ShopId,
  variants: readonly BulkVariant[],
): Promise<BulkOutcomes> {
  const gids = variants.map(({ variantGid }) => variantGid);
  const products = await db.notPrinted.findMany({
    where: { shopId, variantGid: "", productGid: { in: variants.map(({ productGid }) => productGid) } },
    select: { productGid: true },
  });
  const marked = new Set(products.map(({ productGid }) => productGid));
  await db.notPrinted.deleteMany({ where: { shopId, variantGid: { in: gids } } });
  return new Map(
    variants.map(({ variantGid, productGid }) => [variantGid, marked.has(productGid) ? "product_marked" : "changed"]),
  );
}
