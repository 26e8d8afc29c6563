import { Prisma } from "../../../prisma/client/client.ts";
import type { ShopId } from "../../ports/ids.ts";
import { broken, printingFile, rejectedSkus, withBrokenArtwork } from "../mapping-coverage.ts";
import { MARKED } from "../variant-rows.ts";
import type { VariantFilter, VariantView } from "./variants-query.ts";

/** Which shop's variants, and since when what was sold counts. */
export interface VariantScope {
  shopId: ShopId;
  soldSince: Date;
}

export const artworkBroken = ({ shopId }: VariantScope) =>
  Prisma.sql`(m."id" IS NOT NULL AND v."variantGid" IN (${withBrokenArtwork(shopId)}))`;

export const skuRejected = ({ shopId }: VariantScope) =>
  Prisma.sql`(m."id" IS NOT NULL AND m."itemSku" IN (${rejectedSkus(shopId)}))`;

/** Changed in Shopify, or mapped to another file than the one that is at the link now. */
const changed = (scope: VariantScope) => Prisma.sql`m."id" IS NOT NULL AND v."variantGid" IN (
  SELECT x."variantGid" FROM "Mapping" x WHERE x."shopId" = ${scope.shopId}::uuid AND x."variantChange" IS NOT NULL
  UNION ${printingFile(scope.shopId, "changedAt")})`;

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
  broken: ({ shopId }) => Prisma.sql`m."id" IS NOT NULL AND v."variantGid" IN (${broken(shopId)})`,
  file_unreadable: ({ shopId }) => Prisma.sql`v."variantGid" IN (${printingFile(shopId, "problem")})`,
  changed,
  file_replaced: ({ shopId }) => Prisma.sql`v."variantGid" IN (${printingFile(shopId, "changedAt")})`,
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
