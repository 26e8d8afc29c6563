import type { OrdersContext } from "../../core/context.ts";
import { lookupGridMs } from "./next-lookup.ts";
import type { SubmissionId } from "../../../ports/ids.ts";

/**
 * The service has these submissions, so its list can now prove that an uncertain one of the same account, attempted before, is
 * absent. Makes the lookups of those due as soon as a scan counts for a proof, on the grid of nextLookupAt. Rows whose lookup is
 * running are written, too: the row lock waits for a lookup that reschedules itself, and its next lookup is brought forward.
 */
export async function wakeForLaterOrders(
  ctx: Pick<OrdersContext, "db" | "clock" | "policy">,
  ids: readonly SubmissionId[],
): Promise<void> {
  const now = ctx.clock.now();
  const quietSeconds = ctx.policy.providerLagMs / 1_000;
  const gridSeconds = lookupGridMs(ctx.policy) / 1_000;
  await ctx.db.$executeRaw`
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
