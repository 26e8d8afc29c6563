import type { CheckoutRateSource, PrismaClient } from "../../prisma/client/client.ts";
import { HOUR_MS, type Clock } from "../ports/clock.ts";
import { errorName } from "../ports/errors.ts";
import type { ShopId } from "../ports/ids.ts";
import type { Log } from "../ports/observe.ts";

export type RateSource = CheckoutRateSource;

/** Answers are counted by the first of these that they did not exceed, in milliseconds. */
const BOUNDS_MS = [50, 100, 200, 300, 500, 700, 1_000, 2_000, 5_000] as const;
/** How long counts stay in memory: a sale at the checkout writes a few rows, not one for each customer. */
const FLUSH_AFTER_MS = 2_000;
const DAY_HOURS = 24;

interface CountsContext {
  db: PrismaClient;
  clock: Clock;
  log: Log;
}

interface Count {
  shopId: ShopId;
  hourAt: Date;
  source: RateSource;
  upToMs: number;
  count: number;
}

/** Counts answers by shop and hour. What a process that dies has not written is not counted. */
export function createRateCounts({ db, clock, log }: CountsContext) {
  let counted = new Map<string, Count>();
  let timer: NodeJS.Timeout | undefined;
  let written = Promise.resolve();

  /** Also waits for what is being written: a process that ends closes the database next. */
  function flush(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    const rows = [...counted.entries()].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, row]) => row);
    counted = new Map();
    written = written.then(() => write(rows));
    return written;
  }

  async function write(rows: readonly Count[]): Promise<void> {
    try {
      // In one order: two processes that write the same rows wait for each other, and do not deadlock.
      for (const { shopId, hourAt, source, upToMs, count } of rows)
        await db.$executeRaw`
          INSERT INTO "CheckoutRateCount" ("shopId", "hourAt", "source", "upToMs", "count")
          VALUES (${shopId}::uuid, ${hourAt}, ${source}::"CheckoutRateSource", ${upToMs}, ${count})
          ON CONFLICT ("shopId", "hourAt", "source", "upToMs")
          DO UPDATE SET "count" = "CheckoutRateCount"."count" + EXCLUDED."count"`;
    } catch (error) {
      log.warn({ error: errorName(error) }, "counts of shipping rates not written");
    }
  }

  return {
    add(shopId: ShopId, source: RateSource, ms: number): void {
      const hourAt = new Date(Math.floor(clock.now().getTime() / HOUR_MS) * HOUR_MS);
      const upToMs = BOUNDS_MS.find((bound) => ms <= bound) ?? BOUNDS_MS[BOUNDS_MS.length - 1] ?? 0;
      const key = [shopId, hourAt.toISOString(), source, upToMs].join(" ");
      const row = counted.get(key) ?? { shopId, hourAt, source, upToMs, count: 0 };
      counted.set(key, { ...row, count: row.count + 1 });
      timer ??= setTimeout(() => void flush(), FLUSH_AFTER_MS).unref();
    },
    flush,
  };
}

/** The last 24 hours, by what the rates came from. */
export interface RateFigures {
  counts: Record<RateSource, number>;
  /** 95 of 100 answers took no longer, in milliseconds; null: none were asked for. */
  p95Ms: number | null;
}

/** The figures of the last 24 whole hours and the one that runs. */
export async function readRateFigures(
  { db, clock }: Pick<CountsContext, "db" | "clock">,
  shopId: ShopId,
): Promise<RateFigures> {
  const since = new Date(clock.now().getTime() - DAY_HOURS * HOUR_MS);
  const rows = await db.checkoutRateCount.findMany({ where: { shopId, hourAt: { gt: since } } });
  const counts: RateFigures["counts"] = { quote: 0, kept: 0, fallback: 0, none: 0, not_ours: 0 };
  for (const { source, count } of rows) counts[source] += count;
  return { counts, p95Ms: percentile95(rows) };
}

/** The bound below which 95 of 100 answers stay; null without answers. */
export function percentile95(rows: readonly { upToMs: number; count: number }[]): number | null {
  const total = rows.reduce((sum, { count }) => sum + count, 0);
  if (total === 0) return null;
  let seen = 0;
  for (const { upToMs, count } of rows.toSorted((a, b) => a.upToMs - b.upToMs)) {
    seen += count;
    if (seen * 100 >= total * 95) return upToMs;
  }
  return null;
}
