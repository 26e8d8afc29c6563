import type { PrintAccountId } from "../../ports/ids.ts";
import type { OrdersContext } from "../core/context.ts";
import { possibleDates } from "../provider-reader/find-order.ts";
import type { ComparisonRow } from "./comparison-row.ts";
import { MAX_LIST_ORDERS, ordersForRequests, planReading, type ReadingPlan } from "./reading-plan.ts";
import { DAY_MS } from "../../ports/clock.ts";

/** The cheapest reading of all that is due. Candidates for its begin: one, two, four … days ago, and the oldest that is due. */
export async function chooseReading(
  ctx: Pick<OrdersContext, "db" | "clock">,
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
  const candidates = await ctx.db.$queryRaw<{ from: Date; sentSince: number }[]>`
    SELECT start AS "from", (SELECT count(*)::int FROM (
      SELECT FROM "Submission"
      WHERE "printAccountId" = ${printAccountId}::uuid AND "sentAt" >= start - interval '1 day'
      ORDER BY "sentAt" DESC LIMIT ${enough}
    ) AS sent) AS "sentSince"
    FROM unnest(${starts}::timestamptz[]) AS start`;
  return planReading(costs, candidates);
}
