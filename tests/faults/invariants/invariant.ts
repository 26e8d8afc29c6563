import type { Facts } from "../facts/facts.ts";

export interface Checked {
  /** How many things were looked at: an invariant that looked at nothing has shown nothing. */
  count: number;
  violations: string[];
}

export interface Invariant {
  number: number;
  says: string;
  check(facts: Facts): Checked;
}

/** Looks at each thing; `wrong` says what is wrong with it, null when nothing is. */
export function each<T>(things: readonly T[], wrong: (thing: T) => string | null): Checked {
  return { count: things.length, violations: things.flatMap((thing) => wrong(thing) ?? []) };
}

export const both = (...parts: Checked[]): Checked => ({
  count: parts.reduce((sum, part) => sum + part.count, 0),
  violations: parts.flatMap((part) => part.violations),
});
