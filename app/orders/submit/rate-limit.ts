import { Prisma } from "../../../prisma/client/client.ts";
import type { OrdersContext, WriteContext } from "../core/context.ts";
import type { Sql, Tx } from "../../database/sql.ts";
import { withJitter } from "../core/policy.ts";
import type { PrintAccountId } from "../../ports/ids.ts";

/** The wait while the account is at its limit, in milliseconds. */
const RECHECK_DELAY_MS = 1000;

const LEASE_PREFIX = "print-account-rate-limit:";

/** What `rateLimitColumns` gives. */
export interface RateLimitRow {
  /** Create calls that are open. */
  open: number;
  /** Create calls that were started within a second. */
  begun: number;
  /** When the wait that the service asked for ends (Retry-After); null: it asked for none. */
  until: Date | null;
}

/**
 * Columns of a statement, for `rateLimitDelay`. Claims are counted, so that all processes count the same: in the
 * transaction of a claim, after `lockAccount`.
 */
export function rateLimitColumns(ctx: Pick<OrdersContext, "clock" | "policy">, accountId: Prisma.Sql): Prisma.Sql {
  const now = ctx.clock.now();
  // A call older than its timeout has ended, even if its process crashed and recorded nothing.
  const timedOutBefore = new Date(now.getTime() - ctx.policy.createTimeoutMs);
  const oneSecondAgo = new Date(now.getTime() - 1000);
  return Prisma.sql`
    (SELECT count(*)::int FROM "Submission" call
      WHERE call."printAccountId" = ${accountId} AND call."state" = 'submitting' AND call."claimedAt" > ${timedOutBefore}) AS "open",
    (SELECT count(*)::int FROM "Submission" call
      WHERE call."printAccountId" = ${accountId} AND call."sentAt" > ${oneSecondAgo})
    + (SELECT count(*)::int FROM "Submission" again WHERE again."printAccountId" = ${accountId}
      AND again."lastAttemptAt" > ${oneSecondAgo} AND again."lastAttemptAt" > again."sentAt"
      AND again."sentAt" <= ${oneSecondAgo}) AS "begun",
    (SELECT l."until" FROM "Lease" l WHERE l."name" = ${LEASE_PREFIX} || ${accountId}::text AND l."until" > ${now}) AS "until"`;
}

/**
 * How long the next create call of a print account has to wait, in milliseconds. It waits while the service asks for
 * it, and while the policy's number of calls is open or was started within a second: the interface shows no limits
 * (print-service: x-not-shown).
 */
export function rateLimitDelay(
  { clock, policy, random }: Pick<OrdersContext, "clock" | "policy" | "random">,
  { open, begun, until }: RateLimitRow,
): number {
  // Jitter: not all calls start at the instant when the wait ends.
  if (until) return until.getTime() - clock.now().getTime() + Math.round(random() * 2 * RECHECK_DELAY_MS);
  const atLimit = open >= policy.accountConcurrency || begun >= policy.accountRequestsPerSecond;
  return atLimit ? withJitter(RECHECK_DELAY_MS, random()) : 0;
}

/** Whether orders use up what the account allows, or the service asked for a wait: calls that can wait, do. */
export async function isRateLimited(
  ctx: Pick<OrdersContext, "sql" | "clock" | "policy" | "random">,
  accountId: PrintAccountId,
): Promise<boolean> {
  const columns = rateLimitColumns(ctx, Prisma.sql`${accountId}::uuid`);
  const [row] = await ctx.sql.query<RateLimitRow>`SELECT ${columns}`;
  return row !== undefined && rateLimitDelay(ctx, row) > 0;
}

/** The same once one more call is claimed. */
export const withOneCallMore = ({ open, begun, until }: RateLimitRow): RateLimitRow => ({
  open: open + 1,
  begun: begun + 1,
  until,
});

/**
 * Until this transaction ends, no other one claims a call on these accounts. Taken after the locks of orders. Returns which are locked:
 * with `skipLocked` not those that another transaction has locked.
 */
export async function lockAccounts(
  tx: Tx,
  accountIds: readonly PrintAccountId[],
  { skipLocked = false } = {},
): Promise<Set<PrintAccountId>> {
  const rows = await tx.query<{ id: PrintAccountId }>`
    SELECT "id" FROM "PrintAccount" WHERE "id" = ANY(${[...new Set(accountIds)]}::uuid[]) ORDER BY "id"
    FOR NO KEY UPDATE ${skipLocked ? Prisma.sql`SKIP LOCKED` : Prisma.empty}`;
  return new Set(rows.map(({ id }) => id));
}

/** No process sends on this account for `waitMs`, or for longer where an earlier answer asked for longer. */
export async function coolDown(ctx: WriteContext, sql: Sql, accountId: PrintAccountId, waitMs: number): Promise<void> {
  const name = `${LEASE_PREFIX}${accountId}`;
  const until = new Date(ctx.clock.now().getTime() + waitMs);
  await sql.execute`
    INSERT INTO "Lease" ("name", "holder", "until") VALUES (${name}, ${ctx.ids.uuid()}::uuid, ${until})
    ON CONFLICT ("name") DO UPDATE SET "until" = GREATEST("Lease"."until", EXCLUDED."until")`;
}
