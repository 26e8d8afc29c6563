import pLimit from "p-limit";
import { withLease } from "../database/lease.ts";
import type { OrdersContext } from "../orders/core/context.ts";
import { errorName } from "../ports/errors.ts";
import type { PrintAccountId, ShopId } from "../ports/ids.ts";
import { ACCOUNT_IN_USE } from "../print-accounts/read-account.ts";
import { findShopsToCheck } from "../shops/access.ts";

export type FindIds<Id> = (ctx: OrdersContext) => Promise<{ id: Id }[]>;
export type SweepOne<Id> = (ctx: OrdersContext, id: Id, stopping: AbortSignal) => Promise<unknown>;

export const installedShops: FindIds<ShopId> = ({ db }) =>
  db.shop.findMany({ where: { uninstalledAt: null }, select: { id: true } });

/** Shops that were uninstalled without a webhook, and shops whose token works again. */
export const shopsToCheck: FindIds<ShopId> = (ctx) =>
  findShopsToCheck(ctx, new Date(ctx.clock.now().getTime() - ctx.policy.checkInstallationAfterMs));

/** Accounts whose orders are compared with the print service. */
export const accountsToSweep: FindIds<PrintAccountId> = ({ db }) =>
  db.$queryRaw<{ id: PrintAccountId }[]>`
    SELECT a."id"::text AS "id" FROM "PrintAccount" a WHERE a."refusedAt" IS NULL AND ${ACCOUNT_IN_USE}`;

/** Also of an account that shops have left, as long as orders are followed on it: one of its orders may be missing here. */
export const accountsWithSyncGap: FindIds<PrintAccountId> = ({ db }) =>
  db.$queryRaw<{ id: PrintAccountId }[]>`
    SELECT a."id"::text AS "id" FROM "PrintAccount" a
    WHERE a."refusedAt" IS NULL AND a."syncGapFrom" IS NOT NULL AND ${ACCOUNT_IN_USE}`;

/** Shops, or accounts, swept at once: one that answers slowly does not delay all others. */
const SWEEP_CONCURRENCY = 3;

/**
 * Sweeps each shop or account under a lease, so that of many workers one does it. One that fails does not stop the
 * others. @throws the first one's error where every one that was swept failed, so that the job counts as failed
 */
export async function sweepEach<Id extends string>(
  ctx: OrdersContext,
  lease: string,
  leaseMs: number,
  stopping: AbortSignal,
  { findIds, run }: { findIds: FindIds<Id>; run: SweepOne<Id> },
): Promise<void> {
  const errors: unknown[] = [];
  let succeeded = 0;
  await pLimit(SWEEP_CONCURRENCY).map(await findIds(ctx), async ({ id }) => {
    if (stopping.aborted) return;
    const name = `${lease}:${id}`;
    try {
      const { held } = await withLease(ctx, name, leaseMs, () => run(ctx, id, stopping));
      if (held) succeeded += 1;
    } catch (error) {
      ctx.log.warn({ task: name, error: errorName(error) }, "sweep broke off");
      errors.push(error);
    }
  });
  if (errors.length > 0 && succeeded === 0) throw errors[0];
}
