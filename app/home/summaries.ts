import type { PrintCoverage } from "../catalog/coverage-figures.ts";
import { readPrintCoverage } from "../catalog/print-coverage.ts";
import { readProductCopies, type ProductCopy } from "../catalog/product-page.ts";
import { countVariantChanges } from "../catalog/variant-changes.ts";
import { countVariants } from "../catalog/variants/read-variants-page.ts";
import type { VariantView } from "../catalog/variants/variants-query.ts";
import type { ShopsContext } from "../shops/context.ts";
import { readSettings } from "../settings/settings.ts";
import type { ShopId } from "../ports/ids.ts";
import type { Shop } from "../../prisma/client/client.ts";
import { isCatchingUp } from "../shops/access.ts";
import { DAY_MS, SECOND_MS } from "../ports/clock.ts";

/** How much of what is sold prints without a person, and what became of mapped products in Shopify. */
export interface ProductsSummary {
  coverage: PrintCoverage;
  /** Mappings whose variant was changed, or deleted, in Shopify. */
  changed: number;
  deleted: number;
  /** Mapped variants whose print file was replaced at its link, or cannot be read. */
  fileReplaced: number;
  fileUnreadable: number;
  /** Variants without a mapping beside mapped ones: orders with them are held. */
  unmappedSiblings: number;
  copies: ProductCopy[];
}

export async function readProductsSummary(
  ctx: Pick<ShopsContext, "db" | "clock">,
  shop: { id: ShopId; settings: unknown },
): Promise<ProductsSummary> {
  const count = (view: VariantView) => countVariants(ctx, shop.id, { view, query: "" });
  const [coverage, changes, fileReplaced, fileUnreadable, unmappedSiblings, copies] = await Promise.all([
    readPrintCoverage(ctx, shop.id, readSettings(shop.settings)),
    countVariantChanges(ctx, shop.id),
    count("file_replaced"),
    count("file_unreadable"),
    count("partly_mapped"),
    readProductCopies(ctx, shop.id),
  ]);
  return { coverage, ...changes, fileReplaced, fileUnreadable, unmappedSiblings, copies };
}

/** Orders that are not sent since they were placed before the start date. */
export interface PlacedBeforeStart {
  orders: number;
  /** All of them were placed between the last uninstallation and the reinstallation after it. */
  whileUninstalled: boolean;
  /** The app was just reinstalled, and the orders placed meanwhile are still to be read. */
  reading: boolean;
}

/**
 * Those with something to print that came to light in the last 7 days: most of them were placed while the app was uninstalled, for a
 * reinstallation sets the start date.
 */
export async function countPlacedBeforeStart(
  ctx: Pick<ShopsContext, "db" | "clock">,
  shop: Pick<Shop, "goLiveAt" | "lastUninstalledAt" | "reinstalledAt" | "ordersSweptAt"> & { id: ShopId },
): Promise<PlacedBeforeStart> {
  const now = ctx.clock.now();
  const weekAgo = new Date(now.getTime() - 7 * DAY_MS);
  const where = {
    shopId: shop.id,
    // The index Order_not_printed has the shop's few orders of which nothing was printed.
    hasStandingSubmission: false,
    ignoredReason: "before_go_live",
    cancelledAt: null,
    redactedAt: null,
    receivedAt: { gte: shop.goLiveAt > weekAgo ? shop.goLiveAt : weekAgo },
    lines: { some: { eligibility: "printable", remaining: { gt: 0 } } },
  } as const;
  const {
    _count: orders,
    _min,
    _max,
  } = await ctx.db.order.aggregate({
    where,
    _count: true,
    _min: { shopifyCreatedAt: true },
    _max: { shopifyCreatedAt: true },
  });
  const { lastUninstalledAt: from, reinstalledAt: to } = shop;
  const [first, last] = [_min.shopifyCreatedAt, _max.shopifyCreatedAt];
  return {
    orders,
    // Shopify's times are whole seconds: an order of the second of the uninstallation seems to be older than it.
    whileUninstalled: !!(from && to && first && last) && from.getTime() - first.getTime() < SECOND_MS && last <= to,
    reading: isCatchingUp(now, shop),
  };
}

/**
 * Orders of the last 7 days that Shopify fulfilled before they were printed: the store probably fulfills its orders automatically.
 * 0 for a single one, which its own page shows.
 */
export async function countFulfilledFirst(ctx: Pick<ShopsContext, "db" | "clock">, shopId: ShopId): Promise<number> {
  const since = new Date(ctx.clock.now().getTime() - 7 * DAY_MS);
  const [row] = await ctx.db.$queryRaw<{ count: number }[]>`
    SELECT count(DISTINCT "orderId")::int AS "count" FROM "Attention"
    WHERE "shopId" = ${shopId}::uuid AND "code" = 'fulfilled_elsewhere' AND "openedAt" >= ${since}`;
  return row && row.count > 1 ? row.count : 0;
}
