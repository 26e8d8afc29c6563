import type { SeedResult } from "../run-seed.ts";
import { summarize, type RunSummary } from "./summarize.ts";

const VERDICTS = [
  "fulfilled",
  "held",
  "at the printer",
  "cancelled",
  "ignored",
  "excluded",
  "lost",
  "unexplained",
] as const;
const row = (cells: readonly (string | number)[]): string =>
  cells.map((cell, at) => (at === 0 ? String(cell).padEnd(10) : String(cell).padStart(15))).join("");

export const TABLE_HEADER = row(["seed", ...VERDICTS, "twice", "violations", "seconds"]);

/** One line of the table. */
export function seedLine(result: SeedResult): string {
  const { verdicts, printedTwice, fulfilledTwice } = summarize([result]);
  const violations = result.checks.reduce((sum, check) => sum + check.violations.length, 0);
  return row([
    result.seed,
    ...VERDICTS.map((verdict) => verdicts[verdict] ?? 0),
    printedTwice + fulfilledTwice,
    violations,
    (result.tookMs / 1000).toFixed(1),
  ]);
}

/** What is wrong in one seed, and how to see it again. */
export function violationsOf({ seed, interfaceVersion, checks, orderVerdicts }: SeedResult): string {
  const lines = checks.flatMap((check) => check.violations.map((text) => `  ${check.number}. ${text}`));
  return lines.length === 0
    ? ""
    : [
        ...lines,
        `  again: npm run faults -- --seed ${seed} --orders ${orderVerdicts.length} --interface ${interfaceVersion}`,
      ].join("\n");
}

/** The end of the report. */
export function summary(results: readonly SeedResult[]): string {
  const sums = summarize(results);
  return [
    "",
    row(["all", ...VERDICTS.map((verdict) => sums.verdicts[verdict] ?? 0), sums.printedTwice + sums.fulfilledTwice]),
    "",
    ...sums.checks.map(
      ({ number, statement, count, violations }) =>
        `${String(number).padStart(2)}. ${statement.padEnd(90)} ${String(count).padStart(8)} checked ${String(violations).padStart(5)} violated`,
    ),
    "",
    `${sums.seeds} seeds, ${sums.orders} orders: lost ${sums.lost}, printed twice ${sums.printedTwice}, ` +
      `fulfilled twice ${sums.fulfilledTwice}, unexplained ${sums.unexplained}, printed wrongly ${sums.printedWrongly}, ` +
      `fulfilled wrongly ${sums.fulfilledWrongly}`,
    ...(results.some(({ interfaceVersion }) => interfaceVersion === "v3")
      ? [
          `repeated creates under which the workers were killed ${sums.struck.kill}, frozen ${sums.struck.freeze}`,
          writesLine(sums),
          ...strikesLines(sums),
        ]
      : []),
  ].join("\n");
}

const writesLine = ({ writes }: RunSummary): string =>
  `orders of the service paid ${writes.paid}, paid twice ${writes.paidTwice}, canceled ${writes.canceled}, ` +
  `canceled wrongly ${writes.canceledWrongly}, paid and unwanted ${writes.paidAndUnwanted} (untold ${writes.untold})`;

const strikesLines = ({ struckWrites: { pay, cancel } }: RunSummary): string[] =>
  Object.entries({ payments: pay, cancellations: cancel }).map(
    ([what, { spoilt, killed, frozen }]) =>
      `${what} with a spoilt answer or an empty wallet ${spoilt}, killed under ${killed}, frozen under ${frozen}`,
  );
