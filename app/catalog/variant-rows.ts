import { Prisma } from "../../prisma/client/client.ts";

/** The variants of a shop (`v`) with their mappings (`m`). */
export const VARIANTS = Prisma.sql`"ProductVariant" v
  LEFT JOIN "Mapping" m ON m."shopId" = v."shopId" AND m."variantGid" = v."variantGid"`;

/** What they print as: a StoredMapping, of which each column is NULL without one. */
export const MAPPING_COLUMNS = Prisma.sql`
  m."itemSku", m."artworkFront", m."artworkBack", m."mockup", m."note", m."requiredSides"`;

const MARKS = Prisma.sql`FROM "NotPrinted" n
  WHERE n."shopId" = v."shopId" AND n."productGid" = v."productGid" AND n."variantGid" IN ('', v."variantGid")`;

/** Staff marked the variant, or its product: "variant", "product", or NULL. For few rows. */
export const MARK = Prisma.sql`(
  SELECT CASE WHEN bool_or(n."variantGid" = '') THEN 'product' WHEN count(*) > 0 THEN 'variant' END ${MARKS})`;

/** The same as a yes or no, which PostgreSQL joins once for all rows. */
export const MARKED = Prisma.sql`EXISTS (SELECT ${MARKS})`;
