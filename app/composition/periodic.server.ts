import type { LongRunKind } from "../../prisma/client/client.ts";
import { reconcileDueCarrierServices } from "../checkout-rates/carrier-service.ts";
import { checkAccess, findShopsCatchingUp } from "../shops/access.ts";
import { sweepWithAddressCheck } from "../shops/address.ts";
import { withLease } from "../database/lease.ts";
import { dispatchFlowEvents } from "../orders/flow-outbox/dispatch.ts";
import { writeShopifyStatuses } from "../orders/fulfill/write-shopify-status.ts";
import { resumeFollowUps } from "../orders/fulfill/follow-submission.ts";
import { performProviderWrites } from "../orders/provider-writes/perform-writes.ts";
import { rematchEvents } from "../orders/provider-updates/record-events.ts";
import { backfill } from "../orders/gap-recovery/backfill.ts";
import { clearRecovered } from "../orders/core/failed-work.ts";
import { fillDestinations } from "../orders/receive/fill-destinations.ts";
import { wakeTooOld } from "../orders/receive/not-printed.ts";
import { alertOverdue, alertSilent } from "../orders/provider-updates/alert-silent.ts";
import { sweepAccount } from "../orders/provider-updates/sweep-account.ts";
import { sweepShop } from "../orders/receive/sweep-shop.ts";
import type { PeriodicTask } from "../jobs/timers.ts";
import { recheckDueFiles } from "../print-files/recheck-due-files.ts";
import { tellShops } from "../notifications/send.ts";
import { eraseDrawnFiles } from "../privacy/erase-drawn-files.ts";
import { prune } from "../privacy/prune.ts";
import { recheckRefused, renewEndingTokens } from "../print-accounts/recheck-refused.ts";
import { registerMissingWebhooks } from "../print-accounts/webhooks/register-webhooks.ts";
import { maintainWebhookSecrets } from "../print-accounts/webhooks/change-webhook.ts";
import type { Core } from "./core.server.ts";
import {
  accountsToSweep,
  accountsWithSyncGap,
  installedShops,
  shopsToCheck,
  sweepEach,
  type FindIds,
  type SweepOne,
} from "./sweep-each.server.ts";
import {
  carrierServiceContext,
  notificationsContext,
  shopActionsContext,
  shopLifecycleContext,
} from "./shop-context.server.ts";
import type { ShopId } from "../ports/ids.ts";
import { MINUTE_MS } from "../ports/clock.ts";

/** How often the periodic tasks run, in milliseconds. */
export interface PeriodicIntervals {
  heartbeatEveryMs: number;
  backfillEveryMs: number;
  pollEveryMs: number;
  canaryEveryMs: number;
  shopifySweepEveryMs: number;
  /** How often shops are looked for that were just reinstalled. */
  reinstalledEveryMs: number;
  providerSweepEveryMs: number;
  /** Another process may begin a sweep, or take a long run, that has gone on for so long. */
  sweepLeaseMs: number;
  /** How often long runs are looked for, where that is not what their kind says. Infinity: never. */
  longRunsEveryMs: Partial<Record<LongRunKind, number>>;
  flowEveryMs: number;
  /** How often payments and cancellations at the print service are looked for that are due. */
  providerWritesEveryMs: number;
  statusesEveryMs: number;
  notificationsEveryMs: number;
  progressMarksEveryMs: number;
  accessCheckEveryMs: number;
  printFilesEveryMs: number;
  /** How often alerts of time that passes are raised, failed work is checked again and unmatched webhooks are matched again. */
  alertsEveryMs: number;
  oldOrdersEveryMs: number;
  /** How often rejected print accounts are checked for a due retry. */
  recheckEveryMs: number;
  /** How often practice orders are checked for their next stage. */
  practiceEveryMs: number;
  /** How often carrier services are looked for that are due. */
  carrierServicesEveryMs: number;
}

export interface PeriodicOptions extends PeriodicIntervals {
  core: Core;
  /** Lets long runs that are due take their turns. */
  lookForLongRuns(stopping: AbortSignal): Promise<unknown>;
  /** Makes the workers check for due rows. */
  pollDue(): Promise<unknown>;
  heartbeat(): Promise<unknown>;
  /** Makes a canary of each queue due. */
  sendCanaries(): void;
  /** Takes practice orders to their next stage. */
  advancePractice(): Promise<unknown>;
}

/** Another process may take over from one that died while it deleted print files. */
const ERASE_LEASE_MS = 10 * MINUTE_MS;

/** As often as the kind that is looked for most often, or more often. */
const LOOK_FOR_LONG_RUNS_MS = 500;

/** Every job that workers run at intervals. Their calls of Shopify look for what webhooks lost, where nothing else is said. */
export function periodicTasks(options: PeriodicOptions): PeriodicTask[] {
  const { core } = options;
  const sweep =
    <Id extends string>(lease: string, findIds: FindIds<Id>, run: SweepOne<Id>) =>
    (stopping: AbortSignal) =>
      sweepEach(core.ctx, lease, options.sweepLeaseMs, stopping, { findIds, run });
  const sweepShops = (findIds: FindIds<ShopId>) =>
    sweep("sweep-shop", findIds, (ctx, id, stopping) =>
      sweepWithAddressCheck(shopLifecycleContext(core), id, () => sweepShop(ctx, id, stopping)),
    );
  const tasks: PeriodicTask[] = [
    { name: "heartbeat", everyMs: options.heartbeatEveryMs, run: options.heartbeat },
    { name: "backfill", everyMs: options.backfillEveryMs, run: sweep("backfill", accountsWithSyncGap, backfill) },
    { name: "due rows", everyMs: options.pollEveryMs, run: options.pollDue },
    { name: "canary", everyMs: options.canaryEveryMs, run: async () => options.sendCanaries() },
    { name: "Shopify sweep", everyMs: options.shopifySweepEveryMs, run: sweepShops(installedShops) },
    { name: "reinstalled shops", everyMs: options.reinstalledEveryMs, run: sweepShops(findShopsCatchingUp) },
    {
      name: "provider sweep",
      everyMs: options.providerSweepEveryMs,
      run: sweep("sweep-account", accountsToSweep, sweepAccount),
    },
    { name: "long runs", everyMs: LOOK_FOR_LONG_RUNS_MS, run: options.lookForLongRuns },
    { name: "progress marks", everyMs: options.progressMarksEveryMs, run: () => core.ctx.progressMarks.flush() },
    {
      name: "print files to delete",
      everyMs: MINUTE_MS,
      run: (stopping) =>
        core.points.withPurpose("status", () =>
          withLease(core.ctx, "erase-drawn-files", ERASE_LEASE_MS, () => eraseDrawnFiles(core.ctx, stopping)),
        ),
    },
    { name: "unfinished follow-ups", everyMs: MINUTE_MS, run: () => resumeFollowUps(core.ctx) },
    {
      name: "flow events",
      everyMs: options.flowEveryMs,
      run: () => core.points.withPurpose("flow", () => dispatchFlowEvents(core.ctx)),
    },
    {
      name: "payments and cancellations",
      everyMs: options.providerWritesEveryMs,
      run: () => performProviderWrites(core.ctx),
    },
    {
      name: "status in Shopify",
      everyMs: options.statusesEveryMs,
      run: () =>
        core.points.withPurpose("status", () => writeShopifyStatuses({ ...core.ctx, apiKey: core.env.shopify.apiKey })),
    },
    {
      name: "notifications",
      everyMs: options.notificationsEveryMs,
      run: () => tellShops(notificationsContext(core)),
    },
    {
      name: "print files",
      everyMs: options.printFilesEveryMs,
      run: (stopping) =>
        withLease(core.ctx, "print-files", options.sweepLeaseMs, () =>
          recheckDueFiles({ ...core.ctx, artwork: core.artwork }, stopping),
        ),
    },
    { name: "overdue alerts", everyMs: options.alertsEveryMs, run: () => alertOverdue(core.ctx) },
    { name: "old unsent orders", everyMs: options.oldOrdersEveryMs, run: () => wakeTooOld(core.ctx) },
    {
      name: "destinations of old orders",
      everyMs: MINUTE_MS,
      run: (stopping) =>
        withLease(core.ctx, "fill-destinations", options.sweepLeaseMs, () => fillDestinations(core.ctx, stopping)),
    },
    { name: "failed work", everyMs: options.alertsEveryMs, run: () => clearRecovered(core.ctx) },
    { name: "silent order alerts", everyMs: options.alertsEveryMs, run: () => alertSilent(core.ctx) },
    { name: "unmatched webhooks", everyMs: options.alertsEveryMs, run: () => rematchEvents(core.ctx) },
    {
      name: "webhook secrets",
      everyMs: 5 * MINUTE_MS,
      run: () => maintainWebhookSecrets(shopActionsContext(core)),
    },
    {
      name: "missing webhook registrations",
      everyMs: 5 * MINUTE_MS,
      run: (stopping) =>
        withLease(core.ctx, "register-webhooks", options.sweepLeaseMs, () =>
          registerMissingWebhooks(shopActionsContext(core), stopping),
        ),
    },
    {
      name: "shop access",
      everyMs: options.accessCheckEveryMs,
      run: sweep("access", shopsToCheck, (_, id) => checkAccess(shopLifecycleContext(core), id)),
    },
    {
      name: "rejected accounts",
      everyMs: options.recheckEveryMs,
      run: () => recheckRefused(shopActionsContext(core)),
    },
    {
      name: "access tokens",
      everyMs: 60 * MINUTE_MS,
      run: (stopping) => renewEndingTokens(shopActionsContext(core), stopping),
    },
    { name: "unknown answers", everyMs: MINUTE_MS, run: () => core.unknownAnswers.flush() },
    { name: "practice production", everyMs: options.practiceEveryMs, run: options.advancePractice },
    {
      name: "carrier services",
      everyMs: options.carrierServicesEveryMs,
      run: (stopping) => reconcileDueCarrierServices(carrierServiceContext(core), stopping),
    },
    {
      name: "retention",
      everyMs: 60 * MINUTE_MS,
      run: (stopping) => prune(core.ctx, core.env.retentionDays, stopping),
    },
    { name: "unused tokens", everyMs: 60 * MINUTE_MS, run: (stopping) => core.tokens.refreshExpiring(stopping) },
  ];
  return tasks.map((task) => ({
    ...task,
    run: (stopping) => core.points.withPurpose("sweep", () => task.run(stopping)),
  }));
}
