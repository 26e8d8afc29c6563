import { lookupDelay, type Policy } from "../../core/policy.ts";

export interface LookupProgress {
  now: Date;
  /** Lookups that were made. */
  tries: number;
  /** When the last attempt ended. */
  ended: Date;
  /** When the scans began that count for a proof. */
  qualifyingScans: readonly Date[];
  /** The service has accepted an order of the same account that was sent later: a scan can prove something. */
  laterOrderSeen: boolean;
}

/**
 * When to look for an uncertain submission again. The waits grow. Where a later order has arrived, the first instant at which a
 * scan can prove something comes in between, and no wait is longer than a quiet period.
 */
export function nextLookupAt(
  policy: Policy,
  { now, tries, ended, qualifyingScans, laterOrderSeen }: LookupProgress,
): Date {
  const nowMs = now.getTime();
  const backoffAt = nowMs + lookupDelay(policy, tries);
  if (!laterOrderSeen) return alignToGrid(policy, nowMs, backoffAt);
  const since = qualifyingScans.length > 0 ? Math.min(...qualifyingScans.map((at) => at.getTime())) : ended.getTime();
  const provableAt = since + policy.providerLagMs;
  return alignToGrid(
    policy,
    nowMs,
    Math.min(backoffAt, provableAt > nowMs ? provableAt : nowMs + policy.providerLagMs),
  );
}

/** Milliseconds of the grid that longer waits end on, so that one scan serves all lookups that wait. */
export const lookupGridMs = (policy: Policy): number => Math.ceil(policy.providerLagMs / 10);

function alignToGrid(policy: Policy, now: number, at: number): Date {
  const grid = lookupGridMs(policy);
  return new Date(at - now < grid ? at : Math.ceil(at / grid) * grid);
}
