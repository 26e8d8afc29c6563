import { Prisma } from "@prisma/client";
import { ARTWORK_HOLDS } from "../../orders/core/attention.ts";
import type { ShopId } from "../../ports/ids.ts";
import { MARKED } from "../variant-rows.ts";
import type { VariantFilter, VariantView } from "./variants-query.ts";

/** Which shop's variants, and since when what was sold counts. */
export interface VariantScope {
  shopId: ShopId;
  soldSince: Date;
}

/** Variants of lines whose artwork is missing or unreadable. */
const heldForArtwork = ({ shopId }: VariantScope) => Prisma.sql`
  SELECT l."variantGid" FROM "Attention" a JOIN "OrderLine" l
    ON l."orderId" = a."orderId" AND l."shopifyGid" = a."subject"
  WHERE a."shopId" = ${shopId}::uuid AND a."code" = ANY(${[...ARTWORK_HOLDS]}) AND a."clearedAt" IS NULL
    AND l."variantGid" IS NOT NULL`;

/** Mapped variants that print a file of which the last check says so. */
const printingFile = ({ shopId }: VariantScope, finding: "changedAt" | "problem") => {
  const links = Prisma.sql`SELECT f."link" FROM "PrintFile" f
    WHERE f."shopId" = ${shopId}::uuid AND f.${Prisma.raw(`"${finding}"`)} IS NOT NULL`;
  const ofSide = (side: "artworkFront" | "artworkBack") => Prisma.sql`SELECT x."variantGid" FROM "Mapping" x
    WHERE x."shopId" = ${shopId}::uuid AND x.${Prisma.raw(`"${side}"`)} IN (${links})`;
  return Prisma.sql`${ofSide("artworkFront")} UNION ${ofSide("artworkBack")}`;
};

/** SKUs that the nightly check found to be rejected. */
const rejectedSkus = ({ shopId }: VariantScope) => Prisma.sql`
  SELECT c."itemSku" FROM "Shop" s JOIN "SkuCheck" c ON c."printAccountId" = s."printAccountId"
  WHERE s."id" = ${shopId}::uuid AND c."confirmedAt" IS NOT NULL`;

export const artworkBroken = (scope: VariantScope) =>
  Prisma.sql`(m."id" IS NOT NULL AND v."variantGid" IN (${heldForArtwork(scope)}
    UNION ${printingFile(scope, "problem")}))`;

export const skuRejected = (scope: VariantScope) =>
  Prisma.sql`(m."id" IS NOT NULL AND m."itemSku" IN (${rejectedSkus(scope)}))`;

/** One set: of two that are joined with "or", PostgreSQL expects half of all variants, and looks each of them up. */
const broken = (scope: VariantScope) => Prisma.sql`m."id" IS NOT NULL AND v."variantGid" IN (${heldForArtwork(scope)}
  UNION ${printingFile(scope, "problem")}
  UNION SELECT x."variantGid" FROM "Mapping" x
  WHERE x."shopId" = ${scope.shopId}::uuid AND x."itemSku" IN (${rejectedSkus(scope)}))`;

/** Changed in Shopify, or mapped to another file than the one that is at the link now. */
const changed = (scope: VariantScope) => Prisma.sql`m."id" IS NOT NULL AND v."variantGid" IN (
  SELECT x."variantGid" FROM "Mapping" x WHERE x."shopId" = ${scope.shopId}::uuid AND x."variantChange" IS NOT NULL
  UNION ${printingFile(scope, "changedAt")})`;

const sold = ({ shopId, soldSince }: VariantScope) => Prisma.sql`v."variantGid" IN (
  SELECT l."variantGid" FROM "Order" o JOIN "OrderLine" l ON l."orderId" = o."id"
  WHERE o."shopId" = ${shopId}::uuid AND o."shopifyCreatedAt" >= ${soldSince}
    AND o."cancelledAt" IS NULL AND l."quantity" > 0)`;

/** As a join of its own: of `m."id" IS NULL`, PostgreSQL expects one row, and then repeats the other joins for each. */
const UNMAPPED = Prisma.sql`NOT EXISTS (
  SELECT FROM "Mapping" x WHERE x."shopId" = v."shopId" AND x."variantGid" = v."variantGid")`;

/** Nothing says whether to print the variant, and the variant can be printed. */
const UNDECIDED = Prisma.sql`NOT v."giftCard" AND v."requiresShipping" AND v."deletedAt" IS NULL
  AND ${UNMAPPED} AND NOT ${MARKED}`;

const IN_VIEW: Readonly<Record<VariantView, (scope: VariantScope) => Prisma.Sql>> = {
  all: () => Prisma.sql`true`,
  unmapped: () => Prisma.sql`${UNDECIDED} AND v."status" <> 'archived'`,
  partly_mapped: ({ shopId }) => Prisma.sql`${UNDECIDED} AND v."status" <> 'archived'
    AND v."productGid" IN (SELECT x."productGid" FROM "Mapping" x WHERE x."shopId" = ${shopId}::uuid)`,
  sold: (scope) => Prisma.sql`${UNDECIDED} AND ${sold(scope)}`,
  broken,
  file_unreadable: (scope) => Prisma.sql`v."variantGid" IN (${printingFile(scope, "problem")})`,
  changed,
  file_replaced: (scope) => Prisma.sql`v."variantGid" IN (${printingFile(scope, "changedAt")})`,
  not_printed: () => Prisma.sql`${UNMAPPED} AND ${MARKED}`,
};

/** The variants of one shop in a view that have all words of the search. */
export function inView(scope: VariantScope, { view, query }: VariantFilter): Prisma.Sql {
  const words = query.split(/\s+/).filter(Boolean).map(hasWord);
  const all = [Prisma.sql`v."shopId" = ${scope.shopId}::uuid`, IN_VIEW[view](scope), ...words];
  return Prisma.join(all, " AND ");
}

function hasWord(word: string): Prisma.Sql {
  const pattern = `%${word.replaceAll(/[\\%_]/g, "\\$&")}%`;
  return Prisma.sql`(v."productTitle" ILIKE ${pattern} OR v."title" ILIKE ${pattern} OR v."sku" ILIKE ${pattern}
    OR m."itemSku" ILIKE ${pattern})`;
}
