/** The middle of some figures; of an even number the mean of the two in the middle. */
export function median(figures: readonly number[]): number {
  const sorted = [...figures].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? NaN) + upper) / 2;
}

/** The figure that `share` of them (0.95: 95 of 100) do not exceed. */
export function percentile(figures: readonly number[], share: number): number {
  const sorted = [...figures].sort((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? NaN;
}

export const mean = (figures: readonly number[]): number =>
  figures.reduce((sum, figure) => sum + figure, 0) / figures.length;

/** One line of the result: ours, beside its floor where there is one, each the median of the runs. */
export interface Row {
  id: string;
  name: string;
  unit: string;
  /** One figure per run. */
  ours: number[];
  /** The same of what ours is measured beside; null where the goal is a figure of its own. */
  floor: number[] | null;
  /** null: the row is for information. */
  goal: Goal | null;
  /** What the figures do not say: where a floor comes from, what the worst was. */
  note?: string;
}

/** Wanted of ours / floor, or of ours. */
export type Goal = { of: "ratio" | "ours" } & ({ atLeast: number } | { atMost: number });

/** A row that could not be measured, and why. */
export interface Unmeasured {
  id: string;
  name: string;
  problem: string;
}

export type Line = Row | Unmeasured;

/** ours / floor; null without a floor. */
export const ratio = (row: Row): number | null => row.floor && median(row.ours) / median(row.floor);

/** null: the row has no goal. */
export function isGoalMet(row: Row): boolean | null {
  const { goal } = row;
  if (!goal) return null;
  const figure = goal.of === "ratio" ? ratio(row) : median(row.ours);
  if (figure === null) return false;
  return "atLeast" in goal ? figure >= goal.atLeast : figure <= goal.atMost;
}
