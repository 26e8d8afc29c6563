import type { PrismaClient } from "../../../prisma/client/client.ts";
import type { Gid } from "../../ports/gid.ts";
import type { ShopId } from "../../ports/ids.ts";
import type { KnownVariant } from "./plan-row.ts";

/** What the database knows of these variants of a shop: its products, and mappings of variants deleted in Shopify. */
export async function readKnownVariants(
  { db }: { db: PrismaClient },
  shopId: ShopId,
  variantGids: readonly Gid<"ProductVariant">[],
): Promise<Map<Gid<"ProductVariant">, KnownVariant>> {
  const of = { shopId, variantGid: { in: [...variantGids] } };
  const [variants, mappings] = await Promise.all([
    db.productVariant.findMany({ where: { ...of, deletedAt: null }, select: { variantGid: true, productGid: true } }),
    db.mapping.findMany({ where: of }),
  ]);
  const unmapped = variants.map(({ variantGid, productGid }) => [variantGid, { productGid, mapping: null }] as const);
  const mapped = mappings.map((mapping) => [mapping.variantGid, { productGid: mapping.productGid, mapping }] as const);
  return new Map<Gid<"ProductVariant">, KnownVariant>([...unmapped, ...mapped]);
}
