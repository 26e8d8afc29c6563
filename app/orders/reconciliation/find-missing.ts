import type { Submission } from "../../../prisma/client/client.ts";
import { applyProviderOrder } from "../provider-updates/apply-provider-order.ts";
import { evidenceByNeighbors, recordAbsence, earlierOrders, laterOrders } from "../provider-reader/absence-evidence.ts";
import { findOrder, queryFor } from "../provider-reader/find-order.ts";
import { requireDateFilter, scanList } from "../provider-reader/list-scan.ts";
import type { LookupContext } from "../provider-reader/shared-scan.ts";
import { reconcileUncertain } from "../submit/lookup/reconcile-uncertain.ts";
import type { Staff } from "../core/history.ts";
import { AT_PROVIDER_STATES, UNSHIPPED_STATES } from "../core/states.ts";
import { tryProvider, type ProviderFailure } from "./run-reconciliation.ts";
import type { SubmissionId } from "../../ports/ids.ts";

export type FindMissingResult =
  | "found"
  | "absent"
  | "still_uncertain"
  | "sent_again"
  | "rejected"
  | "cancelled"
  | "list_incomplete"
  | "invalid_state"
  | ProviderFailure;

/**
 * Looks for a submission that the list does not show: by detail under every possible date, then in the whole list since
 * it was sent. What is found is applied. The submission counts as absent only where the list shows what was sent around
 * it. An uncertain submission gets the usual lookup. One that the service had taken is never sent again from here: the
 * evidence is kept, and a person is asked.
 */
export async function findMissing(ctx: LookupContext, row: Submission, staff: Staff): Promise<FindMissingResult> {
  if (row.state === "uncertain") return retryLookup(ctx, row.id);
  const { printAccountId, sentAt } = row;
  if (!UNSHIPPED_STATES.includes(row.state) || !printAccountId || !sentAt) return "invalid_state";
  const detail = await tryProvider(() => findOrder(ctx, queryFor(row, printAccountId)));
  if (detail.outcome === "failed") return detail.failure;
  if (detail.value.outcome === "found") {
    await applyProviderOrder(ctx, { submissionId: row.id, ...detail.value, reportedBy: "detail" });
    return "found";
  }
  const earlier = await earlierOrders(ctx, printAccountId, sentAt);
  const list = await tryProvider(async () => {
    const scan = await scanList(ctx, printAccountId, earlier.at(-1)?.sentAt ?? sentAt);
    return { scan, checked: await requireDateFilter(ctx, scan) };
  });
  if (list.outcome === "failed") return list.failure;
  const { scan, checked } = list.value;
  const synced = scan.orders.get(row.reference);
  if (synced) {
    await applyProviderOrder(ctx, { submissionId: row.id, synced, reportedBy: "list" });
    return "found";
  }
  if (checked.outcome === "date_filter_ignored") return "date_filter_ignored";
  const later = await laterOrders(ctx, printAccountId, { after: row.submittedAt ?? sentAt, until: scan.startedAt });
  const evidence = evidenceByNeighbors(checked.scan, { earlier, later }, ctx.policy.providerLagMs);
  if (!evidence) return "list_incomplete";
  // A person who had it replaced meanwhile has answered.
  const recorded = await recordAbsence(ctx, row, {
    evidence,
    actor: staff,
    isOpen: ({ replacedAt }) => replacedAt === null,
  });
  return recorded ? "absent" : "invalid_state";
}

async function retryLookup(ctx: LookupContext, id: SubmissionId): Promise<FindMissingResult> {
  const before = ctx.clock.now();
  await reconcileUncertain(ctx, id);
  const { state } = await ctx.db.submission.findUniqueOrThrow({ where: { id } });
  // A worker may have claimed it meanwhile.
  if (state === "ready" || state === "submitting") return "sent_again";
  if (state === "rejected" || state === "cancelled") return state;
  if (AT_PROVIDER_STATES.includes(state)) return "found";
  if (state !== "uncertain") return "invalid_state";
  const failed = await ctx.db.lookup.count({ where: { submissionId: id, at: { gte: before }, result: "failed" } });
  return failed > 0 ? "unavailable" : "still_uncertain";
}
