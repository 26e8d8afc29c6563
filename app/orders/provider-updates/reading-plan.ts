import type { PrintAccountId } from "../../ports/ids.ts";
import type { OrdersContext } from "../core/context.ts";
import { possibleDates } from "../provider-reader/find-order.ts";
import { type ComparisonRow, COMPARISON_COLUMNS } from "./comparison-row.ts";
import { DAY_MS } from "../../ports/clock.ts";
import type { Policy } from "../core/policy.ts";
import { stateIn } from "../core/state-in.ts";
import { AT_PROVIDER_STATES, FOLLOWED_STATES } from "../core/states.ts";

/** The cheapest reading of all that is due. Candidates for its begin: one, two, four … days ago, and the oldest that is due. */
export async function chooseReading(
  ctx: Pick<OrdersContext, "sql" | "clock">,
  printAccountId: PrintAccountId,
  due: readonly ComparisonRow[],
): Promise<ReadingPlan> {
  const now = ctx.clock.now().getTime();
  const costs = due.map((row) => ({
    sentAt: row.sentAt,
    detailRequests: row.serviceDate ? 1 : possibleDates(row).length,
  }));
  const oldest = Math.min(...due.map((row) => row.sentAt.getTime()));
  const starts: Date[] = [];
  for (let age = DAY_MS; now - age > oldest; age *= 2) starts.push(new Date(now - age));
  starts.push(new Date(oldest));
  // Counted no further than a scan could be the cheaper reading.
  const enough = Math.min(MAX_LIST_ORDERS, ordersForRequests(costs.reduce((sum, one) => sum + one.detailRequests, 0)));
  // Sorted: the planner would look for the newest rows from the oldest on, since it expects a third of all to be newer than `start`.
  const candidates = await ctx.sql.query<{ from: Date; sentSince: number }>`
    SELECT start AS "from", (SELECT count(*)::int FROM (
      SELECT FROM "Submission"
      WHERE "printAccountId" = ${printAccountId}::uuid AND "sentAt" >= start - interval '1 day'
      ORDER BY "sentAt" DESC LIMIT ${enough}
    ) AS sent) AS "sentSince"
    FROM unnest(${starts}::timestamptz[]) AS start`;
  return planReading(costs, candidates);
}

/** An open submission is compared until this age. Attention is open long before; staff can still have it checked. */
const OPEN_DAYS = 180;
/**
 * Fulfilled submissions are compared about once a day (in `providerCheckIntervalMs`) for two weeks: a further parcel
 * may be reported after the last known one.
 */
const LATE_PARCEL_DAYS = 14;
const CHECKS_A_DAY = 96;
const BATCH_SIZE = 500;

/**
 * The submissions of an account that are due for a comparison, at most a batch. Half of it are the youngest, and half the
 * longest overdue, measured by the interval of their age: neither delays the other. Those that the service failed to show
 * the last time come last, in changing order.
 */
export function findDueComparisons(
  { sql, clock, policy }: Pick<OrdersContext, "sql" | "clock" | "policy">,
  printAccountId: PrintAccountId,
): Promise<ComparisonRow[]> {
  const now = clock.now();
  const ago = (ms: number) => new Date(now.getTime() - ms);
  const ages = agesOf(now, policy);
  // Each branch, and each age, is a range of an index of its own (prisma/migrations). OFFSET 0: the planner would join all ages
  // with all that is open instead.
  return sql.query<ComparisonRow>`
    WITH due AS (
      SELECT s."id", s."sentAt", 'infinity'::float8 AS "overdue" FROM "Submission" s
      WHERE s."printAccountId" = ${printAccountId}::uuid AND s."checkedAt" IS NULL AND s."sentAt" IS NOT NULL
        AND ${stateIn("s", AT_PROVIDER_STATES)}
        AND coalesce(s."submittedAt", s."sentAt") <= ${ago(policy.providerCheckIntervalMs)}
      UNION ALL
      SELECT open."id", open."sentAt", extract(epoch FROM age."checkedUntil" - open."checkedAt") / age."intervals"
      FROM unnest(${ages.intervals}::int[], ${ages.sentAfter}::timestamptz[], ${ages.sentUntil}::timestamptz[],
        ${ages.checkedUntil}::timestamptz[]) AS age("intervals", "sentAfter", "sentUntil", "checkedUntil")
      CROSS JOIN LATERAL (
        SELECT s."id", s."sentAt", s."checkedAt" FROM "Submission" s
        WHERE s."printAccountId" = ${printAccountId}::uuid AND ${stateIn("s", FOLLOWED_STATES)}
          AND s."sentAt" > age."sentAfter" AND s."sentAt" <= age."sentUntil" AND s."checkedAt" <= age."checkedUntil"
        OFFSET 0
      ) AS open
      UNION ALL
      SELECT s."id", s."sentAt", 0 FROM "Submission" s
      WHERE s."printAccountId" = ${printAccountId}::uuid AND s."state" = 'fulfilled'
        AND s."sentAt" >= ${ago(LATE_PARCEL_DAYS * DAY_MS)}
        AND s."checkedAt" <= ${ago(policy.providerCheckIntervalMs * CHECKS_A_DAY)}
    ), ranked AS (
      SELECT "id", least(row_number() OVER (ORDER BY "sentAt" DESC),
        row_number() OVER (ORDER BY "overdue" DESC, "sentAt")) AS "rank" FROM due
    )
    SELECT ${COMPARISON_COLUMNS} FROM ranked
      JOIN "Submission" s ON s."id" = ranked."id" JOIN "Order" o ON o."id" = s."orderId"
    WHERE ranked."rank" <= ${BATCH_SIZE / 2}
    ORDER BY s."readFailingSince" IS NOT NULL,
      CASE WHEN s."readFailingSince" IS NULL THEN ranked."rank" ELSE hashtext(s."id"::text || ${now.toISOString()}) END`;
}

interface Ages {
  /** How many intervals lie between two comparisons at an age. */
  intervals: number[];
  sentAfter: Date[];
  sentUntil: Date[];
  checkedUntil: Date[];
}

/** An open submission of n days is due n intervals after its last comparison, and one of less than two days after one. */
function agesOf(now: Date, { providerCheckIntervalMs }: Policy): Ages {
  const days = Array.from({ length: OPEN_DAYS }, (_, day) => day);
  const ago = (ms: number) => new Date(now.getTime() - ms);
  const intervals = days.map((day) => Math.max(1, day));
  return {
    intervals,
    sentAfter: days.map((day) => ago((day + 1) * DAY_MS)),
    // Also one that was sent a moment after `now`.
    sentUntil: days.map((day) => ago(day === 0 ? -DAY_MS : day * DAY_MS)),
    checkedUntil: intervals.map((times) => ago(times * providerCheckIntervalMs)),
  };
}

/** One submission that is due for a comparison with the service. */
interface DueSubmission {
  sentAt: Date;
  /** Requests for its detail: one where the date is known, else one per possible date. */
  detailRequests: number;
}

/** The list is scanned from `listFrom` on; older submissions are read one by one. null: no scan. */
interface ReadingPlan {
  listFrom: Date | null;
  requests: number;
}

/** Largest page of the list (print-service: listOrders). */
const PAGE_SIZE = 200;
/** Half of what a scan may have (print-service/read-orders.ts): others may use the account, and items may fill its pages. */
const MAX_LIST_PAGES = 250;
/** No scan begins where as many orders, or more, were sent since. */
const MAX_LIST_ORDERS = MAX_LIST_PAGES * PAGE_SIZE;

/** How many orders as many requests of a scan show. */
const ordersForRequests = (requests: number): number => requests * PAGE_SIZE;

/**
 * The cheaper way to read all that is due: one scan for many recent submissions, details for a few old ones.
 * `sentSince`: how many orders of the account were sent since each candidate.
 */
export function planReading(
  due: readonly DueSubmission[],
  candidates: readonly { from: Date; sentSince: number }[],
): ReadingPlan {
  const details = (before: Date | null) =>
    due.filter(({ sentAt }) => before === null || sentAt < before).reduce((sum, one) => sum + one.detailRequests, 0);
  const plans: ReadingPlan[] = [
    { listFrom: null, requests: details(null) },
    ...candidates
      .filter(({ sentSince }) => sentSince < MAX_LIST_ORDERS)
      .map(({ from, sentSince }) => ({
        listFrom: from,
        // One more for the page without rows that ends a scan.
        requests: Math.ceil(sentSince / PAGE_SIZE) + 1 + details(from),
      })),
  ];
  return plans.reduce((best, plan) => (plan.requests < best.requests ? plan : best));
}
