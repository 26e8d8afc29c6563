import type { SyncedOrder } from "../../ports/print-service.ts";
import type { OrdersContext } from "../core/context.ts";
import type { ShopRow } from "../core/shop-row.ts";
import { honoursDateFilter } from "../provider-reader/honours-date-filter.ts";
import { serviceRange } from "../provider-reader/service-time.ts";
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
 * Puts the service's list of a range of days beside what this shop sent to its print account in them. Reads only; where the
 * service tells nothing that counts, that is the answer, and never half a comparison.
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
  const calls = ctx.printService.forAccount(printAccountId);
  const list = await tryProvider(() => calls.listAll(serviceRange(begin, end < now ? end : now)));
  if ("failed" in list) return { status: list.failed };
  const listed = new Set(list.value.rows.map((row) => row.reference));
  const scope = { shopId: shop.id, printAccountId };
  const ourSide = await readOurs(ctx, { ...scope, begin, end, listed: [...listed] });
  if (ourSide.submissions.some(({ reference }) => !listed.has(reference))) {
    if (!list.value.complete) return { status: "unavailable" };
    // What is absent counts only where the list is that of the range.
    const honoursFilter = await tryProvider(() => honoursDateFilter(calls));
    if ("failed" in honoursFilter) return { status: honoursFilter.failed };
    if (!honoursFilter.value) return { status: "date_filter_ignored" };
  }
  const to = range.to < dayOf(now, shop.timezone) ? range.to : null;
  const reconciliation = await buildReconciliation(ctx, scope, {
    ourSide,
    providerOrders: list.value.rows,
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
