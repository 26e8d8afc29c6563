import { lookupDelay, type Policy } from "../../core/policy.ts";

interface LookupProgress {
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
 * When to look for an uncertain submission again. The waits grow. Once a later order has arrived, the next lookup is no later
 * than the first instant at which a scan can prove something, and no wait is longer than a quiet period.
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
  const usefulAt = provableAt > nowMs ? provableAt : nowMs + policy.providerLagMs;
  return alignToGrid(policy, nowMs, Math.min(backoffAt, usefulAt));
}

/** Longer waits end on a grid of so many milliseconds, so that one scan serves many lookups. */
export const lookupGridMs = (policy: Policy): number => Math.ceil(policy.providerLagMs / 10);

function alignToGrid(policy: Policy, now: number, at: number): Date {
  const grid = lookupGridMs(policy);
  return new Date(at - now < grid ? at : Math.ceil(at / grid) * grid);
}
