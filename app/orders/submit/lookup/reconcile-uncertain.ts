import type { Submission } from "@prisma/client";
import { raise } from "../../core/raise-attention.ts";
import type { OrdersContext, Tx } from "../../core/context.ts";
import { lockOrder } from "../../core/lock.ts";
import { takeInSynced } from "../../provider-updates/apply-provider-order.ts";
import { vainSince } from "../../core/failed-attempts.ts";
import { nextLook } from "./next-lookup.ts";
import { lastAttempt, lookByDetail, lookByWalk } from "./perform-lookup.ts";
import { goodWalks, provenAbsent } from "./absence-proof.ts";
import { concludeAbsent } from "./conclude-absent.ts";
import { wakeForWitness } from "./wake-for-later-order.ts";

/**
 * Looks for an uncertain submission at the service: detail first, then a complete walk, which it may share with others of its
 * account; records what was seen and draws the conclusion.
 */
export async function lookUp(ctx: OrdersContext, submissionId: string): Promise<void> {
  const row = await ctx.db.submission.findUnique({ where: { id: submissionId } });
  if (!row || row.state !== "uncertain" || !row.printAccountId || !row.sentAt) return;
  if (!(await claimLook(ctx, row))) return;
  const place = { account: row.printAccountId, sentAt: row.sentAt };
  const detail = await lookByDetail(ctx, row, place);
  const looks = detail.found ? [detail] : [detail, await lookByWalk(ctx, row, place, detail.result === "absent")];
  await ctx.db.lookup.createMany({
    data: looks.map(({ found: _found, retryAfterMs: _wait, ...look }) => ({
      id: ctx.ids.uuid(),
      submissionId,
      ...look,
    })),
  });
  const found = looks.find((look) => look.found)?.found;
  if (!found) return conclude(ctx, submissionId, Math.max(0, ...looks.map((look) => look.retryAfterMs ?? 0)));
  await takeInSynced(ctx, { submissionId, ...found, seenBy: looks.at(-1)?.kind === "walk" ? "list" : "detail" });
  await wakeForWitness(ctx, submissionId);
}

/** One look-up of a submission at a time; that of a process which is gone is over after a claim's time. */
async function claimLook(ctx: OrdersContext, { id, dueAt }: Submission): Promise<boolean> {
  const until = new Date(ctx.clock.now().getTime() + ctx.policy.claimTtlMs);
  const { count } = await ctx.db.submission.updateMany({
    where: { id, state: "uncertain", dueAt },
    data: { dueAt: until, claimToken: ctx.ids.uuid() },
  });
  return count === 1;
}

/** Absent with proof: send again, a few times (or give up what is not wanted any more). Otherwise look again later, and ask a person in time. */
async function conclude(ctx: OrdersContext, submissionId: string, atLeastMs: number): Promise<void> {
  const woken = await ctx.db.$transaction(async (tx) => {
    const { orderId } = await tx.submission.findUniqueOrThrow({
      where: { id: submissionId },
      select: { orderId: true },
    });
    await lockOrder(tx, orderId);
    const row = await tx.submission.findUniqueOrThrow({ where: { id: submissionId }, include: { order: true } });
    if (row.state !== "uncertain") return false;
    const proof = await proofSoFar(tx, ctx, submissionId);
    if (proof.given) return concludeAbsent(tx, ctx, row);
    await lookLater(tx, ctx, row, proof, atLeastMs);
    return false;
  });
  if (woken) ctx.wake.submission(submissionId);
}

interface Proof {
  given: boolean;
  /** When the last attempt ended. */
  ended: Date;
  /** When walks began that count. */
  good: Date[];
}

/** Walks are many where nobody decides for days: the newest are enough. */
const MOST_WALKS = 100;

async function proofSoFar(tx: Tx, ctx: OrdersContext, submissionId: string): Promise<Proof> {
  const { ended } = await lastAttempt(tx, submissionId);
  const walks = await tx.lookup.findMany({
    where: { submissionId, kind: "walk", result: "absent", at: { gte: ended } },
    orderBy: { at: "desc" },
    take: MOST_WALKS,
  });
  const good = goodWalks(walks, ended, ctx.policy.quietPeriodMs);
  return { given: provenAbsent(good, ctx.policy.quietPeriodMs), ended, good };
}

async function lookLater(
  tx: Tx,
  ctx: OrdersContext,
  row: Submission,
  { ended, good }: Proof,
  atLeastMs: number,
): Promise<void> {
  const now = ctx.clock.now();
  const tries = row.tries + 1;
  const witness = await tx.submission.count({
    where: { printAccountId: row.printAccountId, sentAt: { gt: ended }, submittedAt: { not: null } },
    take: 1,
  });
  const wanted = nextLook(ctx.policy, { now, tries, ended, good, witness: witness > 0 });
  const dueAt = new Date(Math.max(wanted.getTime(), now.getTime() + atLeastMs));
  await tx.submission.update({
    where: { id: row.id },
    data: { tries, dueAt, claimToken: null, version: { increment: 1 } },
  });
  const since = (await vainSince(tx, row)) ?? ended;
  if (now.getTime() - since.getTime() < ctx.policy.decideAfterMs) return;
  await raise(tx, ctx, { shopId: row.shopId, orderId: row.orderId, submissionId: row.id, code: "uncertain_decide" });
}
