import type { SyncedOrder } from "../../ports/print-service.ts";
import type { OrdersContext } from "../core/context.ts";
import type { ShopRow } from "../core/shop-row.ts";
import { requireComplete, scanList } from "../provider-reader/list-scan.ts";
import { tryProvider, type ProviderFailure } from "./try-provider.ts";
import { BUCKET_OF, BUCKETS, type Bucket } from "./buckets.ts";
import { readOurs, type OurSide } from "./our-submissions.ts";
import { dayOf, instantsOf, type DateRange } from "./date-range.ts";
import { buildRows, type ReconciliationRow } from "./rows.ts";
import { OK_CATEGORIES, classifyOrders, type OkCategory } from "./classify.ts";

export interface Reconciliation {
  range: DateRange;
  /** UTC, ISO 8601. */
  comparedAt: string;
  buckets: Record<Bucket, ReconciliationRow[]>;
  /** What needs no repair; `dismissed`: a person has seen to it; `other_account`: sent where nobody can compare it. */
  counts: Record<OkCategory | "dismissed" | "other_account", number>;
}

export type ReconciliationResult =
  { status: "compared"; reconciliation: Reconciliation } | { status: "not_connected" | ProviderFailure };

/** The shop with its time zone, IANA. */
export type ReconciliationShop = Pick<ShopRow, "id" | "printAccountId"> & { timezone: string };

/**
 * Compares the service's list of a range of days with what this shop sent to its print account in them. Reads only.
 * Where the service gives no answer that counts, the result says so: half a comparison is none.
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
  if (ourSide.submissions.some(({ reference }) => !scan.orders.has(reference))) {
    // An order counts as missing only where the list is the whole one of the range.
    const checked = await tryProvider(() => requireComplete(ctx, scan));
    if (checked.outcome === "failed") return { status: checked.failure };
    if (checked.value.outcome === "incomplete") return { status: "unavailable" };
    if (checked.value.outcome === "date_filter_ignored") return { status: "date_filter_ignored" };
  }
  const to = range.to < dayOf(now, shop.timezone) ? range.to : null;
  const reconciliation = await buildReconciliation(ctx, scope, {
    ourSide,
    providerOrders: scan.rows,
    days: { from: range.from, to },
    now,
  });
  return { status: "compared", reconciliation: { range, comparedAt: now.toISOString(), ...reconciliation } };
}

interface ReconciliationData {
  ourSide: OurSide;
  providerOrders: readonly SyncedOrder[];
  days: { from: string; to: string | null };
  now: Date;
}

async function buildReconciliation(
  ctx: OrdersContext,
  scope: { shopId: string; printAccountId: string },
  { ourSide, providerOrders, days, now }: ReconciliationData,
): Promise<Pick<Reconciliation, "buckets" | "counts">> {
  const stableBefore = new Date(now.getTime() - ctx.policy.providerLagMs);
  const classified = classifyOrders({
    submissions: ourSide.submissions,
    knownReferences: ourSide.knownReferences,
    providerOrders,
    days,
    stableBefore,
  });
  const rows = await buildRows(ctx, scope, classified);
  const open = rows.filter((row) => !row.dismissed);
  return {
    buckets: mapOf(BUCKETS, (bucket) => open.filter((row) => BUCKET_OF[row.why] === bucket)),
    counts: {
      ...mapOf(OK_CATEGORIES, (okCategory) => classified.filter(({ category }) => category === okCategory).length),
      dismissed: rows.length - open.length,
      other_account: ourSide.otherAccount,
    },
  };
}

function mapOf<K extends string, V>(keys: readonly K[], value: (key: K) => V): Record<K, V> {
  return Object.fromEntries(keys.map((key) => [key, value(key)])) as Record<K, V>;
}
