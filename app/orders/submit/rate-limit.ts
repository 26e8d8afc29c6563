import type { PrismaClient } from "@prisma/client";
import { blockUntil } from "../../database/lease.ts";
import type { OrdersContext, WriteContext } from "../core/context.ts";
import type { Tx } from "../../database/transaction.ts";
import { withJitter } from "../core/policy.ts";
import type { PrintAccountId } from "../../ports/ids.ts";

/** The wait while the account is at its limit, in milliseconds. */
const RECHECK_DELAY_MS = 1000;

const rateLimitLease = (accountId: PrintAccountId): string => `print-account-rate-limit:${accountId}`;

/**
 * How long the next create call of a print account has to wait, in milliseconds. It waits while the service asks for it
 * (Retry-After), and while the policy's number of calls is open or was started within a second: the interface shows no limits
 * (print-service: x-not-shown). Claims are counted, so that all processes count the same.
 */
export async function rateLimitDelay(
  ctx: Pick<OrdersContext, "clock" | "policy" | "random">,
  db: PrismaClient | Tx,
  accountId: PrintAccountId,
): Promise<number> {
  const { policy } = ctx;
  const now = ctx.clock.now();
  // A call older than its timeout has ended, even if its process crashed and recorded nothing.
  const timedOutBefore = new Date(now.getTime() - policy.createTimeoutMs);
  const oneSecondAgo = new Date(now.getTime() - 1000);
  const [row] = await db.$queryRaw<{ open: number; begun: number; until: Date | null }[]>`
    SELECT
      (SELECT count(*)::int FROM "Submission"
        WHERE "printAccountId" = ${accountId}::uuid AND "state" = 'submitting' AND "claimedAt" > ${timedOutBefore}) AS "open",
      (SELECT count(*)::int FROM "Submission"
        WHERE "printAccountId" = ${accountId}::uuid AND "sentAt" > ${oneSecondAgo}) AS "begun",
      (SELECT "until" FROM "Lease" WHERE "name" = ${rateLimitLease(accountId)} AND "until" > ${now}) AS "until"`;
  // Jitter: not all calls start at the instant when the wait ends.
  if (row?.until) return row.until.getTime() - now.getTime() + Math.round(ctx.random() * 2 * RECHECK_DELAY_MS);
  const atLimit =
    row !== undefined && (row.open >= policy.accountConcurrency || row.begun >= policy.accountRequestsPerSecond);
  return atLimit ? withJitter(RECHECK_DELAY_MS, ctx.random()) : 0;
}

/** Until this transaction ends, no other one claims a call on this account. Taken after the order's lock. */
export async function lockAccount(tx: Tx, accountId: PrintAccountId): Promise<void> {
  await tx.$queryRaw`SELECT 1 FROM "PrintAccount" WHERE "id" = ${accountId}::uuid FOR NO KEY UPDATE`;
}

/** No process sends on this account for `waitMs`. */
export async function coolDown(
  ctx: WriteContext,
  db: PrismaClient | Tx,
  accountId: PrintAccountId,
  waitMs: number,
): Promise<void> {
  await blockUntil(ctx, db, rateLimitLease(accountId), waitMs);
}
