import type { Facts } from "../facts/facts.ts";

export interface CheckResult {
  /** How many things were looked at: an invariant that looked at nothing has shown nothing. */
  count: number;
  violations: string[];
}

export interface Invariant {
  number: number;
  statement: string;
  check(facts: Facts): CheckResult;
}

/** Looks at each thing; `wrong` says what is wrong with it, null when nothing is. */
export function checkEach<T>(items: readonly T[], violationOf: (item: T) => string | null): CheckResult {
  return { count: items.length, violations: items.flatMap((item) => violationOf(item) ?? []) };
}

export const combine = (...parts: CheckResult[]): CheckResult => ({
  count: parts.reduce((sum, part) => sum + part.count, 0),
  violations: parts.flatMap((part) => part.violations),
});
