import { checkAccess, findShopsToCheck } from "../shops/access.ts";
import type { ShopLifecycleContext } from "../shops/context.ts";
import { withLease } from "../database/lease.ts";
import { dispatchFlowEvents } from "../orders/flow-outbox/dispatch.ts";
import type { OrdersContext } from "../orders/core/context.ts";
import { rematchEvents } from "../orders/provider-updates/rematch-events.ts";
import { backfill } from "../orders/gap-recovery/backfill.ts";
import { clearRecovered } from "../orders/core/failed-work.ts";
import { alertOverdue } from "../orders/provider-updates/alert-overdue.ts";
import { alertSilent } from "../orders/provider-updates/alert-silent.ts";
import { sweepAccount } from "../orders/provider-updates/sweep-account.ts";
import { sweepShop } from "../orders/receive/sweep-shop.ts";
import type { PeriodicTask } from "../jobs/timers.ts";
import { inParallel } from "../common/in-parallel.ts";

const MINUTE = 60_000;

/** How often the periodic tasks run, in milliseconds. */
export interface PeriodicIntervals {
  heartbeatEveryMs: number;
  backfillEveryMs: number;
  pollEveryMs: number;
  shopifySweepEveryMs: number;
  providerSweepEveryMs: number;
  /** Another process may begin a sweep that has gone on for so long. */
  sweepLeaseMs: number;
  flowEveryMs: number;
  accessCheckEveryMs: number;
  /** How often rejected print accounts are checked for a due retry. */
  recheckEveryMs: number;
}

export interface PeriodicOptions extends PeriodicIntervals {
  ctx: OrdersContext;
  /** Makes the workers check for due rows. */
  pollDue(): Promise<unknown>;
  heartbeat(): Promise<unknown>;
  refreshExpiringTokens(): Promise<unknown>;
  maintainWebhookSecrets(): Promise<unknown>;
  registerMissing(): Promise<unknown>;
  recheckRejected(): Promise<unknown>;
  prune(): Promise<unknown>;
  shopContext: ShopLifecycleContext;
}

/** What runs again and again. Sweeps hold a lease, so that of many workers one does them. */
export function periodicTasks(options: PeriodicOptions): PeriodicTask[] {
  const { ctx } = options;
  return [
    { name: "heartbeat", everyMs: options.heartbeatEveryMs, run: options.heartbeat },
    {
      name: "backfill",
      everyMs: options.backfillEveryMs,
      run: (stopping) => backfillAccounts(ctx, options.sweepLeaseMs, stopping),
    },
    { name: "due rows", everyMs: options.pollEveryMs, run: options.pollDue },
    {
      name: "Shopify sweep",
      everyMs: options.shopifySweepEveryMs,
      run: (stopping) => sweepShops(ctx, options.sweepLeaseMs, stopping),
    },
    {
      name: "provider sweep",
      everyMs: options.providerSweepEveryMs,
      run: (stopping) => sweepAccounts(ctx, options.sweepLeaseMs, stopping),
    },
    { name: "flow events", everyMs: options.flowEveryMs, run: () => dispatchFlowEvents(ctx) },
    { name: "overdue alerts", everyMs: MINUTE, run: () => alertOverdue(ctx) },
    { name: "failed work", everyMs: MINUTE, run: () => clearRecovered(ctx) },
    { name: "silent order alerts", everyMs: MINUTE, run: () => alertSilent(ctx) },
    { name: "unmatched webhooks", everyMs: MINUTE, run: () => rematchEvents(ctx) },
    { name: "webhook secrets", everyMs: 5 * MINUTE, run: options.maintainWebhookSecrets },
    { name: "missing webhook registrations", everyMs: 5 * MINUTE, run: options.registerMissing },
    {
      name: "shop access",
      everyMs: options.accessCheckEveryMs,
      run: (stopping) => checkShopAccess(ctx, options.shopContext, options.sweepLeaseMs, stopping),
    },
    { name: "rejected accounts", everyMs: options.recheckEveryMs, run: options.recheckRejected },
    { name: "retention", everyMs: 60 * MINUTE, run: options.prune },
    { name: "unused tokens", everyMs: 60 * MINUTE, run: options.refreshExpiringTokens },
  ];
}

/** Shops, or accounts, swept at once: one that answers slowly does not keep all others waiting. */
const SWEEP_CONCURRENCY = 3;

async function sweepShops(ctx: OrdersContext, leaseMs: number, stopping: AbortSignal): Promise<void> {
  const shops = await ctx.db.shop.findMany({ where: { uninstalledAt: null }, select: { id: true } });
  await inParallel(SWEEP_CONCURRENCY, shops, ({ id }) =>
    runLeased(ctx, `sweep-shop:${id}`, leaseMs, stopping, () => sweepShop(ctx, id, stopping)),
  );
}

/** The account of a merchant who has left is not called any longer; when they come back, it is where it was. */
const IN_USE = { refusedAt: null, shops: { some: { uninstalledAt: null } } };

async function sweepAccounts(ctx: OrdersContext, leaseMs: number, stopping: AbortSignal): Promise<void> {
  const accounts = await ctx.db.printAccount.findMany({ where: IN_USE, select: { id: true } });
  await inParallel(SWEEP_CONCURRENCY, accounts, ({ id }) =>
    runLeased(ctx, `sweep-account:${id}`, leaseMs, stopping, () => sweepAccount(ctx, id, stopping)),
  );
}

async function backfillAccounts(ctx: OrdersContext, leaseMs: number, stopping: AbortSignal): Promise<void> {
  const withSyncGap = { ...IN_USE, syncGapFrom: { not: null } };
  const accounts = await ctx.db.printAccount.findMany({ where: withSyncGap, select: { id: true } });
  await inParallel(SWEEP_CONCURRENCY, accounts, ({ id }) =>
    runLeased(ctx, `backfill:${id}`, leaseMs, stopping, () => backfill(ctx, id)),
  );
}

/** A shop that is gone without a word, and one that is back. */
async function checkShopAccess(
  ctx: OrdersContext,
  shopContext: ShopLifecycleContext,
  leaseMs: number,
  stopping: AbortSignal,
): Promise<void> {
  const before = new Date(ctx.clock.now().getTime() - ctx.policy.checkInstallationAfterMs);
  const shops = await findShopsToCheck(shopContext, before);
  await inParallel(SWEEP_CONCURRENCY, shops, (id) =>
    runLeased(ctx, `access:${id}`, leaseMs, stopping, () => checkAccess(shopContext, id)),
  );
}

/** One shop or account that fails does not keep the others waiting. */
async function runLeased(
  ctx: OrdersContext,
  name: string,
  leaseMs: number,
  stopping: AbortSignal,
  work: () => Promise<unknown>,
): Promise<void> {
  if (stopping.aborted) return;
  try {
    await withLease(ctx, name, leaseMs, work);
  } catch (error) {
    ctx.log.warn(
      { task: name, error: error instanceof Error ? error.name : "unknown" },
      "sweep broke off; it goes on next time",
    );
  }
}
