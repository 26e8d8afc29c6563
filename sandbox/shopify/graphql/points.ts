import type { GraphLogEntry } from "../core.ts";

/** What the runs of one operation cost a shop. */
export interface Points {
  runs: number;
  requested: number;
  actual: number;
  /** Requests that were throttled: they neither ran nor cost anything. */
  throttled: number;
}

/** The sums over `entries` by the operation's name; an operation without a name counts under its root fields. */
export function pointsByOperation(entries: readonly GraphLogEntry[]): Record<string, Points> {
  const sums: Record<string, Points> = {};
  for (const { operation, rootFields, cost } of entries) {
    if (!cost) continue;
    const name = operation ?? rootFields.join(", ");
    const points = (sums[name] ??= { runs: 0, requested: 0, actual: 0, throttled: 0 });
    if (cost.actual === null) {
      points.throttled += 1;
      continue;
    }
    points.runs += 1;
    points.requested += cost.requested;
    points.actual += cost.actual;
  }
  return sums;
}
