import type { SeedResult } from "../run-seed.ts";

/** What a run of several seeds comes to. */
export interface RunSummary {
  seeds: number;
  orders: number;
  verdicts: Record<string, number>;
  lost: number;
  printedTwice: number;
  fulfilledTwice: number;
  unexplained: number;
  printedWrongly: number;
  fulfilledWrongly: number;
  checks: { number: number; statement: string; count: number; violations: number }[];
  /** Repeated creates under which the workers were killed, or frozen. */
  struck: { kill: number; freeze: number };
  /** Nothing lost, nothing twice, nothing unexplained, and every invariant holds. */
  clean: boolean;
}

export function summarize(results: readonly SeedResult[]): RunSummary {
  const orderVerdicts = results.flatMap((result) => result.orderVerdicts);
  const verdicts: Record<string, number> = {};
  for (const { verdict } of orderVerdicts) verdicts[verdict] = (verdicts[verdict] ?? 0) + 1;
  const [first] = results;
  const checks = (first?.checks ?? []).map(({ number, statement }) => {
    const all = results.flatMap((result) => result.checks.filter((check) => check.number === number));
    return {
      number,
      statement,
      count: all.reduce((sum, check) => sum + check.count, 0),
      violations: all.reduce((sum, check) => sum + check.violations.length, 0),
    };
  });
  return {
    seeds: results.length,
    orders: orderVerdicts.length,
    verdicts,
    lost: verdicts["lost"] ?? 0,
    printedTwice: orderVerdicts.filter((account) => account.printed === "more").length,
    fulfilledTwice: orderVerdicts.filter((account) => account.fulfilledTwice).length,
    unexplained: verdicts["unexplained"] ?? 0,
    printedWrongly: orderVerdicts.filter((account) => account.printedWrongly.length > 0).length,
    fulfilledWrongly: orderVerdicts.filter((account) => account.fulfilledWrongly.length > 0).length,
    checks,
    struck: {
      kill: results.flatMap(({ struck }) => struck).filter((one) => one === "kill").length,
      freeze: results.flatMap(({ struck }) => struck).filter((one) => one === "freeze").length,
    },
    clean: results.length > 0 && checks.every((check) => check.violations === 0),
  };
}
