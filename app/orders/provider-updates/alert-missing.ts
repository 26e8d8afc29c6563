import type { Submission } from "../../../prisma/client/client.ts";
import type { SyncedOrder } from "../../ports/print-service.ts";
import type { OrdersContext } from "../core/context.ts";
import { applyProviderOrder } from "./apply-provider-order.ts";
import type { ComparisonRow } from "./comparison-row.ts";
import { evidenceByWholeList, recordAbsence } from "../provider-reader/absence-evidence.ts";
import { requireComplete, scanList } from "../provider-reader/list-scan.ts";
import { UNSHIPPED_STATES } from "../core/states.ts";
import type { PrintAccountId } from "../../ports/ids.ts";

/** Consecutive comparisons that did not show the submission. */
const MIN_CHECKS = 3;

type SentSubmission = Submission & { sentAt: Date };

/** Counts a comparison in which neither list nor detail showed a submission that one of them had shown before. */
export async function recordNotShown(ctx: Pick<OrdersContext, "sql" | "clock">, row: ComparisonRow): Promise<void> {
  const wasShown = row.serviceDate !== null || row.serviceOrderId !== null;
  // The service may drop from its list what has shipped.
  if (!wasShown || row.replacedAt || !UNSHIPPED_STATES.includes(row.state)) return;
  const now = ctx.clock.now();
  await ctx.sql.execute`
    UPDATE "Submission" SET "missingSince" = coalesce("missingSince", ${now}), "missingChecks" = "missingChecks" + 1
    WHERE "id" = ${row.id}::uuid AND "version" = ${row.version}`;
}

/**
 * Raises attention for the submissions among `compared` that the service has not shown for `policy.missingAfterMs`, in
 * several comparisons, and that its complete list lacks, too. Nothing is sent again; any later update of the service
 * clears the attention (mark-seen.ts). Concludes nothing from a list that is incomplete, ignores its date filter, or
 * shows none of our other orders of that time.
 * @throws RemoteError when the list cannot be read
 */
export async function alertMissing(
  ctx: OrdersContext,
  printAccountId: PrintAccountId,
  compared: readonly Pick<ComparisonRow, "id">[],
): Promise<void> {
  const missing = await missingAmong(ctx, compared);
  if (missing.length === 0) return;
  const from = new Date(Math.min(...missing.map((row) => row.sentAt.getTime())));
  const scan = await scanList(ctx, printAccountId, from);
  const absent = await applyShown(ctx, missing, scan.orders);
  if (absent.length === 0) return;
  const checked = await requireComplete(ctx, scan);
  const evidence =
    checked.outcome === "complete" ? await evidenceByWholeList(ctx, checked.scan, { from, absent }) : null;
  if (!evidence) return;
  const isOpen = ({ missingSince }: Submission) => missingSince !== null;
  for (const row of absent) await recordAbsence(ctx, row, { evidence, isOpen });
}

/** Raised once for each time that an order goes missing: a decision of staff stays. */
async function missingAmong(
  ctx: OrdersContext,
  compared: readonly Pick<ComparisonRow, "id">[],
): Promise<SentSubmission[]> {
  if (compared.length === 0) return [];
  const rows = await ctx.db.submission.findMany({
    where: {
      id: { in: compared.map(({ id }) => id) },
      state: { in: [...UNSHIPPED_STATES] },
      replacedAt: null,
      missingChecks: { gte: MIN_CHECKS },
      missingSince: { lte: new Date(ctx.clock.now().getTime() - ctx.policy.missingAfterMs) },
    },
    include: { attentions: { where: { code: "missing_at_provider" } } },
  });
  return rows.flatMap(({ attentions, ...row }) => {
    const alerted = attentions.some(
      ({ clearedAt, openedAt }) => !clearedAt || (row.missingSince !== null && openedAt >= row.missingSince),
    );
    return alerted || !row.sentAt ? [] : [{ ...row, sentAt: row.sentAt }];
  });
}

/** Applies what the list shows after all; returns the others. */
async function applyShown(
  ctx: OrdersContext,
  missing: readonly SentSubmission[],
  listed: ReadonlyMap<string, SyncedOrder>,
): Promise<SentSubmission[]> {
  const absent: SentSubmission[] = [];
  for (const row of missing) {
    const synced = listed.get(row.reference);
    if (synced) await applyProviderOrder(ctx, { submissionId: row.id, synced, reportedBy: "list" });
    else absent.push(row);
  }
  return absent;
}
