import { withTimeout } from "../common/with-timeout.ts";
import type { Clock } from "../ports/clock.ts";
import type { Finding } from "./findings.ts";

/** A check that takes longer says nothing, in milliseconds. */
const LIMIT_MS = 20_000;

/** The checks by name; none of them changes what it looks at. */
export type CheckFunctions<All extends Readonly<Record<string, readonly string[]>>> = {
  [Check in keyof All]: () => Promise<Finding<All[Check][number]>>;
};

/** Runs all checks at once. One that throws, or takes too long, is `unknown`, and keeps no other from its result. */
export function runChecks<Problem extends string>(
  clock: Clock,
  checks: Readonly<Record<string, () => Promise<Finding<Problem>>>>,
): Promise<{ check: string; at: string; finding: Finding<Problem> }[]> {
  const runs = Object.entries(checks).map(async ([check, run]) => {
    const finding = await withTimeout<Finding<Problem>>(LIMIT_MS, run(), { tone: "unknown" });
    return { check, at: clock.now().toISOString(), finding };
  });
  return Promise.all(runs);
}
