import { lookupDelay, type Policy } from "../../core/policy.ts";

export interface Looked {
  now: Date;
  /** Look-ups that were made. */
  tries: number;
  /** When the last attempt ended. */
  ended: Date;
  /** When the walks began that count for a proof. */
  good: readonly Date[];
  /** The service has taken an order of the same account that was sent later: a walk can prove something. */
  witness: boolean;
}

/**
 * When to look for an uncertain submission again. The waits grow; where a later order has arrived, the first instant at which a
 * walk can prove something comes in between, and no wait is longer than a quiet period.
 */
export function nextLook(policy: Policy, { now, tries, ended, good, witness }: Looked): Date {
  const present = now.getTime();
  const grown = present + lookupDelay(policy, tries);
  if (!witness) return together(policy, present, grown);
  const since = good.length > 0 ? Math.min(...good.map((at) => at.getTime())) : ended.getTime();
  const useful = since + policy.quietPeriodMs;
  return together(policy, present, Math.min(grown, useful > present ? useful : present + policy.quietPeriodMs));
}

/** Milliseconds of the grid that longer waits end on, so that one walk serves all that wait. */
export const lookGrid = (policy: Policy): number => Math.ceil(policy.quietPeriodMs / 10);

function together(policy: Policy, now: number, at: number): Date {
  const grid = lookGrid(policy);
  return new Date(at - now < grid ? at : Math.ceil(at / grid) * grid);
}
