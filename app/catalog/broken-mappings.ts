import { Prisma } from "../../prisma/client/client.ts";
import { ARTWORK_HOLDS } from "../orders/core/attention.ts";
import type { ShopId } from "../ports/ids.ts";

/** Variants of lines whose artwork is missing or unreadable. */
const heldForArtwork = (shopId: ShopId) => Prisma.sql`
  SELECT l."variantGid" FROM "Attention" a JOIN "OrderLine" l
    ON l."orderId" = a."orderId" AND l."shopifyGid" = a."subject"
  WHERE a."shopId" = ${shopId}::uuid AND a."code" = ANY(${[...ARTWORK_HOLDS]}) AND a."clearedAt" IS NULL
    AND l."variantGid" IS NOT NULL`;

/** Mapped variants that print a file of which the last check says so. */
export const printingFile = (shopId: ShopId, finding: "changedAt" | "problem") => {
  const links = Prisma.sql`SELECT f."link" FROM "PrintFile" f
    WHERE f."shopId" = ${shopId}::uuid AND f.${Prisma.raw(`"${finding}"`)} IS NOT NULL`;
  const ofSide = (side: "artworkFront" | "artworkBack") => Prisma.sql`SELECT x."variantGid" FROM "Mapping" x
    WHERE x."shopId" = ${shopId}::uuid AND x.${Prisma.raw(`"${side}"`)} IN (${links})`;
  return Prisma.sql`${ofSide("artworkFront")} UNION ${ofSide("artworkBack")}`;
};

/** SKUs that the print service rejects. */
export const rejectedSkus = (shopId: ShopId) => Prisma.sql`
  SELECT c."itemSku" FROM "Shop" s JOIN "SkuCheck" c ON c."printAccountId" = s."printAccountId"
  WHERE s."id" = ${shopId}::uuid AND c."confirmedAt" IS NOT NULL`;

/** Variants whose artwork cannot be printed, mapped or not. */
export const withBrokenArtwork = (shopId: ShopId) =>
  Prisma.sql`${heldForArtwork(shopId)} UNION ${printingFile(shopId, "problem")}`;

/**
 * Variants whose artwork or SKU cannot be printed, mapped or not. One set: of two that are joined with "or", PostgreSQL expects
 * half of all variants, and looks each of them up.
 */
export const broken = (shopId: ShopId) => Prisma.sql`${withBrokenArtwork(shopId)}
  UNION SELECT x."variantGid" FROM "Mapping" x
  WHERE x."shopId" = ${shopId}::uuid AND x."itemSku" IN (${rejectedSkus(shopId)})`;
