import type { Overrides } from "../../../app/composition/core.server.ts";
import { DEFAULT_POLICY, type Policy } from "../../../app/orders/core/policy.ts";
import type { PeriodicIntervals } from "../../../app/composition/periodic.server.ts";

/**
 * Times of an environment: as many seconds as the app has minutes. A person is asked to decide as late as in the app, so that it
 * is the exception; the runner may move the clock there.
 */
export const FAST_POLICY: Policy = {
  ...DEFAULT_POLICY,
  routingRecheckMs: 50,
  createTimeoutMs: 1_500,
  claimTtlMs: 4_000,
  lookupDelaysMs: [100, 300, 600, 1_000, 2_000],
  providerLagMs: 3_000,
  statusIntervalMs: 1_000,
  retryMinMs: 50,
  retryMaxMs: 1_000,
  resendAfterMs: 1_000,
  recheckIntervalMs: 1_000,
  providerCheckIntervalMs: 2_000,
  alertUnreadableAfterMs: 24 * 3_600_000,
  // The stand-in says what has shipped; where that is lost, or hidden, one of the runner's moves of the clock ends the wait.
  shipmentWaitMs: 10_000,
  // The runner moves the clock by hours: that is no gap. What a real one leads to is tests/flows/gap-recovery.release.test.ts.
  heartbeatTimeoutMs: 10 * 365 * 86_400_000,
  uninstallGraceMs: 2_000,
  checkInstallationAfterMs: 10_000,
};

export const FAST_INTERVALS: PeriodicIntervals = {
  heartbeatEveryMs: 1_000,
  backfillEveryMs: 1_000,
  pollEveryMs: 200,
  canaryEveryMs: 1_000,
  shopifySweepEveryMs: 3_000,
  reinstalledEveryMs: 1_000,
  providerSweepEveryMs: 2_500,
  sweepLeaseMs: 6_000,
  flowEveryMs: 1_000,
  providerWritesEveryMs: 500,
  statusesEveryMs: 1_000,
  notificationsEveryMs: 1_000,
  progressMarksEveryMs: 1_000,
  printFilesEveryMs: 3_600_000,
  longRunsEveryMs: {
    ...{ mapping_import: 1_000, bulk_edit: 1_000, product_variants: 10_000 },
    ...{ reconciliation: 1_000, dry_run: 1_000, sku_check: 3_600_000, submission_costs: 1_000 },
  },
  accessCheckEveryMs: 3_000,
  alertsEveryMs: 60_000,
  oldOrdersEveryMs: 3_600_000,
  recheckEveryMs: 1_000,
  practiceEveryMs: 60_000,
  carrierServicesEveryMs: 60_000,
};

/** What a process of the environment has of its own; everything else is as in production. */
export function fastOverrides(
  policy: Policy,
  intervals: Partial<PeriodicIntervals> = {},
): Overrides & { intervals: PeriodicIntervals } {
  return {
    policy,
    intervals: { ...FAST_INTERVALS, ...intervals },
    queues: { lockMs: 2_000 },
    renewalMs: 4_000,
    timeouts: { shopifyMs: 3_000, printService: { read: 3_000, token: 3_000 } },
  };
}
