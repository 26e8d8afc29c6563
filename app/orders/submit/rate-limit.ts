import type { PrismaClient } from "@prisma/client";
import { blockUntil } from "../../database/lease.ts";
import type { OrdersContext } from "../core/context.ts";
import type { Tx } from "../../database/transaction.ts";
import { withJitter } from "../core/policy.ts";

/** The wait, in milliseconds, where the account names none. */
const RECHECK_DELAY_MS = 1000;

const rateLimitLease = (accountId: string): string => `print-account-rate-limit:${accountId}`;

/**
 * How long the next create call of a print account has to wait, in milliseconds; 0: it may go. It waits while the account
 * asked for it (Retry-After), and while as many calls as we allow ourselves are open or were begun within a second: the
 * interface shows no limits (print-service: x-not-shown). Counted are claims, so all processes count the same.
 */
export async function rateLimitDelay(
  ctx: Pick<OrdersContext, "clock" | "policy" | "random">,
  db: PrismaClient | Tx,
  accountId: string,
): Promise<number> {
  const { policy } = ctx;
  const now = ctx.clock.now();
  // A call older than its time limit is over, also where its process crashed before it could record that.
  const timedOutBefore = new Date(now.getTime() - policy.createTimeoutMs);
  const oneSecondAgo = new Date(now.getTime() - 1000);
  const [row] = await db.$queryRaw<{ open: number; begun: number; until: Date | null }[]>`
    SELECT
      (SELECT count(*)::int FROM "Submission"
        WHERE "printAccountId" = ${accountId}::uuid AND "state" = 'submitting' AND "claimedAt" > ${timedOutBefore}) AS "open",
      (SELECT count(*)::int FROM "Submission"
        WHERE "printAccountId" = ${accountId}::uuid AND "sentAt" > ${oneSecondAgo}) AS "begun",
      (SELECT "until" FROM "Lease" WHERE "name" = ${rateLimitLease(accountId)} AND "until" > ${now}) AS "until"`;
  // Spread, so that not all calls come at the instant when the wait ends.
  if (row?.until) return row.until.getTime() - now.getTime() + Math.round(ctx.random() * 2 * RECHECK_DELAY_MS);
  const atLimit =
    row !== undefined && (row.open >= policy.accountConcurrency || row.begun >= policy.accountRequestsPerSecond);
  return atLimit ? withJitter(RECHECK_DELAY_MS, ctx.random()) : 0;
}

/** No other transaction decides what this account may send until this one ends. Needs the order's lock, which comes first. */
export async function lockAccount(tx: Tx, accountId: string): Promise<void> {
  await tx.$queryRaw`SELECT 1 FROM "PrintAccount" WHERE "id" = ${accountId}::uuid FOR NO KEY UPDATE`;
}

/** No process sends on this account for a while. Other accounts go on. */
export async function coolDown(
  ctx: Pick<OrdersContext, "clock" | "ids">,
  db: PrismaClient | Tx,
  accountId: string,
  waitMs: number,
): Promise<void> {
  await blockUntil(ctx, db, rateLimitLease(accountId), waitMs);
}
