import type { OrdersContext } from "../core/context.ts";
import type { FollowedSubmission } from "./read-followed.ts";

interface FollowUpRecord {
  /** Progress was brought to Shopify, or had nothing to be brought to. */
  progressReported: boolean;
  /** When the next follow-up is due; null: nothing is left to do. */
  dueAt: Date | null;
  tries: number;
}

/** Records what a follow-up did, in one statement. The due time stays where the submission was made due again meanwhile. */
export async function recordFollowUp(
  ctx: Pick<OrdersContext, "db" | "clock">,
  { id, version, dueAt }: Pick<FollowedSubmission, "id" | "version" | "dueAt">,
  record: FollowUpRecord,
): Promise<void> {
  const reportedAt = record.progressReported ? ctx.clock.now() : null;
  await ctx.db.$executeRaw`
    UPDATE "Submission" SET "progressReportedAt" = COALESCE("progressReportedAt", ${reportedAt}::timestamptz),
      "dueAt" = CASE WHEN "version" = ${version} AND "dueAt" IS NOT DISTINCT FROM ${dueAt}::timestamptz THEN ${record.dueAt}::timestamptz ELSE "dueAt" END,
      "tries" = CASE WHEN "version" = ${version} AND "dueAt" IS NOT DISTINCT FROM ${dueAt}::timestamptz THEN ${record.tries}::int ELSE "tries" END
    WHERE "id" = ${id}::uuid`;
}
