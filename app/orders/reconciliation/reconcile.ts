import type { OrdersContext } from "../core/context.ts";
import type { ShopRow } from "../core/shop-row.ts";
import { requireComplete, type CompleteScan, type ListScan } from "../provider-reader/list-scan.ts";
import type { PrintAccountId } from "../../ports/ids.ts";
import type { ListedOrder } from "./listed-order.ts";
import { BUCKET_OF, BUCKETS, type Bucket } from "./buckets.ts";
import { readStoredSide } from "./stored-submissions.ts";
import { dayOf } from "../../settings/wall-time.ts";
import { instantsOf, type DateRange } from "../../settings/date-range.ts";
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

export type ReconciliationShop = Pick<ShopRow, "id" | "printAccountId" | "timezone">;

/** The service's list of some days, read part by part. */
interface ReadList extends Pick<ListScan, "startedAt" | "complete"> {
  account: PrintAccountId;
  rows: readonly ListedOrder[];
}

/** incomplete, date_filter_ignored: the list may lack orders that the service has. */
type ComparedList =
  { outcome: "compared"; reconciliation: Reconciliation } | { outcome: "incomplete" | "date_filter_ignored" };

/**
 * Compares the service's list of a range of days with what this shop sent to that account in those days. Reads only. A list
 * that may be incomplete where it lacks a submission gives no comparison. @throws RemoteError
 */
export async function reconcile(
  ctx: OrdersContext,
  shop: Pick<ReconciliationShop, "id" | "timezone">,
  range: DateRange,
  list: ReadList,
): Promise<ComparedList> {
  const { begin, end } = instantsOf(range, shop.timezone);
  const scope = { shopId: shop.id, printAccountId: list.account };
  const listed = new Set(list.rows.map(({ reference }) => reference));
  const storedSide = await readStoredSide(ctx, { ...scope, begin, end, listed: [...listed] });
  let completeScan: CompleteScan<ReadList> | null = null;
  if (storedSide.submissions.some(({ reference }) => !listed.has(reference))) {
    const checked = await requireComplete(ctx, list);
    if (checked.outcome !== "complete") return checked;
    completeScan = checked.scan;
  }
  const { submissions, knownReferences, otherAccount } = storedSide;
  const classified = classifyOrders({
    submissions,
    knownReferences,
    providerOrders: list.rows,
    completeScan,
    days: { from: range.from, to: range.to < dayOf(list.startedAt, shop.timezone) ? range.to : null },
    stableBefore: new Date(list.startedAt.getTime() - ctx.policy.providerLagMs),
  });
  const rows = await buildRows(ctx, scope, classified);
  const open = rows.filter((row) => !row.dismissed);
  const reconciliation: Reconciliation = {
    range,
    comparedAt: list.startedAt.toISOString(),
    buckets: mapOf(BUCKETS, (bucket) => open.filter((row) => BUCKET_OF[row.why] === bucket)),
    counts: {
      ...mapOf(OK_CATEGORIES, (okCategory) => classified.filter(({ category }) => category === okCategory).length),
      dismissed: rows.length - open.length,
      other_account: otherAccount,
    },
  };
  return { outcome: "compared", reconciliation };
}

function mapOf<K extends string, V>(keys: readonly K[], value: (key: K) => V): Record<K, V> {
  return Object.fromEntries(keys.map((key) => [key, value(key)])) as Record<K, V>;
}
