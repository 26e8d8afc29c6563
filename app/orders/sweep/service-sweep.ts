import type { Submission } from "@prisma/client";
import type { OrdersContext } from "../context.ts";
import { takeInSynced } from "../news/compare.ts";
import { serviceDates, serviceRange } from "../resolve/service-time.ts";
import type { State } from "../transitions.ts";

const AT_SERVICE: State[] = ["submitted", "in_production", "shipped"];
const DAY = 24 * 60 * 60 * 1000;
const BATCH = 500;

/**
 * Compares an account's open submissions that are due for it with the service's list, and with its detail where the list
 * does not show them: finds tracking and status whose events never came. Older submissions are asked for more rarely,
 * so that the cost grows with what is open and due, not with all history.
 * @throws ForeignError when the service cannot be read
 */
export async function sweepAccount(ctx: OrdersContext, printAccountId: string): Promise<number> {
  const due = await dueForCheck(ctx, printAccountId);
  const oldest = due[0]?.sentAt;
  if (!oldest) return 0;
  const now = ctx.clock.now();
  const calls = ctx.printService.forAccount(printAccountId);
  const rows = new Map((await calls.listAll(serviceRange(oldest, now))).map((row) => [row.reference, row]));
  for (const submission of due) {
    const listed = rows.get(submission.reference);
    const synced = listed ?? (await askDetail(ctx, submission));
    if (synced) await takeInSynced(ctx, { submissionId: submission.id, synced, seenBy: listed ? "list" : "detail" });
    await ctx.db.submission.update({ where: { id: submission.id }, data: { checkedAt: now } });
  }
  await ctx.db.printAccount.update({ where: { id: printAccountId }, data: { sweptAt: now } });
  return due.length;
}

async function dueForCheck(ctx: OrdersContext, printAccountId: string): Promise<Submission[]> {
  const now = ctx.clock.now().getTime();
  const before = new Date(now - ctx.policy.serviceCheckMs);
  const rows = await ctx.db.submission.findMany({
    where: { printAccountId, state: { in: AT_SERVICE }, OR: [{ checkedAt: null }, { checkedAt: { lte: before } }] },
    orderBy: { sentAt: "asc" },
    take: BATCH,
  });
  return rows.filter((row) => {
    if (!row.sentAt) return false;
    const days = (now - row.sentAt.getTime()) / DAY;
    const since = (row.checkedAt ?? row.submittedAt ?? row.sentAt).getTime();
    return now - since >= ctx.policy.serviceCheckMs * Math.max(1, Math.floor(days));
  });
}

async function askDetail(ctx: OrdersContext, submission: Submission) {
  if (!submission.sentAt || !submission.printAccountId) return null;
  const calls = ctx.printService.forAccount(submission.printAccountId);
  const dates = submission.serviceDate ? [submission.serviceDate] : serviceDates(submission.sentAt);
  for (const date of dates) {
    const found = await calls.detail({ reference: submission.reference, date });
    if (found?.reference === submission.reference) return found;
  }
  return null;
}
