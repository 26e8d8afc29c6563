import type { PrintAccount } from "@prisma/client";
import { ForeignError } from "../../ports/errors.ts";
import type { SyncedOrder } from "../../ports/print-service.ts";
import type { OrdersContext } from "../core/context.ts";
import { heedsRange } from "../provider-reader/honours-date-filter.ts";
import { CLOSED, type GapTrouble } from "./sync-gap.ts";
import { keepStrays, knownAtService } from "./record-orphans.ts";
import { readList } from "../provider-reader/read-list-history.ts";
import { wakeOwners } from "./wake-orders-with-orphans.ts";

/** known: there was no gap. */
export type Learned = "known" | "not_yet" | "learned" | GapTrouble;

const DAY = 24 * 60 * 60 * 1000;
const WITNESS_DAYS = 14;
const WITNESSES = 5;

/** When the list shows all that was sent before the gap was noticed: calls that ran have ended, and the service has listed them. */
export const listedAt = (ctx: Pick<OrdersContext, "policy">, gapSeenAt: Date): Date =>
  new Date(gapSeenAt.getTime() + ctx.policy.createTimeoutMs + ctx.policy.quietPeriodMs);

/**
 * Reads in the service's list what was sent in a gap of this database, keeps it as strays, and lets the account send again.
 * The list has to be whole, heed its range, and show the last orders of ours from before the gap where there were any.
 * Nothing was sent after what is looked for, so no later order can vouch for it: only an end that can be seen does.
 */
export async function learnPast(ctx: OrdersContext, printAccountId: string): Promise<Learned> {
  const account = await ctx.db.printAccount.findUniqueOrThrow({ where: { id: printAccountId } });
  const { gapFrom, gapSeenAt } = account;
  if (!gapFrom || !gapSeenAt) return "known";
  if (ctx.clock.now() < listedAt(ctx, gapSeenAt)) return "not_yet";
  const { rows, trouble } = await readPast(ctx, account, gapFrom);
  // What is seen is there, whatever the list may lack. Repeating does no harm; the gap is closed last.
  await keepStrays(ctx, printAccountId, rows);
  await wakeOwners(ctx, printAccountId);
  if (trouble) {
    await ctx.db.printAccount.updateMany({ where: { id: account.id, gapSeenAt }, data: { gapTrouble: trouble } });
    return trouble;
  }
  // Not where another gap was noticed meanwhile.
  const { count } = await ctx.db.printAccount.updateMany({ where: { id: account.id, gapSeenAt }, data: CLOSED });
  return count === 1 ? "learned" : "not_yet";
}

async function readPast(
  ctx: OrdersContext,
  account: PrintAccount,
  gapFrom: Date,
): Promise<{ rows: SyncedOrder[]; trouble: GapTrouble | null }> {
  const witnesses = await recentlySent(ctx, account.id, gapFrom);
  const from = witnesses.reduce((first, { sentAt }) => (sentAt && sentAt < first ? sentAt : first), gapFrom);
  const calls = ctx.printService.forAccount(account.id);
  try {
    const { rows: found, whole } = await readList(calls, from, ctx.clock.now());
    const rows = [...found.values()];
    if (!whole) return { rows, trouble: "not_whole" };
    if (!(await heedsRange(calls))) return { rows, trouble: "range_not_heeded" };
    const witnessed = witnesses.every(({ reference }) => found.has(reference));
    return { rows, trouble: witnessed ? null : "witness_missing" };
  } catch (error) {
    if (!(error instanceof ForeignError)) throw error;
    ctx.log.warn({ account: account.id, error: error.name }, "the list could not be read after a gap; nothing is sent");
    return { rows: [], trouble: "unreadable" };
  }
}

/** The last that this database knows to be at the service: a list without one of them lacks others, too. */
function recentlySent(ctx: OrdersContext, printAccountId: string, gapFrom: Date) {
  return ctx.db.submission.findMany({
    where: {
      printAccountId,
      state: { in: [...knownAtService] },
      foundAt: null,
      replacedAt: null,
      sentAt: { gte: new Date(gapFrom.getTime() - WITNESS_DAYS * DAY) },
    },
    orderBy: { sentAt: "desc" },
    take: WITNESSES,
    select: { reference: true, sentAt: true },
  });
}
