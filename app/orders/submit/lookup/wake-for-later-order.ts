import type { OrdersContext } from "../../core/context.ts";
import { lookupGridMs } from "./next-lookup.ts";

/**
 * The service has this submission: from now on its list can prove that an uncertain one of the same account, attempted before,
 * is absent. Those are looked for as soon as a walk counts for a proof, on the grid of nextLook. Rows that
 * are looked for right now are written as they are: a look-up that puts one off is waited for, and its answer brought forward.
 */
export async function wakeForLaterOrder(
  ctx: Pick<OrdersContext, "db" | "clock" | "policy">,
  id: string,
): Promise<void> {
  const now = ctx.clock.now();
  const quietSeconds = ctx.policy.providerLagMs / 1_000;
  const gridSeconds = lookupGridMs(ctx.policy) / 1_000;
  await ctx.db.$executeRaw`
    UPDATE "Submission" SET "dueAt" = LEAST("dueAt", early."at") FROM (
      SELECT s."id", useful."at" FROM "Submission" witness
      JOIN "Submission" s ON s."printAccountId" = witness."printAccountId" AND s."state" = 'uncertain'
      CROSS JOIN LATERAL (
        SELECT coalesce(a."endedAt", a."startedAt") AS "ended" FROM "Attempt" a
        WHERE a."submissionId" = s."id" ORDER BY a."number" DESC LIMIT 1) attempt
      CROSS JOIN LATERAL (
        SELECT GREATEST(${now}::timestamptz, to_timestamp(
          ceil((extract(epoch FROM attempt."ended") + ${quietSeconds}::numeric) / ${gridSeconds}::numeric) * ${gridSeconds}::numeric)) AS "at"
      ) useful
      WHERE witness."id" = ${id}::uuid AND attempt."ended" < witness."sentAt"
        AND (s."lookupClaimedAt" IS NOT NULL OR s."dueAt" > useful."at")
      ORDER BY s."id" FOR UPDATE OF s) early
    WHERE "Submission"."id" = early."id"`;
}
