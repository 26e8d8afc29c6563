import { checkAccess, doubtfulShops } from "../shops/access.ts";
import type { ShopNewsContext } from "../shops/context.ts";
import { withLease } from "../database/lease.ts";
import { tellFlow } from "../orders/flow-outbox/dispatch.ts";
import type { OrdersContext } from "../orders/core/context.ts";
import { rematchEvents } from "../orders/provider-updates/rematch-events.ts";
import { learnPast } from "../orders/gap-recovery/backfill.ts";
import { takeBackFailed } from "../orders/core/failed-work.ts";
import { tellOfLate } from "../orders/provider-updates/alert-overdue.ts";
import { tellOfSilent } from "../orders/provider-updates/alert-silent.ts";
import { sweepAccount } from "../orders/provider-updates/sweep-account.ts";
import { sweepShop } from "../orders/receive/sweep-shop.ts";
import type { Periodic } from "../jobs/timers.ts";
import { inParallel } from "../common/in-parallel.ts";

const MINUTE = 60_000;

export interface PeriodicOptions {
  ctx: OrdersContext;
  /** Has the workers look for what is due. */
  look(): Promise<unknown>;
  beat(): Promise<unknown>;
  refreshExpiringTokens(): Promise<unknown>;
  tendEventKeys(): Promise<unknown>;
  registerMissing(): Promise<unknown>;
  recheckRefused(): Promise<unknown>;
  prune(): Promise<unknown>;
  /** Milliseconds. */
  heartbeatEveryMs: number;
  learnPastEveryMs: number;
  dueEveryMs: number;
  shopifySweepEveryMs: number;
  serviceSweepEveryMs: number;
  sweepLeaseMs: number;
  flowEveryMs: number;
  accessCheckEveryMs: number;
  shopNews: ShopNewsContext;
  recheckEveryMs: number;
}

/** What runs again and again. Sweeps hold a lease, so that of many workers one does them. */
export function periodicTasks(options: PeriodicOptions): Periodic[] {
  const { ctx } = options;
  return [
    { name: "heartbeat", everyMs: options.heartbeatEveryMs, run: options.beat },
    {
      name: "unknown past",
      everyMs: options.learnPastEveryMs,
      run: (stopping) => learnPasts(ctx, options.sweepLeaseMs, stopping),
    },
    { name: "due", everyMs: options.dueEveryMs, run: options.look },
    {
      name: "shopify sweep",
      everyMs: options.shopifySweepEveryMs,
      run: (stopping) => sweepShops(ctx, options.sweepLeaseMs, stopping),
    },
    {
      name: "service sweep",
      everyMs: options.serviceSweepEveryMs,
      run: (stopping) => sweepAccounts(ctx, options.sweepLeaseMs, stopping),
    },
    { name: "news for Flow", everyMs: options.flowEveryMs, run: () => tellFlow(ctx) },
    { name: "what waits long", everyMs: MINUTE, run: () => tellOfLate(ctx) },
    { name: "what failed", everyMs: MINUTE, run: () => takeBackFailed(ctx) },
    { name: "what is not heard of", everyMs: MINUTE, run: () => tellOfSilent(ctx) },
    { name: "events of nobody", everyMs: MINUTE, run: () => rematchEvents(ctx) },
    { name: "event keys", everyMs: 5 * MINUTE, run: options.tendEventKeys },
    { name: "missing registrations", everyMs: 5 * MINUTE, run: options.registerMissing },
    {
      name: "lost access",
      everyMs: options.accessCheckEveryMs,
      run: (stopping) => checkAccesses(ctx, options.shopNews, options.sweepLeaseMs, stopping),
    },
    { name: "refused accounts", everyMs: options.recheckEveryMs, run: options.recheckRefused },
    { name: "retention", everyMs: 60 * MINUTE, run: options.prune },
    { name: "unused tokens", everyMs: 60 * MINUTE, run: options.refreshExpiringTokens },
  ];
}

/** Shops, or accounts, swept at once: one that answers slowly does not keep all others waiting. */
const SWEPT_AT_ONCE = 3;

async function sweepShops(ctx: OrdersContext, leaseMs: number, stopping: AbortSignal): Promise<void> {
  const shops = await ctx.db.shop.findMany({ where: { uninstalledAt: null }, select: { id: true } });
  await inParallel(SWEPT_AT_ONCE, shops, ({ id }) =>
    alone(ctx, `sweep-shop:${id}`, leaseMs, stopping, () => sweepShop(ctx, id, stopping)),
  );
}

/** The account of a merchant who has left is not called any more; when they come back, it is where it was. */
const USED = { refusedAt: null, shops: { some: { uninstalledAt: null } } };

async function sweepAccounts(ctx: OrdersContext, leaseMs: number, stopping: AbortSignal): Promise<void> {
  const accounts = await ctx.db.printAccount.findMany({ where: USED, select: { id: true } });
  await inParallel(SWEPT_AT_ONCE, accounts, ({ id }) =>
    alone(ctx, `sweep-account:${id}`, leaseMs, stopping, () => sweepAccount(ctx, id, stopping)),
  );
}

async function learnPasts(ctx: OrdersContext, leaseMs: number, stopping: AbortSignal): Promise<void> {
  const unknown = { ...USED, gapFrom: { not: null } };
  const accounts = await ctx.db.printAccount.findMany({ where: unknown, select: { id: true } });
  await inParallel(SWEPT_AT_ONCE, accounts, ({ id }) =>
    alone(ctx, `learn-past:${id}`, leaseMs, stopping, () => learnPast(ctx, id)),
  );
}

/** A shop that is gone without a word, and one that is back. */
async function checkAccesses(
  ctx: OrdersContext,
  shopNews: ShopNewsContext,
  leaseMs: number,
  stopping: AbortSignal,
): Promise<void> {
  const before = new Date(ctx.clock.now().getTime() - ctx.policy.unreadForMs);
  const shops = await doubtfulShops(shopNews, before);
  await inParallel(SWEPT_AT_ONCE, shops, (id) =>
    alone(ctx, `access:${id}`, leaseMs, stopping, () => checkAccess(shopNews, id)),
  );
}

/** One shop or account that fails does not keep the others waiting. */
async function alone(
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
