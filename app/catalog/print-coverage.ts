import { Prisma, type PrismaClient } from "../../prisma/client/client.ts";
import { ARTWORK_HOLDS, codesWhere, type AttentionCode } from "../orders/core/attention.ts";
import { EXCLUDED_IN_SHOPIFY, LINE_EXCLUSIONS } from "../orders/core/line-exclusions.ts";
import type { Clock } from "../ports/clock.ts";
import type { ShopId } from "../ports/ids.ts";
import type { ShopSettings } from "../settings/settings.ts";
import { COVERAGE_ORDERS, type CoverageGap, type PrintCoverage } from "./coverage-figures.ts";
import { soldSince } from "./variants-to-map.ts";

/** Why an item is not printed whatever its mapping is. */
const NEVER_PRINTED_REASONS = [...LINE_EXCLUSIONS, "excluded_by_staff", "excluded_by_rule"];
/**
 * Staff had to say yes to the order once: by the same rule, also to the next one like that. What is fixed where products are
 * mapped, a replaced file, counts as it is now.
 */
const APPROVED = codesWhere(
  ({ phase, urgency, fixedIn }) => phase === "hold" && urgency === "decision" && fixedIn !== "products",
);

/** Those that the settings of today would raise again. */
function approvedUnder(settings: ShopSettings): AttentionCode[] {
  const reviews = settings.personalizationProperties.length > 0;
  const applies: Partial<Record<AttentionCode, boolean>> = {
    // Of every order, and decided by the setting alone.
    awaiting_approval: false,
    // Of one order, by hand.
    held_by_staff: false,
    payment_approval: Object.values(settings.payment).includes("after_approval"),
    margin_low: settings.minimumMarginPercent !== null,
    margin_unknown: settings.minimumMarginPercent !== null,
    personalization_review: reviews,
    details_unused: reviews || settings.unusedProperties === "hold",
    order_note: settings.orderNotes === "hold" || settings.attributesToReview.length > 0,
  };
  return APPROVED.filter((code) => applies[code] ?? true);
}

type Bucket = CoverageGap | "automatic" | "not_printed";

/** Sorts what a shop sold by what keeps it from being printed. Canceled orders and test orders do not count. */
export async function readPrintCoverage(
  ctx: { db: PrismaClient; clock: Clock },
  shopId: ShopId,
  settings: ShopSettings,
): Promise<PrintCoverage> {
  const rows = await ctx.db.$queryRaw<{ bucket: Bucket; units: number; orders: number }[]>`
    WITH recent AS MATERIALIZED (
      SELECT o."id" FROM "Order" o
      WHERE o."shopId" = ${shopId}::uuid AND o."shopifyCreatedAt" >= ${soldSince(ctx)}
        AND o."cancelledAt" IS NULL AND NOT o."test"
      ORDER BY o."shopifyCreatedAt" DESC LIMIT ${COVERAGE_ORDERS}),
    sold AS MATERIALIZED (
      SELECT l.*, reasons.* FROM recent
      CROSS JOIN LATERAL (SELECT array_agg(a."subject") FILTER (WHERE a."clearedAt" IS NULL AND a."code" = ANY(${[...ARTWORK_HOLDS]})) AS "artwork",
          array_agg(a."subject") FILTER (WHERE a."code" = ANY(${approvedUnder(settings)})) AS "approvals"
        FROM "Attention" a WHERE a."orderId" = recent."id") reasons
      CROSS JOIN LATERAL (SELECT x."shopifyGid", x."productGid", x."variantGid", x."quantity", x."remaining", x."eligibilityReason"
        FROM "OrderLine" x WHERE x."orderId" = recent."id" AND x."quantity" > 0 OFFSET 0) l),
    file AS MATERIALIZED (
      SELECT f."link", f."problem" IS NOT NULL AS "unreadable", f."changedAt" IS NOT NULL AS "replaced" FROM "PrintFile" f
      WHERE f."shopId" = ${shopId}::uuid AND (f."problem" IS NOT NULL OR f."changedAt" IS NOT NULL))
    SELECT ${bucketOf(shopId, settings)} AS "bucket", sum(l."quantity")::int AS "units",
      (SELECT count(*)::int FROM recent) AS "orders"
    FROM sold l
    LEFT JOIN "Mapping" m ON m."shopId" = ${shopId}::uuid AND m."variantGid" = l."variantGid"
    LEFT JOIN file front ON front."link" = m."artworkFront"
    LEFT JOIN file back ON back."link" = m."artworkBack"
    LEFT JOIN LATERAL (SELECT bool_or(x."unreadable") AS "unreadable", bool_or(x."replaced") AS "replaced" FROM file x
      WHERE x."link" IN (SELECT side."value" FROM jsonb_each_text(m."artworkSides") side)) further ON m."artworkSides" <> '{}'
    LEFT JOIN "NotPrinted" p ON p."shopId" = ${shopId}::uuid AND p."productGid" = l."productGid" AND p."variantGid" = ''
    LEFT JOIN "NotPrinted" n ON n."shopId" = ${shopId}::uuid AND n."productGid" = l."productGid" AND n."variantGid" = l."variantGid"
    GROUP BY 1`;
  const units = (bucket: Bucket) => rows.find((row) => row.bucket === bucket)?.units ?? 0;
  return {
    automatic: units("automatic"),
    gaps: {
      not_mapped: units("not_mapped"),
      excluded_in_shopify: units("excluded_in_shopify"),
      variant_changed: units("variant_changed"),
      sku_rejected: units("sku_rejected"),
      file_unreadable: units("file_unreadable"),
      file_replaced: units("file_replaced"),
      artwork: units("artwork"),
      approval: units("approval"),
    },
    notPrinted: units("not_printed"),
    limited: rows.some(({ orders }) => orders === COVERAGE_ORDERS),
  };
}

/**
 * A custom item has no variant, and cannot be mapped. A print file counts as its last check found it. An item that the other service has
 * fulfilled went the way that the merchant wants.
 */
const bucketOf = (
  shopId: ShopId,
  { approval, replacedArtwork }: Pick<ShopSettings, "approval" | "replacedArtwork">,
) => Prisma.sql`
  CASE
    WHEN m."id" IS NOT NULL AND l."remaining" > 0 AND l."eligibilityReason"::text = ANY(${[...EXCLUDED_IN_SHOPIFY]}) THEN 'excluded_in_shopify'
    WHEN l."eligibilityReason"::text = ANY(${NEVER_PRINTED_REASONS}) OR l."variantGid" IS NULL THEN 'not_printed'
    WHEN m."id" IS NULL AND (p."id" IS NOT NULL OR n."id" IS NOT NULL) THEN 'not_printed'
    WHEN m."id" IS NULL THEN 'not_mapped'
    WHEN m."variantChange" = 'options' THEN 'variant_changed'
    WHEN m."itemSku" IN (SELECT c."itemSku" FROM "Shop" s JOIN "SkuCheck" c ON c."printAccountId" = s."printAccountId"
      WHERE s."id" = ${shopId}::uuid AND c."confirmedAt" IS NOT NULL) THEN 'sku_rejected'
    WHEN front."unreadable" OR back."unreadable" OR further."unreadable" THEN 'file_unreadable'
    WHEN ${replacedArtwork === "hold"} AND (front."replaced" OR back."replaced" OR further."replaced") THEN 'file_replaced'
    WHEN l."shopifyGid" = ANY(l."artwork") THEN 'artwork'
    WHEN ${approval === "manual"} OR l."approvals" && ARRAY['', l."shopifyGid"] THEN 'approval'
    ELSE 'automatic' END`;
