import type { PrismaClient } from "../../../prisma/client/client.ts";
import type { Gid } from "../../ports/gid.ts";
import type { ShopId } from "../../ports/ids.ts";

/** What a row of a mapping file is about, for staff. */
export interface VariantName {
  product: string;
  variant: string;
  /** In Shopify; empty: none. */
  sku: string;
}

/** The names of a shop's variants; none of a variant that was not read from Shopify. */
export async function readVariantNames(
  { db }: { db: PrismaClient },
  shopId: ShopId,
  variantGids: readonly Gid<"ProductVariant">[],
): Promise<Map<Gid<"ProductVariant">, VariantName>> {
  const rows = await db.productVariant.findMany({
    where: { shopId, variantGid: { in: [...variantGids] } },
    select: { variantGid: true, productTitle: true, title: true, sku: true },
  });
  return new Map(
    rows.map(({ variantGid, productTitle, title, sku }) => [
      variantGid,
      { product: productTitle, variant: title, sku: sku ?? "" },
    ]),
  );
}
