import type { SyncGapProblem } from "../../prisma/client/client.ts";
import type { ShopsContext } from "../shops/context.ts";
import { findOutage, type OutageContext, type ProviderOutage } from "../print-accounts/provider-outage.ts";
import { decryptCredentials } from "../print-accounts/secrets.ts";
import type { ShopId } from "../ports/ids.ts";

/** Orders sent since `from` may be unknown, so nothing is sent (orders/gap-recovery). `problem`: what stops the check. */
export interface AccountSyncGap {
  from: string;
  problem: SyncGapProblem | null;
}

/** A shop's print account as its settings page shows it. Times are ISO 8601, UTC. */
export type AccountView =
  | { state: "none" }
  | { state: "practice"; since: string | null; gap: AccountSyncGap | null }
  | {
      state: "connected";
      email: string;
      since: string | null;
      gap: AccountSyncGap | null;
      outage: ProviderOutage | null;
    }
  | { state: "rejected"; email: string; refusedAt: string };

/** A shop's print account without password and token. @throws DecryptionError */
export async function viewAccount(
  ctx: Pick<ShopsContext, "db" | "encryptor"> & OutageContext,
  shopId: ShopId,
): Promise<AccountView> {
  const shop = await ctx.db.shop.findUnique({ where: { id: shopId }, include: { printAccount: true } });
  if (!shop?.printAccount) return { state: "none" };
  const { kind, refusedAt, syncGapFrom, syncGapProblem } = shop.printAccount;
  const gap = syncGapFrom && { from: syncGapFrom.toISOString(), problem: syncGapProblem };
  const since = shop.connectedAt?.toISOString() ?? null;
  if (kind === "practice") return { state: "practice", since, gap };
  const { email } = decryptCredentials(ctx, shop.printAccount);
  return refusedAt
    ? { state: "rejected", email, refusedAt: refusedAt.toISOString() }
    : { state: "connected", email, since, gap, outage: findOutage(ctx, shop.printAccount) };
}
