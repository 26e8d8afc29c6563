import type { Submission } from "@prisma/client";
import { raiseAttention } from "../../core/raise-attention.ts";
import type { OrdersContext } from "../../core/context.ts";
import type { Tx } from "../../../database/transaction.ts";
import { lockOrder } from "../../core/lock.ts";
import { renewedClaim, scheduleRetry } from "../../core/reschedule.ts";
import { applyProviderOrder } from "../../provider-updates/apply-provider-order.ts";
import { failingSince } from "../../core/failed-attempts.ts";
import { nextLookupAt } from "./next-lookup.ts";
import { lastAttempt, lookUpByDetail, lookUpByListScan } from "./perform-lookup.ts";
import { findQualifyingScans, isProvenAbsent } from "./absence-proof.ts";
import { concludeAbsent } from "./conclude-absent.ts";
import { wakeForLaterOrder } from "./wake-for-later-order.ts";

/**
 * Looks for an uncertain submission at the service: detail first, then a complete walk, which it may share with others of its
 * account; records what was seen and draws the conclusion.
 */
export async function reconcileUncertain(ctx: OrdersContext, submissionId: string): Promise<void> {
  const row = await ctx.db.submission.findUnique({ where: { id: submissionId } });
  if (!row || row.state !== "uncertain" || !row.printAccountId || !row.sentAt) return;
  if (!(await claimLookup(ctx, row))) return;
  const target = { account: row.printAccountId, sentAt: row.sentAt };
  const detail = await lookUpByDetail(ctx, row, target);
  const lookups = detail.found
    ? [detail]
    : [detail, await lookUpByListScan(ctx, row, target, detail.result === "absent")];
  await ctx.db.lookup.createMany({
    data: lookups.map(({ found: _found, retryAfterMs: _wait, ...lookup }) => ({
      id: ctx.ids.uuid(),
      submissionId,
      ...lookup,
    })),
  });
  const found = lookups.find((lookup) => lookup.found)?.found;
  if (!found) return conclude(ctx, submissionId, Math.max(0, ...lookups.map((lookup) => lookup.retryAfterMs ?? 0)));
  await applyProviderOrder(ctx, {
    submissionId,
    ...found,
    reportedBy: lookups.at(-1)?.kind === "list_scan" ? "list" : "detail",
  });
  await wakeForLaterOrder(ctx, submissionId);
}

/** One look-up of a submission at a time; that of a process which is gone is over after a claim's time. */
async function claimLookup(ctx: OrdersContext, { id, dueAt }: Submission): Promise<boolean> {
  const { claimedAt: lookupClaimedAt, dueAt: until } = renewedClaim(ctx);
  const { count } = await ctx.db.submission.updateMany({
    where: { id, state: "uncertain", dueAt },
    data: { lookupClaimedAt, dueAt: until },
  });
  return count === 1;
}

/** Absent with proof: send again, a few times (or give up what is not wanted any more). Otherwise look again later, and ask a person in time. */
async function conclude(ctx: OrdersContext, submissionId: string, atLeastMs: number): Promise<void> {
  const mayResend = await ctx.db.$transaction(async (tx) => {
    const { orderId } = await tx.submission.findUniqueOrThrow({
      where: { id: submissionId },
      select: { orderId: true },
    });
    await lockOrder(tx, orderId);
    const row = await tx.submission.findUniqueOrThrow({ where: { id: submissionId }, include: { order: true } });
    if (row.state !== "uncertain") return false;
    const proof = await proofSoFar(tx, ctx, submissionId);
    if (proof.proven) return concludeAbsent(tx, ctx, row);
    await scheduleNextLookup(tx, ctx, row, proof, atLeastMs);
    return false;
  });
  if (mayResend) ctx.wake.submission(submissionId);
}

interface Proof {
  proven: boolean;
  /** When the last attempt ended. */
  ended: Date;
  /** When walks began that count. */
  qualifyingScans: Date[];
}

/** Walks are many where nobody decides for days: the newest are enough. */
const MAX_SCANS = 100;

async function proofSoFar(tx: Tx, ctx: OrdersContext, submissionId: string): Promise<Proof> {
  const { ended } = await lastAttempt(tx, submissionId);
  const scans = await tx.lookup.findMany({
    where: { submissionId, kind: "list_scan", result: "absent", at: { gte: ended } },
    orderBy: { at: "desc" },
    take: MAX_SCANS,
  });
  const qualifyingScans = findQualifyingScans(scans, ended, ctx.policy.providerLagMs);
  return { proven: isProvenAbsent(qualifyingScans, ctx.policy.providerLagMs), ended, qualifyingScans };
}

async function scheduleNextLookup(
  tx: Tx,
  ctx: OrdersContext,
  row: Submission,
  { ended, qualifyingScans }: Proof,
  atLeastMs: number,
): Promise<void> {
  const now = ctx.clock.now();
  const tries = row.tries + 1;
  const laterOrderCount = await tx.submission.count({
    where: { printAccountId: row.printAccountId, sentAt: { gt: ended }, submittedAt: { not: null } },
    take: 1,
  });
  const nextAt = nextLookupAt(ctx.policy, { now, tries, ended, qualifyingScans, laterOrderSeen: laterOrderCount > 0 });
  const retry = scheduleRetry(ctx, row.tries, { waitMs: nextAt.getTime() - now.getTime(), atLeastMs });
  await tx.submission.update({
    where: { id: row.id },
    data: { ...retry.data, lookupClaimedAt: null, version: { increment: 1 } },
  });
  const since = (await failingSince(tx, row)) ?? ended;
  if (now.getTime() - since.getTime() < ctx.policy.askStaffAfterMs) return;
  await raiseAttention(tx, ctx, {
    shopId: row.shopId,
    orderId: row.orderId,
    submissionId: row.id,
    code: "uncertain_needs_decision",
  });
}
