import { sweepAccount } from "../../app/orders/provider-updates/sweep-account.ts";
import type { PrintAccountId } from "../../app/ports/ids.ts";
import type { BenchContext } from "../bench-context.ts";
import { createBenchServices } from "../bench-services.ts";
import type { Row } from "../figures.ts";
import { fillHistory, referenceOf, type HistoryPlan } from "../history/fill.ts";
import { createShops } from "../history/shops.ts";
import { movedClock } from "../moved-clock.ts";

const MINUTE = 60_000;
/** Open orders are compared at first so often (policy.providerCheckIntervalMs). */
const INTERVAL_MS = 15 * MINUTE;
const PAGE_SIZE = 200;
/** A young order that was not compared for so long starves. */
const STARVED_MINUTES = 120;
const FEW_CLOSED = 1_000;

/** The comparison of an account's orders with the print service: its calls, and how its time grows with history. */
export async function comparisonRows(context: BenchContext): Promise<Row[]> {
  const { openOrders, history, runs } = context.effort;
  const small = await openComparison(context, { closed: FEW_CLOSED });
  const large = await openComparison(context, { closed: history });
  const calls: number[] = [];
  const times = { small: [] as number[], large: [] as number[] };
  try {
    for (const one of [small, large]) await one.compareAll();
    for (let run = 0; run < runs; run += 1) {
      times.small.push((await small.compareAll()).ms);
      const compared = await large.compareAll();
      times.large.push(compared.ms);
      calls.push(compared.calls);
    }
  } finally {
    await small.close();
    await large.close();
  }
  // The page without rows that ends a list, too.
  const pages = Math.ceil(openOrders / PAGE_SIZE) + 1;
  return [
    {
      id: "R9",
      name: `calls to compare ${openOrders} open orders without news; floor: pages of the list`,
      unit: "",
      ours: calls,
      floor: calls.map(() => pages),
      goal: { of: "ratio", atMost: 1.05 },
    },
    {
      id: "R9",
      name: `time of it beside ${history} closed orders; floor: beside ${FEW_CLOSED}`,
      unit: "ms",
      ours: times.large,
      floor: times.small,
      goal: { of: "ratio", atMost: 1.2 },
    },
    await starvationRow(context),
  ];
}

/** After how many minutes an order sent an hour ago is compared again, while thousands came to nothing long ago. */
async function starvationRow(context: BenchContext): Promise<Row> {
  const { deadOrders } = context.effort;
  const alone = await minutesUntilCompared(context, 0);
  const beside = await minutesUntilCompared(context, deadOrders);
  return {
    id: "R9",
    name: `minutes until a young order is compared again, beside ${deadOrders} dead ones; floor: without them`,
    unit: "min",
    ours: [beside],
    floor: [alone],
    goal: { of: "ratio", atMost: 1 },
    note: `counted, not measured: the clock is moved a minute at a time, ${STARVED_MINUTES} at most`,
  };
}

async function minutesUntilCompared(context: BenchContext, dead: number): Promise<number> {
  const comparison = await openComparison(context, { closed: 0, dead, open: 1 });
  try {
    // What is due by now is compared first, as it would have been by workers that ran all the time.
    await comparison.compareAll();
    const before = await comparison.lastCheck();
    for (let minute = 1; minute <= STARVED_MINUTES; minute += 1) {
      await comparison.sweep(MINUTE);
      if ((await comparison.lastCheck()) > before) return minute;
    }
    return STARVED_MINUTES;
  } finally {
    await comparison.close();
  }
}

interface Comparison {
  /** Moves the clock by an interval and compares everything that is due. */
  compareAll(): Promise<{ ms: number; calls: number }>;
  /** Moves the clock and compares once, as the periodic task does. */
  sweep(aheadMs: number): Promise<void>;
  /** When the first open order was compared last, in milliseconds. */
  lastCheck(): Promise<number>;
  close(): Promise<void>;
}

/** One shop whose account has open orders, which the list shows, and closed or dead ones. */
async function openComparison(
  context: BenchContext,
  { closed, dead = 0, open = context.effort.openOrders }: { closed: number; dead?: number; open?: number },
): Promise<Comparison> {
  const { service } = context;
  const database = await context.freshDatabase();
  const { clock, advance } = movedClock();
  const services = createBenchServices(context.settingsFor(database.url), { clock });
  const [shop] = await createShops(services, database, 1);
  const plan = (of: Partial<HistoryPlan> & Pick<HistoryPlan, "orders" | "first" | "ages" | "state">) =>
    fillHistory(database, { shops: [shop], extent: "core", ...of });
  const references = Array.from({ length: open }, (_, at) => referenceOf(at));
  await plan({ first: 0, orders: open, ages: { fromDays: 0.1, toDays: 0.05 }, state: "'submitted'" });
  if (closed > 0)
    await plan({ first: open, orders: closed, ages: { fromDays: 300, toDays: 30 }, state: "'fulfilled'" });
  if (dead > 0)
    await plan({ first: open + closed, orders: dead, ages: { fromDays: 60, toDays: 40 }, state: "'submitted'" });
  const sweep = () => sweepAccount(services.core.ctx, shop.printAccountId as PrintAccountId);
  return {
    async compareAll() {
      service.list(references);
      advance(INTERVAL_MS);
      service.takeReadCalls();
      const start = performance.now();
      let compared = await sweep();
      while (compared > 0) compared = await sweep();
      const ms = performance.now() - start;
      const { list, detail } = service.takeReadCalls();
      return { ms, calls: list + detail };
    },
    async sweep(aheadMs) {
      service.list(references);
      advance(aheadMs);
      await sweep();
    },
    async lastCheck() {
      const { rows } = await database.pool.query<{ at: Date }>(
        `SELECT "checkedAt" AS "at" FROM "Submission" WHERE "reference" = $1`,
        [referenceOf(0)],
      );
      return rows[0]?.at.getTime() ?? 0;
    },
    async close() {
      service.list([]);
      await services.close();
      await database.drop();
    },
  };
}
