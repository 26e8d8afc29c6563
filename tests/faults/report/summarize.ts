import type { SeedResult } from "../run-seed.ts";

/** What a run of several seeds comes to. */
export interface Sums {
  seeds: number;
  orders: number;
  fates: Record<string, number>;
  lost: number;
  printedTwice: number;
  fulfilledTwice: number;
  unexplained: number;
  checks: { number: number; says: string; count: number; violations: number }[];
  /** Nothing lost, nothing twice, nothing unexplained, and every invariant holds. */
  clean: boolean;
}

export function sumUp(results: readonly SeedResult[]): Sums {
  const accounts = results.flatMap((result) => result.accounts);
  const fates: Record<string, number> = {};
  for (const { fate } of accounts) fates[fate] = (fates[fate] ?? 0) + 1;
  const [first] = results;
  const checks = (first?.checks ?? []).map(({ number, says }) => {
    const all = results.flatMap((result) => result.checks.filter((check) => check.number === number));
    return {
      number,
      says,
      count: all.reduce((sum, check) => sum + check.count, 0),
      violations: all.reduce((sum, check) => sum + check.violations.length, 0),
    };
  });
  return {
    seeds: results.length,
    orders: accounts.length,
    fates,
    lost: fates["lost"] ?? 0,
    printedTwice: accounts.filter((account) => account.printed === "more").length,
    fulfilledTwice: accounts.filter((account) => account.fulfilledTwice).length,
    unexplained: fates["unexplained"] ?? 0,
    checks,
    clean: results.length > 0 && checks.every((check) => check.violations === 0),
  };
}
