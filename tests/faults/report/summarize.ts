import { isCanceledWrongly, isPaidInVain, paymentsOf } from "../invariants/payments.ts";
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
  /** What the app paid for and canceled at the service. */
  writes: {
    paid: number;
    paidTwice: number;
    canceled: number;
    canceledWrongly: number;
    paidAndUnwanted: number;
    /** Of these nobody is told. */
    untold: number;
  };
  /** Payments and cancellations that met a spoilt answer or an empty wallet, or whose process was killed or frozen. */
  struckWrites: Record<"pay" | "cancel", { spoilt: number; killed: number; frozen: number }>;
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
    writes: countWrites(results),
    struckWrites: { pay: countStrikes(results, "pay"), cancel: countStrikes(results, "cancel") },
    clean: results.length > 0 && checks.every((check) => check.violations === 0),
  };
}

function countWrites(results: readonly SeedResult[]): RunSummary["writes"] {
  const payments = results.flatMap(({ facts }) => paymentsOf(facts));
  const unwanted = payments.filter(isPaidInVain);
  return {
    paid: payments.filter(({ part }) => part.payments > 0).length,
    paidTwice: payments.filter(({ part }) => part.payments > 1).length,
    canceled: payments.filter(({ part }) => part.cancelled).length,
    canceledWrongly: payments.filter(isCanceledWrongly).length,
    paidAndUnwanted: unwanted.length,
    untold: unwanted.filter(({ isTold }) => !isTold).length,
  };
}

function countStrikes(results: readonly SeedResult[], kind: "pay" | "cancel"): RunSummary["struckWrites"]["pay"] {
  const strikes = results.flatMap(({ struckWrites }) => struckWrites).filter((one) => one.kind === kind);
  const actions = strikes.flatMap(({ by }) => (typeof by === "string" ? [] : [by.action]));
  const killed = actions.filter((action) => action === "kill").length;
  return { spoilt: strikes.length - actions.length, killed, frozen: actions.length - killed };
}
