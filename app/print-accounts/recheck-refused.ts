import type { PrintAccount } from "@prisma/client";
import { RemoteError } from "../ports/errors.ts";
import type { ShopsContext, WakeHeld } from "../shops/context.ts";
import { decryptCredentials, encryptToken } from "./secrets.ts";
import type { Credentials } from "../ports/connection-check.ts";

/** Waits before the tries of a refused account: doubled from the first to the longest, so that no service locks it. */
export const FIRST_RECHECK_MS = 60_000;
const LONGEST_RECHECK_MS = 6 * 60 * 60_000;

/** What an account is that the print service takes. */
export const ACCEPTED = { refusedAt: null, recheckAt: null, rechecks: 0 } as const;

export interface RecheckContext extends ShopsContext {
  /** Obtains a token from the print service. @throws Unauthorized when it refuses the credentials, else Unavailable */
  fetchToken(credentials: Credentials): Promise<string>;
  /** Asks the service something harmless with a token. */
  checkToken(token: string): Promise<"accepted" | "rejected" | "unknown">;
  wakeHeld: WakeHeld;
}

/** Tries print accounts again that the service refused; those that it takes go on by themselves, with all that waited for it. */
export async function recheckRefused(ctx: RecheckContext): Promise<void> {
  const due = await ctx.db.printAccount.findMany({
    where: { recheckAt: { lte: ctx.clock.now() }, shops: { some: { uninstalledAt: null } } },
    orderBy: { recheckAt: "asc" },
    take: 20,
  });
  for (const row of due) await recheck(ctx, row);
}

async function recheck(ctx: RecheckContext, row: PrintAccount): Promise<void> {
  const delay = Math.min(LONGEST_RECHECK_MS, FIRST_RECHECK_MS * 2 ** Math.min(row.rechecks + 1, 20));
  const recheckAt = new Date(ctx.clock.now().getTime() + delay);
  // Of several processes one tries; a crash leaves it to the next turn, also where only the waking is left to do.
  const { count } = await ctx.db.printAccount.updateMany({
    where: { id: row.id, recheckAt: row.recheckAt },
    data: { recheckAt, rechecks: { increment: 1 } },
  });
  if (count === 0 || (row.refusedAt && !(await isAccepted(ctx, row)))) return;
  const shops = await ctx.db.shop.findMany({ where: { printAccountId: row.id }, select: { id: true } });
  for (const { id } of shops) await ctx.wakeHeld(id, ["print_account_rejected"]);
  await ctx.db.printAccount.updateMany({ where: { id: row.id, refusedAt: null, recheckAt }, data: ACCEPTED });
}

/** Fenced by the version: a person who reconnects meanwhile brings newer credentials than these. */
async function isAccepted(ctx: RecheckContext, row: PrintAccount): Promise<boolean> {
  try {
    const token = await ctx.fetchToken(decryptCredentials(ctx, row));
    if ((await ctx.checkToken(token)) !== "accepted") return false;
    const { count } = await ctx.db.printAccount.updateMany({
      where: { id: row.id, version: row.version },
      data: {
        tokenEncrypted: encryptToken(ctx, row.id, token),
        tokenVersion: { increment: 1 },
        refusedAt: null,
        version: { increment: 1 },
      },
    });
    if (count === 1) ctx.log.info({ printAccount: row.id }, "the print service takes the account again");
    return count === 1;
  } catch (error) {
    if (!(error instanceof RemoteError)) throw error;
    return false;
  }
}
