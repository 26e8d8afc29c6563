import { Prisma, type PrintAccount } from "../../prisma/client/client.ts";
import { withLease } from "../database/lease.ts";
import { RemoteError } from "../ports/errors.ts";
import type { PrintAccountId } from "../ports/ids.ts";
import { NOT_DUE, scheduleRetry, type Retry } from "../orders/core/reschedule.ts";
import type { ShopsContext } from "../shops/context.ts";
import type { ShopActionsContext } from "./context.ts";
import { ACCOUNT_IN_USE, readAccounts } from "./read-account.ts";
import { decryptCredentials, encryptCredentials, encryptToken, hashLogin, tokenEndOf } from "./secrets.ts";
import { DAY_MS, MINUTE_MS } from "../ports/clock.ts";

/** Waits between rechecks of a rejected account: doubled each time, so that the service does not lock it. */
const RECHECK_WAITS = { retryMinMs: 60_000, retryMaxMs: 6 * 60 * 60_000 };

/** When an account is rechecked that was rejected, and found so `tries` times since. Not spread: accounts are few. */
export const scheduleRecheck = ({ clock }: Pick<ShopsContext, "clock">, tries: number): Retry =>
  scheduleRetry({ clock, policy: RECHECK_WAITS, random: () => 0.5 }, tries);

/** Columns of an account that the print service accepts. */
export const ACCEPTED = { refusedAt: null, ...NOT_DUE } as const;

export type RecheckContext = ShopsContext & Pick<ShopActionsContext, "signIn" | "wakeHeld">;

/** Tries print accounts again that the service rejected. Once it accepts one, the orders held for the account continue. */
export async function recheckRefused(ctx: RecheckContext): Promise<void> {
  const now = ctx.clock.now();
  const due = await ctx.db.$queryRaw<{ id: PrintAccountId }[]>`
    SELECT a."id"::text AS "id" FROM "PrintAccount" a
    WHERE a."dueAt" <= ${now} AND ${ACCOUNT_IN_USE} ORDER BY a."dueAt" LIMIT 20`;
  const rows = await ctx.db.printAccount.findMany({
    // Another process may have taken one since: it is not due any more, and its new time is that process's claim.
    where: { id: { in: due.map(({ id }) => id) }, dueAt: { lte: now } },
    orderBy: { dueAt: "asc" },
  });
  for (const row of rows) await recheck(ctx, row);
}

async function recheck(ctx: RecheckContext, row: PrintAccount): Promise<void> {
  const { data } = scheduleRecheck(ctx, row.tries + 1);
  // Of several processes one tries. After a crash the next turn continues, also where only the waking is left to do.
  const { count } = await ctx.db.printAccount.updateMany({
    where: { id: row.id, dueAt: row.dueAt },
    data,
  });
  if (count === 0 || (row.refusedAt && !(await isAccepted(ctx, row)))) return;
  const shops = await ctx.db.shop.findMany({ where: { printAccountId: row.id }, select: { id: true } });
  for (const { id } of shops) await ctx.wakeHeld(id, ["print_account_rejected"]);
  await ctx.db.printAccount.updateMany({ where: { id: row.id, refusedAt: null, dueAt: data.dueAt }, data: ACCEPTED });
}

/** Fenced by the version: a person who reconnects meanwhile brings newer credentials than these. */
async function isAccepted(ctx: RecheckContext, row: PrintAccount): Promise<boolean> {
  try {
    const signIn = ctx.signIn[row.interfaceVersion];
    const token = await signIn.fetchToken(decryptCredentials(ctx, row));
    if ((await signIn.checkToken(token)) !== "accepted") return false;
    const { count } = await ctx.db.printAccount.updateMany({
      where: { id: row.id, version: row.version },
      data: {
        tokenEncrypted: encryptToken(ctx, row.id, token),
        tokenVersion: { increment: 1 },
        refusedAt: null,
        version: { increment: 1 },
      },
    });
    if (count === 1) ctx.log.info({ printAccount: row.id }, "the print service accepts the account again");
    return count === 1;
  } catch (error) {
    if (!(error instanceof RemoteError)) throw error;
    return false;
  }
}

/** An access token is renewed, or its end told, so long before. */
export const TOKEN_NOTICE_MS = 30 * DAY_MS;
/** Longer than the two calls of a renewal take: another process may take over then. */
const RENEWAL_MS = 2 * MINUTE_MS;

/**
 * Renews access tokens that end soon, where the print service gives a new one for them. Whether it does is not known, so that nothing
 * relies on it: the shop is told of the end all the same, until there is a new token (findTokenEnd). Nothing is asked with the token of an
 * account that no shop uses any more.
 */
export async function renewEndingTokens(ctx: RecheckContext, stopping?: AbortSignal): Promise<void> {
  const soon = new Date(ctx.clock.now().getTime() + TOKEN_NOTICE_MS);
  const ending = Prisma.sql`a."kind" = 'live' AND a."refusedAt" IS NULL AND a."tokenEndsAt" <= ${soon}`;
  const due = await ctx.db.$queryRaw<{ id: PrintAccountId }[]>`
    SELECT a."id"::text AS "id" FROM "PrintAccount" a WHERE ${ending} AND ${ACCOUNT_IN_USE} LIMIT 100`;
  for (const { id } of due) {
    if (stopping?.aborted) return;
    // One process at a time: a new token may end the one that another process has just been given, and is about to store.
    await withLease(ctx, `renew-token:${id}`, RENEWAL_MS, async () => {
      const [row] = await readAccounts(
        ctx.sql,
        Prisma.sql`"id" IN (SELECT a."id" FROM "PrintAccount" a WHERE a."id" = ${id}::uuid AND ${ending})`,
      );
      if (row) await renewToken(ctx, row);
    });
  }
}

/** Fenced by the version: a person may have given a new token meanwhile. */
async function renewToken(ctx: RecheckContext, row: PrintAccount): Promise<void> {
  const credentials = decryptCredentials(ctx, row);
  if (!("accessToken" in credentials)) return;
  try {
    const accessToken = await ctx.signIn[row.interfaceVersion].refreshToken(credentials.accessToken);
    if (accessToken === null) return;
    const renewed = { accessToken };
    const { count } = await ctx.db.printAccount.updateMany({
      where: { id: row.id, version: row.version },
      data: {
        emailHash: hashLogin(ctx, renewed, row.interfaceVersion),
        credentialsEncrypted: encryptCredentials(ctx, row.id, renewed),
        tokenEncrypted: encryptToken(ctx, row.id, accessToken),
        tokenVersion: { increment: 1 },
        tokenEndsAt: tokenEndOf(renewed, ctx.clock.now()),
        version: { increment: 1 },
      },
    });
    if (count === 1) ctx.log.info({ printAccount: row.id }, "an access token was renewed");
  } catch (error) {
    if (!(error instanceof RemoteError)) throw error;
  }
}

/** When an account's access token ends, once that is near; ISO 8601, UTC. null: not soon, or a new one needs no person. */
export function findTokenEnd(
  { clock }: Pick<ShopsContext, "clock">,
  account: Pick<PrintAccount, "tokenEndsAt" | "refusedAt"> | null,
): string | null {
  const { tokenEndsAt = null, refusedAt = null } = account ?? {};
  if (!tokenEndsAt || refusedAt) return null;
  return tokenEndsAt.getTime() - clock.now().getTime() <= TOKEN_NOTICE_MS ? tokenEndsAt.toISOString() : null;
}
