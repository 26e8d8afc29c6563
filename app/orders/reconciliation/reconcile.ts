import type { OrdersContext } from "../core/context.ts";
import type { ShopRow } from "../core/shop-row.ts";
import { requireComplete, scanList, type CompleteScan } from "../provider-reader/list-scan.ts";
import { tryProvider, type ProviderFailure } from "./try-provider.ts";
import { BUCKET_OF, BUCKETS, type Bucket } from "./buckets.ts";
import { readOurs } from "./our-submissions.ts";
import { dayOf, instantsOf, type DateRange } from "./date-range.ts";
import { buildRows, type ReconciliationRow } from "./rows.ts";
import { OK_CATEGORIES, classifyOrders, type OkCategory } from "./classify.ts";

export interface Reconciliation {
  range: DateRange;
  /** UTC, ISO 8601. */
  comparedAt: string;
  buckets: Record<Bucket, ReconciliationRow[]>;
  /**
   * What needs no repair. `dismissed`: resolved by staff; `other_account`: sent on an account that the shop no longer
   * uses.
   */
  counts: Record<OkCategory | "dismissed" | "other_account", number>;
}

export type ReconciliationResult =
  { status: "compared"; reconciliation: Reconciliation } | { status: "not_connected" | ProviderFailure };

/** The shop with its time zone, IANA. */
export type ReconciliationShop = Pick<ShopRow, "id" | "printAccountId"> & { timezone: string };

/** UTC until Shopify has told the shop's time zone. */
export async function reconciliationShop(
  ctx: Pick<OrdersContext, "db">,
  { id, printAccountId }: Pick<ShopRow, "id" | "printAccountId">,
): Promise<ReconciliationShop> {
  const row = await ctx.db.shop.findUniqueOrThrow({ where: { id }, select: { timezone: true } });
  return { id, printAccountId, timezone: row.timezone ?? "UTC" };
}

/**
 * Compares the service's list of a range of days with what this shop sent to its print account in those days. Reads
 * only. A list that cannot be read, or that may be incomplete where it lacks a submission, gives no comparison.
 */
export async function reconcile(
  ctx: OrdersContext,
  shop: ReconciliationShop,
  range: DateRange,
): Promise<ReconciliationResult> {
  const { printAccountId } = shop;
  if (!printAccountId) return { status: "not_connected" };
  const now = ctx.clock.now();
  const { begin, end } = instantsOf(range, shop.timezone);
  const read = await tryProvider(() => scanList(ctx, printAccountId, begin, end < now ? end : now));
  if (read.outcome === "failed") return { status: read.failure };
  const scan = read.value;
  const scope = { shopId: shop.id, printAccountId };
  const ourSide = await readOurs(ctx, { ...scope, begin, end, listed: [...scan.orders.keys()] });
  let completeScan: CompleteScan | null = null;
  if (ourSide.submissions.some(({ reference }) => !scan.orders.has(reference))) {
    const checked = await tryProvider(() => requireComplete(ctx, scan));
    if (checked.outcome === "failed") return { status: checked.failure };
    const { value } = checked;
    if (value.outcome !== "complete")
      return { status: value.outcome === "incomplete" ? "unavailable" : "date_filter_ignored" };
    completeScan = value.scan;
  }
  const { submissions, knownReferences, otherAccount } = ourSide;
  const classified = classifyOrders({
    submissions,
    knownReferences,
    providerOrders: scan.rows,
    completeScan,
    days: { from: range.from, to: range.to < dayOf(now, shop.timezone) ? range.to : null },
    stableBefore: new Date(now.getTime() - ctx.policy.providerLagMs),
  });
  const rows = await buildRows(ctx, scope, classified);
  const open = rows.filter((row) => !row.dismissed);
  const reconciliation: Reconciliation = {
    range,
    comparedAt: now.toISOString(),
    buckets: mapOf(BUCKETS, (bucket) => open.filter((row) => BUCKET_OF[row.why] === bucket)),
    counts: {
      ...mapOf(OK_CATEGORIES, (okCategory) => classified.filter(({ category }) => category === okCategory).length),
      dismissed: rows.length - open.length,
      other_account: otherAccount,
    },
  };
  return { status: "compared", reconciliation };
}

function mapOf<K extends string, V>(keys: readonly K[], value: (key: K) => V): Record<K, V> {
  return Object.fromEntries(keys.map((key) => [key, value(key)])) as Record<K, V>;
}
