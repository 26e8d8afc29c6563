import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from "../../ports/clock.ts";

/** Times (milliseconds) and bounds of the domain, passed in so that tests and the sandbox can shorten them. docs/reference/policy.md is made from these comments. */
export interface Policy {
  /** Timeout of one create call, counted from the claim. */
  createTimeoutMs: number;
  /** A claim older than this has lost its holder. Larger than createTimeoutMs. */
  claimTtlMs: number;
  /** Delay before the n-th lookup after an uncertain attempt; the last one repeats. */
  lookupDelaysMs: readonly number[];
  /** Quiet period: between an attempt and the first list scan that may prove absence, and between that scan and the second. */
  providerLagMs: number;
  /** Time without a clear outcome after which a person is asked to decide. */
  askStaffAfterMs: number;
  /** First and longest delay between retries of a step; doubled in between, with jitter. */
  retryMinMs: number;
  retryMaxMs: number;
  /** Shortest delay before a resend after an answer that was not an acceptance: the service may have the order and show it late. */
  resendAfterMs: number;
  /** Attempts, each shown absent or rejected for no certain reason, before a person is asked. */
  maxAttempts: number;
  /** A step that fails for this long raises a reason for attention. */
  alertAfterMs: number;
  /**
   * Interval of the first rechecks of facts that change without a webhook (risk pending, held in Shopify). Later ones wait for a
   * quarter of the reason's age, up to twelve times as long.
   */
  recheckIntervalMs: number;
  /** Interval of rechecks while Shopify has made no fulfillment orders: how the items reach the customer is not known yet. */
  routingRecheckMs: number;
  /** Age of an order after which missing fulfillment orders no longer delay it. */
  routingGraceMs: number;
  /** Interval at which a submission at the service is compared with the service's list at first; longer as it ages. */
  providerCheckIntervalMs: number;
  /** Comparisons that fail for this long are reported on Home and on the orders concerned. */
  alertUnreadableAfterMs: number;
  /** A submission that several comparisons have not shown for this long: the whole list is read, and attention is raised. */
  missingAfterMs: number;
  /** Longest wait for the service's word that a parcel with a tracking number has shipped. */
  shipmentWaitMs: number;
  /**
   * Create calls of one print account, by all processes together: open at once, and started within a second. The service's
   * newest interface allows 50 requests in 3 seconds: lookups, lists and quotes have the others.
   */
  accountConcurrency: number;
  accountRequestsPerSecond: number;
  /** Shortest time between two writes of an order's tag or hold to Shopify: the state at its end is what is written. */
  statusIntervalMs: number;
  /** Overlap of a Shopify sweep with the one before. */
  sweepOverlapMs: number;
  /** A heartbeat older than this opens a sync gap (gap-recovery/heartbeat.ts). */
  heartbeatTimeoutMs: number;
  /** Time between the first sign of an uninstallation and the erasure of the shop's data. */
  uninstallGraceMs: number;
  /** A shop whose orders could not be read for this long: Shopify is asked whether the app is installed. */
  checkInstallationAfterMs: number;
}

export const DEFAULT_POLICY: Policy = {
  createTimeoutMs: 30 * SECOND_MS,
  claimTtlMs: 2 * MINUTE_MS,
  lookupDelaysMs: [3 * SECOND_MS, 15 * SECOND_MS, MINUTE_MS, 5 * MINUTE_MS, 10 * MINUTE_MS, 30 * MINUTE_MS],
  providerLagMs: 10 * MINUTE_MS,
  askStaffAfterMs: 2 * HOUR_MS,
  retryMinMs: 2 * SECOND_MS,
  retryMaxMs: 10 * MINUTE_MS,
  resendAfterMs: MINUTE_MS,
  maxAttempts: 3,
  alertAfterMs: 15 * MINUTE_MS,
  recheckIntervalMs: 5 * MINUTE_MS,
  routingRecheckMs: 2 * SECOND_MS,
  routingGraceMs: 10 * MINUTE_MS,
  providerCheckIntervalMs: 15 * MINUTE_MS,
  alertUnreadableAfterMs: HOUR_MS,
  missingAfterMs: 6 * HOUR_MS,
  shipmentWaitMs: 3 * DAY_MS,
  accountConcurrency: 4,
  accountRequestsPerSecond: 12,
  statusIntervalMs: MINUTE_MS,
  sweepOverlapMs: 10 * MINUTE_MS,
  heartbeatTimeoutMs: 3 * MINUTE_MS,
  uninstallGraceMs: DAY_MS,
  checkInstallationAfterMs: HOUR_MS,
};

/** Between three and five quarters of a time, by `random` in [0, 1): what failed together is not retried together. */
export const withJitter = (ms: number, random: number): number => Math.round(ms * (0.75 + random * 0.5));

/** The delay before try number `tries` + 1: doubled each time, bounded, spread by `random` in [0, 1). */
export function backoff(policy: Pick<Policy, "retryMinMs" | "retryMaxMs">, tries: number, random: number): number {
  return withJitter(Math.min(policy.retryMaxMs, policy.retryMinMs * 2 ** Math.min(tries, 20)), random);
}

/** About how long `tries` delays of a backoff and the next one last together. */
export function totalBackoff(policy: Policy, tries: number): number {
  let sum = 0;
  for (let n = 0; n <= Math.min(tries, 50); n += 1) sum += backoff(policy, n, 0.5);
  return sum;
}

/** The delay before lookup number `tries` + 1, without jitter: lookups that are due together share one list scan. */
export function lookupDelay(policy: Policy, tries: number): number {
  const delays = policy.lookupDelaysMs;
  return delays[Math.min(tries, delays.length - 1)] ?? policy.providerLagMs;
}
