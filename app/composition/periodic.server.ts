import { withLease } from "../shops/lease.ts";
import { tellFlow } from "../orders/flow/tell.ts";
import type { OrdersContext } from "../orders/context.ts";
import { rematchEvents } from "../orders/news/rematch.ts";
import { wakeDue } from "../orders/sweep/due.ts";
import { sweepAccount } from "../orders/sweep/service-sweep.ts";
import { sweepShop } from "../orders/sweep/shopify-sweep.ts";
import type { Periodic } from "../jobs/timers.ts";

const MINUTE = 60_000;

export interface PeriodicOptions {
  ctx: OrdersContext;
  refreshExpiringTokens(): Promise<unknown>;
  tendEventKeys(): Promise<unknown>;
  registerMissing(): Promise<unknown>;
  prune(): Promise<unknown>;
  /** Milliseconds. */
  dueEveryMs: number;
  shopifySweepEveryMs: number;
  serviceSweepEveryMs: number;
  sweepLeaseMs: number;
  flowEveryMs: number;
}

/** What runs again and again. Sweeps hold a lease, so that of many workers one does them. */
export function periodicTasks(options: PeriodicOptions): Periodic[] {
  const { ctx } = options;
  return [
    { name: "due", everyMs: options.dueEveryMs, run: () => wakeDue(ctx) },
    { name: "shopify sweep", everyMs: options.shopifySweepEveryMs, run: () => sweepShops(ctx, options.sweepLeaseMs) },
    {
      name: "service sweep",
      everyMs: options.serviceSweepEveryMs,
      run: () => sweepAccounts(ctx, options.sweepLeaseMs),
    },
    { name: "news for Flow", everyMs: options.flowEveryMs, run: () => tellFlow(ctx) },
    { name: "events of nobody", everyMs: MINUTE, run: () => rematchEvents(ctx) },
    { name: "event keys", everyMs: 5 * MINUTE, run: options.tendEventKeys },
    { name: "missing registrations", everyMs: 5 * MINUTE, run: options.registerMissing },
    { name: "retention", everyMs: 60 * MINUTE, run: options.prune },
    { name: "unused tokens", everyMs: 60 * MINUTE, run: options.refreshExpiringTokens },
  ];
}

async function sweepShops(ctx: OrdersContext, leaseMs: number): Promise<void> {
  const shops = await ctx.db.shop.findMany({ where: { uninstalledAt: null }, select: { id: true } });
  for (const { id } of shops) await alone(ctx, `sweep-shop:${id}`, leaseMs, () => sweepShop(ctx, id));
}

async function sweepAccounts(ctx: OrdersContext, leaseMs: number): Promise<void> {
  const accounts = await ctx.db.printAccount.findMany({ where: { refusedAt: null }, select: { id: true } });
  for (const { id } of accounts) await alone(ctx, `sweep-account:${id}`, leaseMs, () => sweepAccount(ctx, id));
}

/** One shop or account that fails does not keep the others waiting. */
async function alone(ctx: OrdersContext, name: string, leaseMs: number, work: () => Promise<unknown>): Promise<void> {
  try {
    await withLease(ctx, name, leaseMs, work);
  } catch (error) {
    ctx.log.warn(
      { task: name, error: error instanceof Error ? error.name : "unknown" },
      "sweep broke off; it goes on next time",
    );
  }
}
