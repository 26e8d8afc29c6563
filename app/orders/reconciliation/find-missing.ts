import type { Submission } from "@prisma/client";
import type { OrdersContext } from "../core/context.ts";
import { applyProviderOrder } from "../provider-updates/apply-provider-order.ts";
import { fetchDetail } from "../provider-reader/fetch-detail.ts";
import { earlierOrders, laterOrders } from "../provider-reader/adjacent-orders.ts";
import { honoursDateFilter } from "../provider-reader/honours-date-filter.ts";
import { reconcileUncertain } from "../submit/lookup/reconcile-uncertain.ts";
import { buildEvidence, showsNeighbors } from "../submit/lookup/absence-proof.ts";
import { recordAbsence } from "../provider-reader/record-absence.ts";
import { serviceRange } from "../provider-reader/service-time.ts";
import { UNSHIPPED_STATES } from "../core/states.ts";
import { tryProvider, type ProviderFailure } from "./try-provider.ts";

export type FindMissingResult =
  | "found"
  | "absent"
  | "still_uncertain"
  | "sent_again"
  | "cancelled"
  | "list_incomplete"
  | "invalid_state"
  | ProviderFailure;

/**
 * Looks for a submission that the list does not show: by detail under every date that it may have, then in the whole list
 * since it was sent. What is found is taken in; absent it is only where the list shows what was sent around it. An unclear one
 * goes the way of every look-up; one that the service had taken is never sent again from here: what was seen is kept, and a
 * person is asked.
 */
export async function findMissing(ctx: OrdersContext, row: Submission): Promise<FindMissingResult> {
  if (row.state === "uncertain") return retryLookup(ctx, row.id);
  const { printAccountId, sentAt } = row;
  if (!UNSHIPPED_STATES.includes(row.state) || !printAccountId || !sentAt) return "invalid_state";
  const calls = ctx.printService.forAccount(printAccountId);
  const detail = await tryProvider(() => fetchDetail(calls, row));
  if ("failed" in detail) return detail.failed;
  if (detail.value) {
    await applyProviderOrder(ctx, { submissionId: row.id, ...detail.value, reportedBy: "detail" });
    return "found";
  }
  const startedAt = ctx.clock.now();
  const earlier = await earlierOrders(ctx, printAccountId, sentAt);
  const range = serviceRange(earlier.at(-1)?.sentAt ?? sentAt, startedAt);
  const list = await tryProvider(async () => ({
    ...(await calls.listAll(range)),
    honoursFilter: await honoursDateFilter(calls),
  }));
  if ("failed" in list) return list.failed;
  const { rows, complete, honoursFilter } = list.value;
  const synced = rows.find(({ reference }) => reference === row.reference);
  if (synced) {
    await applyProviderOrder(ctx, { submissionId: row.id, synced, reportedBy: "list" });
    return "found";
  }
  if (!honoursFilter) return "date_filter_ignored";
  const later = await laterOrders(ctx, printAccountId, { after: row.submittedAt ?? sentAt, until: startedAt });
  const listed = new Set(rows.map(({ reference }) => reference));
  const evidence = buildEvidence({ earlier, later }, { startedAt, complete, listed }, ctx.policy.providerLagMs);
  if (!showsNeighbors(evidence)) return "list_incomplete";
  // A person who had it replaced meanwhile has answered.
  const recorded = await recordAbsence(ctx, row, {
    listEvidence: { ...range, ...evidence, rows: rows.length },
    actor: "person",
    isOpen: ({ replacedAt }) => replacedAt === null,
  });
  return recorded ? "absent" : "invalid_state";
}

async function retryLookup(ctx: OrdersContext, id: string): Promise<FindMissingResult> {
  const before = ctx.clock.now();
  await reconcileUncertain(ctx, id);
  const { state } = await ctx.db.submission.findUniqueOrThrow({ where: { id } });
  if (state === "ready") return "sent_again";
  if (state === "cancelled") return "cancelled";
  if (state !== "uncertain") return "found";
  const failed = await ctx.db.lookup.count({ where: { submissionId: id, at: { gte: before }, result: "failed" } });
  return failed > 0 ? "unavailable" : "still_uncertain";
}
