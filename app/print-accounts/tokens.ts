import { Prisma, type PrintAccount } from "../../prisma/client/client.ts";
import { batched } from "../common/batched.ts";
import type { SingleFlight } from "../ports/single-flight.ts";
import { RejectedError, UnauthorizedError } from "../ports/errors.ts";
import type { TokenSource } from "../ports/print-service.ts";
import type { ShopActionsContext } from "./context.ts";
import type { ShopsContext } from "../shops/context.ts";
import { readAccounts } from "./read-account.ts";
import { ACCEPTED, scheduleRecheck } from "./recheck-refused.ts";
import { decryptCredentials, decryptToken, encryptToken } from "./secrets.ts";
import type { PrintAccountId } from "../ports/ids.ts";

type TokenContext = ShopsContext & Pick<ShopActionsContext, "signIn">;

/**
 * Tokens of print accounts, encrypted in the database; one process at a time obtains a token for an account. An account
 * whose credentials were rejected throws UnauthorizedError without a call, until staff connects it again or
 * recheckRefused finds it accepted.
 */
export function createTokenSource(ctx: TokenContext, singleFlight: SingleFlight): TokenSource {
  const read = batched(async (ids: readonly PrintAccountId[]) => {
    const rows = await readAccounts(ctx.sql, Prisma.sql`"id" = ANY(${[...new Set(ids)]}::uuid[])`);
    return ids.map((id) => rows.find((row) => row.id === id));
  });
  const requireUsable = async (accountId: PrintAccountId) => usable(await read(accountId));
  const tokenOtherThan = (accountId: PrintAccountId, refused: string | null): Promise<string> =>
    singleFlight(`print-token:${accountId}`, {
      async existing() {
        const token = decryptToken(ctx, await requireUsable(accountId));
        return token === refused ? null : token;
      },
      renew: async () => obtainToken(ctx, await requireUsable(accountId)),
    });

  return {
    current: (accountId) => tokenOtherThan(accountId, null),
    renew: (accountId, refused) => tokenOtherThan(accountId, refused),
    async markRejected(accountId, token) {
      const row = await ctx.db.printAccount.findUnique({ where: { id: accountId } });
      // A token that was replaced meanwhile says nothing about the account.
      if (row && !row.refusedAt && decryptToken(ctx, row) === token) await recordRefusal(ctx, row);
    },
  };
}

function usable(row: PrintAccount | undefined): PrintAccount {
  if (!row) throw new UnauthorizedError("there is no such print account any more");
  if (row.kind === "practice") throw new UnauthorizedError("a practice account has no credentials");
  if (row.refusedAt) throw new UnauthorizedError("the print service refused the account's credentials");
  return row;
}

/**
 * Gets and stores a new token, and records whether the credentials were accepted.
 * @throws UnauthorizedError when the print service rejects the credentials, else UnavailableError
 */
export async function obtainToken(ctx: TokenContext, row: PrintAccount): Promise<string> {
  // Fenced by the version: a reconnection meanwhile has stored newer credentials.
  const fence = { id: row.id, version: row.version };
  try {
    const token = await ctx.signIn[row.interfaceVersion].fetchToken(decryptCredentials(ctx, row));
    await ctx.db.printAccount.updateMany({
      where: fence,
      data: { tokenEncrypted: encryptToken(ctx, row.id, token), tokenVersion: { increment: 1 }, ...ACCEPTED },
    });
    return token;
  } catch (error) {
    if (!(error instanceof RejectedError) && !(error instanceof UnauthorizedError)) throw error;
    await recordRefusal(ctx, row);
    throw new UnauthorizedError("the print service refused the account's credentials", { cause: error });
  }
}

/** No call is made with this account until it is accepted again. Fenced by the version that was rejected. */
async function recordRefusal(ctx: TokenContext, { id, version }: PrintAccount): Promise<void> {
  const { dueAt } = scheduleRecheck(ctx, 0).data;
  await ctx.db.printAccount.updateMany({
    where: { id, version },
    data: { refusedAt: ctx.clock.now(), dueAt, tries: 0, version: { increment: 1 } },
  });
  ctx.log.warn({ printAccount: id }, "the print service refuses the print account");
}
