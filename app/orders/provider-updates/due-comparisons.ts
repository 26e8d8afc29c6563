import type { PrintAccountId } from "../../ports/ids.ts";
import type { OrdersContext } from "../core/context.ts";
import type { Policy } from "../core/policy.ts";
import { stateIn } from "../core/state-in.ts";
import { AT_PROVIDER_STATES, FOLLOWED_STATES } from "../core/states.ts";
import { COMPARISON_COLUMNS, type ComparisonRow } from "./comparison-row.ts";
import { DAY_MS } from "../../ports/clock.ts";

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
  { db, clock, policy }: Pick<OrdersContext, "db" | "clock" | "policy">,
  printAccountId: PrintAccountId,
): Promise<ComparisonRow[]> {
  const now = clock.now();
  const ago = (ms: number) => new Date(now.getTime() - ms);
  const ages = agesOf(now, policy);
  // Each branch, and each age, is a range of an index of its own (prisma/migrations). OFFSET 0: the planner would join all ages
  // with all that is open instead.
  return db.$queryRaw<ComparisonRow[]>`
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
