/** Times and bounds of the domain, passed in so that tests and the sandbox can be quicker than the world. Milliseconds. */
export interface Policy {
  /** How long one create call may take, from the claim on. */
  createTimeoutMs: number;
  /** A claim older than this has lost its holder. Larger than createTimeoutMs. */
  claimTtlMs: number;
  /** Waits before the n-th look-up after an uncertain attempt; the last one repeats. */
  lookupDelaysMs: readonly number[];
  /** Between the two walks that may prove absence, and between the attempt and the first of them. */
  providerLagMs: number;
  /** Without a clear outcome after this long, a person is asked to decide. */
  askStaffAfterMs: number;
  /** First and largest wait of a step that could not be done; doubled in between, with jitter. */
  retryMinMs: number;
  retryMaxMs: number;
  /** What the service answered, but did not accept, is not sent again sooner: it may show only by then that it has it. */
  resendAfterMs: number;
  /** Attempts that came to nothing, each shown absent or refused for no sure reason, before a person is asked. */
  maxAttempts: number;
  /** A step that cannot be done for this long raises an attention. */
  alertAfterMs: number;
  /** How often facts that resolve themselves are asked for again (risk pending, held in Shopify). */
  recheckIntervalMs: number;
  /** A submission at the service is compared with the service's list this often at first; rarer as it ages. */
  providerCheckIntervalMs: number;
  /** Comparisons with the service that fail for this long are told, on Home and at the orders concerned. */
  alertUnreadableAfterMs: number;
  /** Not shown by the service for this long, in several comparisons: the whole list is read, and a person is told. */
  missingAfterMs: number;
  /** Sent for this long without a parcel: a person is told. */
  overdueAfterMs: number;
  /** Create calls of one print account at once, by all processes together, and begun within a second. */
  accountConcurrency: number;
  accountRequestsPerSecond: number;
  /** The overlap of the Shopify sweep with what it saw before. */
  sweepOverlapMs: number;
  /** Without a worker's heartbeat for this long, what was sent may not be known (recovery/heartbeat.ts). */
  heartbeatTimeoutMs: number;
  /** Between the first sign that the app is uninstalled in a shop and the erasure of the shop's data. */
  uninstallGraceMs: number;
  /** A shop whose orders could not be read for this long: Shopify is asked whether the app is installed there. */
  checkInstallationAfterMs: number;
}

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

export const DEFAULT_POLICY: Policy = {
  createTimeoutMs: 30 * SECOND,
  claimTtlMs: 2 * MINUTE,
  lookupDelaysMs: [3 * SECOND, 15 * SECOND, MINUTE, 5 * MINUTE, 10 * MINUTE, 30 * MINUTE],
  providerLagMs: 10 * MINUTE,
  askStaffAfterMs: 2 * HOUR,
  retryMinMs: 2 * SECOND,
  retryMaxMs: 10 * MINUTE,
  resendAfterMs: MINUTE,
  maxAttempts: 3,
  alertAfterMs: 15 * MINUTE,
  recheckIntervalMs: 5 * MINUTE,
  providerCheckIntervalMs: 15 * MINUTE,
  alertUnreadableAfterMs: HOUR,
  missingAfterMs: 6 * HOUR,
  overdueAfterMs: 10 * DAY,
  accountConcurrency: 4,
  accountRequestsPerSecond: 20,
  sweepOverlapMs: 10 * MINUTE,
  heartbeatTimeoutMs: 3 * MINUTE,
  uninstallGraceMs: DAY,
  checkInstallationAfterMs: HOUR,
};

/** Between three and five quarters of a time, by `random` in [0, 1): what failed together does not come back together. */
export const withJitter = (ms: number, random: number): number => Math.round(ms * (0.75 + random * 0.5));

/** The wait before try number `tries` + 1: doubled each time, bounded, spread by `random` in [0, 1). */
export function backoff(policy: Pick<Policy, "retryMinMs" | "retryMaxMs">, tries: number, random: number): number {
  return withJitter(Math.min(policy.retryMaxMs, policy.retryMinMs * 2 ** Math.min(tries, 20)), random);
}

/** How long `tries` waits of a back-off and the next one last together, about. */
export function totalBackoff(policy: Policy, tries: number): number {
  let sum = 0;
  for (let n = 0; n <= Math.min(tries, 50); n += 1) sum += backoff(policy, n, 0.5);
  return sum;
}

/** The wait before look-up number `tries` + 1. Not spread: those that come together share one walk. */
export function lookupDelay(policy: Policy, tries: number): number {
  const delays = policy.lookupDelaysMs;
  return delays[Math.min(tries, delays.length - 1)] ?? policy.providerLagMs;
}
