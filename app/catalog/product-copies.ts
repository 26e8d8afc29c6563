import { Prisma, type PrismaClient } from "../../prisma/client/client.ts";
import type { Gid } from "../ports/gid.ts";
import type { ShopId } from "../ports/ids.ts";

/** A product without a mapping that looks like a copy of a mapped one: its orders would pass by unprinted. */
export interface ProductCopy {
  gid: Gid<"Product">;
  title: string;
  original: { gid: Gid<"Product">; title: string };
}

interface ProductCopyRow {
  productGid: Gid<"Product">;
  title: string;
  originalGid: Gid<"Product">;
  originalTitle: string;
}

const MAX_COPIES = 20;

/**
 * Products that look like a copy of a mapped one, up to 20: with the title of one, or that title after Shopify's "Copy of",
 * or with a SKU that only the two have. A SKU that more products have is the SKU of a blank garment, and says nothing.
 * `productGid`: this product alone.
 */
export async function readProductCopies(
  { db }: { db: PrismaClient },
  shopId: ShopId,
  { productGid }: { productGid?: Gid<"Product"> } = {},
): Promise<ProductCopy[]> {
  const chosen = productGid === undefined ? Prisma.sql`true` : Prisma.sql`c."productGid" = ${productGid}`;
  const rows = await db.$queryRaw<ProductCopyRow[]>`
    WITH products AS MATERIALIZED (
      SELECT v."productGid", min(v."productTitle") AS "title", bool_or(m."id" IS NOT NULL) AS "mapped",
        array_agg(DISTINCT v."sku") FILTER (WHERE v."sku" <> '') AS "skus"
      FROM "ProductVariant" v
      LEFT JOIN "Mapping" m ON m."shopId" = v."shopId" AND m."variantGid" = v."variantGid"
      WHERE v."shopId" = ${shopId}::uuid AND v."deletedAt" IS NULL AND v."status" <> 'archived'
      GROUP BY v."productGid"),
    titles AS (SELECT lower("title") AS "title", min("productGid") AS "productGid" FROM products WHERE "mapped" GROUP BY 1),
    shared AS (
      SELECT min(p."productGid") FILTER (WHERE p."mapped") AS "original", min(p."productGid") FILTER (WHERE NOT p."mapped") AS "copy"
      FROM products p, unnest(p."skus") AS sku GROUP BY sku HAVING count(*) = 2 AND count(*) FILTER (WHERE p."mapped") = 1),
    found AS (
      SELECT c."productGid", t."productGid" AS "original"
      FROM products c
      CROSS JOIN unnest(ARRAY[lower(c."title"), regexp_replace(lower(c."title"), '^copy of ', '')]) AS name
      JOIN titles t ON t."title" = name WHERE NOT c."mapped"
      UNION SELECT "copy", "original" FROM shared)
    SELECT DISTINCT ON (c."productGid") c."productGid", c."title", o."productGid" AS "originalGid", o."title" AS "originalTitle"
    FROM found f JOIN products c ON c."productGid" = f."productGid" JOIN products o ON o."productGid" = f."original"
    WHERE ${chosen} AND NOT EXISTS (SELECT 1 FROM "NotPrinted" n
      WHERE n."shopId" = ${shopId}::uuid AND n."productGid" = c."productGid" AND n."variantGid" = '')
    ORDER BY c."productGid", o."productGid" LIMIT ${MAX_COPIES}`;
  return rows.map(({ productGid: gid, title, originalGid, originalTitle }) => ({
    gid,
    title,
    original: { gid: originalGid, title: originalTitle },
  }));
}
