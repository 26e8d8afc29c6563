import type { Submission } from "@prisma/client";
import type { OrdersContext } from "../core/context.ts";
import { takeInSynced } from "../provider-updates/apply-provider-order.ts";
import { askDetail } from "../provider-reader/fetch-detail.ts";
import { earlierOrders, laterOrders } from "../provider-reader/adjacent-orders.ts";
import { heedsRange } from "../provider-reader/honours-date-filter.ts";
import { lookUp } from "../submit/lookup/reconcile-uncertain.ts";
import { evidenceOf, showsAround } from "../submit/lookup/absence-proof.ts";
import { recordAbsence } from "../provider-reader/record-absence.ts";
import { serviceRange } from "../provider-reader/service-time.ts";
import type { State } from "../core/transitions.ts";
import { ask, type Silence } from "./try-provider.ts";

export type Looked =
  "found" | "absent" | "still_unclear" | "sent_again" | "given_up" | "list_incomplete" | "not_now" | Silence;

const TAKEN: readonly State[] = ["submitted", "in_production"];

/**
 * Looks for a submission that the list does not show: by detail under every date that it may have, then in the whole list
 * since it was sent. What is found is taken in; absent it is only where the list shows what was sent around it. An unclear one
 * goes the way of every look-up; one that the service had taken is never sent again from here: what was seen is kept, and a
 * person is asked.
 */
export async function lookForMissing(ctx: OrdersContext, row: Submission): Promise<Looked> {
  if (row.state === "uncertain") return lookAgain(ctx, row.id);
  const { printAccountId, sentAt } = row;
  if (!TAKEN.includes(row.state) || !printAccountId || !sentAt) return "not_now";
  const calls = ctx.printService.forAccount(printAccountId);
  const detail = await ask(() => askDetail(calls, row));
  if ("failed" in detail) return detail.failed;
  if (detail.answer) {
    await takeInSynced(ctx, { submissionId: row.id, ...detail.answer, seenBy: "detail" });
    return "found";
  }
  const startedAt = ctx.clock.now();
  const earlier = await earlierOrders(ctx, printAccountId, sentAt);
  const range = serviceRange(earlier.at(-1)?.sentAt ?? sentAt, startedAt);
  const list = await ask(async () => ({ ...(await calls.listAll(range)), heeds: await heedsRange(calls) }));
  if ("failed" in list) return list.failed;
  const { rows, whole, heeds } = list.answer;
  const synced = rows.find(({ reference }) => reference === row.reference);
  if (synced) {
    await takeInSynced(ctx, { submissionId: row.id, synced, seenBy: "list" });
    return "found";
  }
  if (!heeds) return "range_not_heeded";
  const later = await laterOrders(ctx, printAccountId, { after: row.submittedAt ?? sentAt, until: startedAt });
  const listed = new Set(rows.map(({ reference }) => reference));
  const evidence = evidenceOf({ earlier, later }, { startedAt, whole, listed }, ctx.policy.quietPeriodMs);
  if (!showsAround(evidence)) return "list_incomplete";
  // A person who had it replaced meanwhile has answered.
  const kept = await recordAbsence(ctx, row, {
    walked: { ...range, ...evidence, rows: rows.length },
    actor: "person",
    isOpen: ({ replacedAt }) => replacedAt === null,
  });
  return kept ? "absent" : "not_now";
}

async function lookAgain(ctx: OrdersContext, id: string): Promise<Looked> {
  const before = ctx.clock.now();
  await lookUp(ctx, id);
  const { state } = await ctx.db.submission.findUniqueOrThrow({ where: { id } });
  if (state === "ready") return "sent_again";
  if (state === "cancelled") return "given_up";
  if (state !== "uncertain") return "found";
  const failed = await ctx.db.lookup.count({ where: { submissionId: id, at: { gte: before }, result: "failed" } });
  return failed > 0 ? "unavailable" : "still_unclear";
}
