import { Prisma, type PrismaClient } from "../../prisma/client/client.ts";
import { NEEDS_MAPPING } from "../orders/core/attention.ts";
import type { ShopId } from "../ports/ids.ts";
import type { Gid } from "../ports/gid.ts";
import type { Clock } from "../ports/clock.ts";

type Db = { db: PrismaClient };

/** An unmapped variant that orders have. */
export interface VariantToMap {
  /** null for an item whose product was deleted before its order was received: it cannot be mapped. */
  productGid: Gid<"Product"> | null;
  variantGid: Gid<"ProductVariant"> | null;
  /** Title, variant title and SKU in the newest of these orders. */
  title: string;
  variantTitle: string | null;
  sku: string | null;
  orders: number;
  /** Pieces still to send in these orders. */
  pieces: number;
  /** When the first of these orders was held, or placed; ISO 8601 UTC. */
  since: string;
}

const MAX_VARIANTS = 250;

/** The newest title and SKU of a variant, and its orders and unsent pieces, by lines `l`; `at`: when a line counts from. */
const variantToMapColumns = (at: Prisma.Sql) => Prisma.sql`
  l."productGid", l."variantGid",
  (array_agg(l."title" ORDER BY ${at} DESC))[1] AS "title",
  (array_agg(l."variantTitle" ORDER BY ${at} DESC))[1] AS "variantTitle",
  (array_agg(l."sku" ORDER BY ${at} DESC))[1] AS "sku",
  count(DISTINCT l."orderId")::int AS "orders",
  sum(l."remaining")::int AS "pieces",
  min(${at}) AS "since"`;

type VariantToMapRow = Omit<VariantToMap, "since"> & { since: Date };

/** The variants with orders on hold, up to 250, the most orders first. */
export async function readVariantsToMap({ db }: Db, shopId: ShopId): Promise<VariantToMap[]> {
  const rows = await db.$queryRaw<VariantToMapRow[]>`
    SELECT ${variantToMapColumns(Prisma.sql`a."openedAt"`)}
    FROM "Attention" a JOIN "OrderLine" l ON l."orderId" = a."orderId" AND l."shopifyGid" = a."subject"
    WHERE a."shopId" = ${shopId}::uuid AND a."code" = ANY(${[...NEEDS_MAPPING]}) AND a."clearedAt" IS NULL
    GROUP BY l."productGid", l."variantGid", CASE WHEN l."variantGid" IS NULL THEN l."title" END
    ORDER BY "orders" DESC, "since", l."variantGid" LIMIT ${MAX_VARIANTS}`;
  return rows.map((row) => ({ ...row, since: row.since.toISOString() }));
}

/**
 * Variants that unfulfilled orders of the last 30 days have, and that nothing says whether to print: no mapping, no rule,
 * no mark. Nothing holds these orders. Up to 250, the most orders first; `since`: the oldest of the orders.
 */
export async function readSoldUnmapped(
  ctx: { db: PrismaClient; clock: Clock },
  shopId: ShopId,
): Promise<VariantToMap[]> {
  const rows = await ctx.db.$queryRaw<VariantToMapRow[]>`
    SELECT ${variantToMapColumns(Prisma.sql`o."shopifyCreatedAt"`)}
    FROM "Order" o JOIN "OrderLine" l ON l."orderId" = o."id"
    WHERE o."shopId" = ${shopId}::uuid AND o."shopifyCreatedAt" >= ${soldSince(ctx)}
      AND o."cancelledAt" IS NULL AND o."redactedAt" IS NULL AND o."ignoredReason" IS NULL
      AND l."eligibilityReason" = 'no_match' AND l."remaining" > 0
      AND l."productGid" IS NOT NULL AND l."variantGid" IS NOT NULL
      AND NOT EXISTS (SELECT 1 FROM "NotPrinted" n
        WHERE n."shopId" = o."shopId" AND n."productGid" = l."productGid" AND n."variantGid" IN ('', l."variantGid"))
    GROUP BY l."productGid", l."variantGid"
    ORDER BY "orders" DESC, "since", l."variantGid" LIMIT ${MAX_VARIANTS}`;
  return rows.map((row) => ({ ...row, since: row.since.toISOString() }));
}

const SOLD_DAYS = 30;

/** What was sold since then counts: on Home, and in the list of what is not mapped. */
export const soldSince = ({ clock }: { clock: Clock }): Date =>
  new Date(clock.now().getTime() - SOLD_DAYS * 24 * 60 * 60 * 1000);
