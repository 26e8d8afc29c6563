import type { SyncedOrder } from "../../ports/print-service.ts";
import type { OrdersContext } from "../core/context.ts";
import type { ShopRow } from "../receive/order-row.ts";
import { heedsRange } from "../provider-reader/honours-date-filter.ts";
import { serviceRange } from "../provider-reader/service-time.ts";
import { ask, type Silence } from "./try-provider.ts";
import { BUCKET_OF, BUCKETS, type Bucket } from "./buckets.ts";
import { readOurs, type OurSide } from "./our-submissions.ts";
import { dayOf, instantsOf, type LedgerRange } from "./date-range.ts";
import { toRows, type LedgerRow } from "./rows.ts";
import { CALM, sortLedger, type Calm } from "./classify.ts";

export interface Ledger {
  range: LedgerRange;
  /** UTC, ISO 8601. */
  comparedAt: string;
  buckets: Record<Bucket, LedgerRow[]>;
  /** What needs no repair; `noted`: a person has seen to it; `other_account`: sent where nobody can compare it. */
  counts: Record<Calm | "noted" | "other_account", number>;
}

export type Compared = { status: "compared"; ledger: Ledger } | { status: "not_connected" | Silence };

/** The shop with its time zone, IANA. */
export type LedgerShop = Pick<ShopRow, "id" | "printAccountId"> & { timezone: string };

/**
 * Puts the service's list of a range of days beside what this shop sent to its print account in them. Reads only; where the
 * service tells nothing that counts, that is the answer, and never half a comparison.
 */
export async function compareLedger(ctx: OrdersContext, shop: LedgerShop, range: LedgerRange): Promise<Compared> {
  const { printAccountId } = shop;
  if (!printAccountId) return { status: "not_connected" };
  const now = ctx.clock.now();
  const { begin, end } = instantsOf(range, shop.timezone);
  const calls = ctx.printService.forAccount(printAccountId);
  const list = await ask(() => calls.listAll(serviceRange(begin, end < now ? end : now)));
  if ("failed" in list) return { status: list.failed };
  const listed = new Set(list.answer.rows.map((row) => row.reference));
  const whose = { shopId: shop.id, printAccountId };
  const side = await readOurs(ctx, { ...whose, begin, end, listed: [...listed] });
  if (side.ours.some(({ reference }) => !listed.has(reference))) {
    if (!list.answer.whole) return { status: "unavailable" };
    // What is absent counts only where the list is that of the range.
    const heeds = await ask(() => heedsRange(calls));
    if ("failed" in heeds) return { status: heeds.failed };
    if (!heeds.answer) return { status: "range_not_heeded" };
  }
  const to = range.to < dayOf(now, shop.timezone) ? range.to : null;
  const ledger = await settle(ctx, whose, { side, theirs: list.answer.rows, days: { from: range.from, to }, now });
  return { status: "compared", ledger: { range, comparedAt: now.toISOString(), ...ledger } };
}

interface BothSides {
  side: OurSide;
  theirs: readonly SyncedOrder[];
  days: { from: string; to: string | null };
  now: Date;
}

async function settle(
  ctx: OrdersContext,
  whose: { shopId: string; printAccountId: string },
  { side, theirs, days, now }: BothSides,
): Promise<Pick<Ledger, "buckets" | "counts">> {
  const settledBefore = new Date(now.getTime() - ctx.policy.quietPeriodMs);
  const placed = sortLedger({ ours: side.ours, known: side.known, theirs, days, settledBefore });
  const rows = await toRows(ctx, whose, placed);
  const open = rows.filter((row) => !row.noted);
  return {
    buckets: mapOf(BUCKETS, (bucket) => open.filter((row) => BUCKET_OF[row.why] === bucket)),
    counts: {
      ...mapOf(CALM, (calm) => placed.filter(({ at }) => at === calm).length),
      noted: rows.length - open.length,
      other_account: side.otherAccount,
    },
  };
}

function mapOf<K extends string, V>(keys: readonly K[], value: (key: K) => V): Record<K, V> {
  return Object.fromEntries(keys.map((key) => [key, value(key)])) as Record<K, V>;
}
