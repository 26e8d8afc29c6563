/** The middle of some figures; of an even number the mean of the two in the middle. */
export function median(figures: readonly number[]): number {
  const sorted = [...figures].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? NaN) + upper) / 2;
}

/** The figure that 95 of 100 do not exceed. */
export function p95(figures: readonly number[]): number {
  const sorted = [...figures].sort((a, b) => a - b);
  return sorted[Math.ceil(sorted.length * 0.95) - 1] ?? NaN;
}

/** One line of the result: ours beside its floor, each the median of the runs. */
export interface Row {
  name: string;
  unit: string;
  /** One figure per run. */
  ours: number[];
  baseline: number[];
  /** The ratio ours / floor that is wanted; null when the row is for information. */
  goal: { atLeast: number } | { atMost: number } | null;
}

export const ratio = (row: Row): number => median(row.ours) / median(row.baseline);

export function isGoalMet(row: Row): boolean | null {
  if (!row.goal) return null;
  return "atLeast" in row.goal ? ratio(row) >= row.goal.atLeast : ratio(row) <= row.goal.atMost;
}
