import { lookupDelay, type Policy } from "../../core/policy.ts";
import type { OrdersContext } from "../../core/context.ts";
import type { SubmissionId } from "../../../ports/ids.ts";

interface LookupProgress {
  now: Date;
  /** Lookups that were made. */
  tries: number;
  /** When the last attempt ended. */
  ended: Date;
  /** When the scans began that count for a proof. */
  qualifyingScans: readonly Date[];
  /** The service has accepted an order of the same account that was sent later: a scan can prove something. */
  laterOrderSeen: boolean;
}

/**
 * When to look for an uncertain submission again. The waits grow. Once a later order has arrived, the next lookup is no later
 * than the first instant at which a scan can prove something, and no wait is longer than a quiet period.
 */
export function nextLookupAt(
  policy: Policy,
  { now, tries, ended, qualifyingScans, laterOrderSeen }: LookupProgress,
): Date {
  const nowMs = now.getTime();
  const backoffAt = nowMs + lookupDelay(policy, tries);
  if (!laterOrderSeen) return alignToGrid(policy, nowMs, backoffAt);
  const since = qualifyingScans.length > 0 ? Math.min(...qualifyingScans.map((at) => at.getTime())) : ended.getTime();
  const provableAt = since + policy.providerLagMs;
  const usefulAt = provableAt > nowMs ? provableAt : nowMs + policy.providerLagMs;
  return alignToGrid(policy, nowMs, Math.min(backoffAt, usefulAt));
}

/** Longer waits end on a grid of so many milliseconds, so that one scan serves many lookups. */
export const lookupGridMs = (policy: Policy): number => Math.ceil(policy.providerLagMs / 10);

function alignToGrid(policy: Policy, now: number, at: number): Date {
  const grid = lookupGridMs(policy);
  return new Date(at - now < grid ? at : Math.ceil(at / grid) * grid);
}

/**
 * The service has these submissions, so its list can now prove that an uncertain one of the same account, attempted before, is
 * absent. Makes the lookups of those due as soon as a scan counts for a proof, on the grid of nextLookupAt. Rows whose lookup is
 * running are written, too: the row lock waits for a lookup that reschedules itself, and its next lookup is brought forward.
 */
export async function wakeForLaterOrders(
  ctx: Pick<OrdersContext, "sql" | "clock" | "policy">,
  ids: readonly SubmissionId[],
): Promise<void> {
  const now = ctx.clock.now();
  const quietSeconds = ctx.policy.providerLagMs / 1_000;
  const gridSeconds = lookupGridMs(ctx.policy) / 1_000;
  await ctx.sql.execute`
    UPDATE "Submission" SET "dueAt" = LEAST("dueAt", early."at") FROM (
      SELECT s."id", useful."at" FROM "Submission" later
      JOIN "Submission" s ON s."printAccountId" = later."printAccountId" AND s."state" = 'uncertain'
      CROSS JOIN LATERAL (
        SELECT coalesce(a."endedAt", a."startedAt") AS "ended" FROM "Attempt" a
        WHERE a."submissionId" = s."id" ORDER BY a."number" DESC LIMIT 1) attempt
      CROSS JOIN LATERAL (
        SELECT GREATEST(${now}::timestamptz, to_timestamp(
          ceil((extract(epoch FROM attempt."ended") + ${quietSeconds}::numeric) / ${gridSeconds}::numeric) * ${gridSeconds}::numeric)) AS "at"
      ) useful
      WHERE later."id" = ANY(${ids}::uuid[]) AND attempt."ended" < later."sentAt"
        AND (s."lookupClaimedAt" IS NOT NULL OR s."dueAt" > useful."at")
      ORDER BY s."id" FOR UPDATE OF s) early
    WHERE "Submission"."id" = early."id"`;
}
