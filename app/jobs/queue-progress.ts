import type { WorkKind } from "../orders/core/due-work.ts";

/** Work of a queue that has not moved for so long is stuck: longer than any single call takes, in milliseconds. */
export const STUCK_AFTER_MS = 2 * 60_000;
/** Runs that come to no end at all for so long need a new process, in milliseconds. */
export const DEAD_AFTER_MS = 10 * 60_000;

type Ages = Partial<Record<WorkKind, number>>;

/** When runs of each queue last ended in this process. Milliseconds by queue; empty where no workers run. */
export interface QueueProgress {
  /** `progressed`: the database was there. Without it a run ends, too, and a new process would do no better. */
  ended(queue: WorkKind, result: "progressed" | "database_unavailable"): void;
  /** No workers run any longer. */
  forget(): void;
  sinceProgress(): Ages;
  sinceEnded(): Ages;
}

/** The machine's clock may be set; `now` only runs. */
export function createQueueProgress(now: () => number = () => performance.now()): QueueProgress {
  const progressedAt = new Map<WorkKind, number>();
  const endedAt = new Map<WorkKind, number>();
  const ages = (since: ReadonlyMap<WorkKind, number>): Ages =>
    Object.fromEntries([...since].map(([queue, at]) => [queue, now() - at]));
  return {
    ended(queue, result) {
      endedAt.set(queue, now());
      if (result === "progressed") progressedAt.set(queue, now());
    },
    forget() {
      progressedAt.clear();
      endedAt.clear();
    },
    sinceProgress: () => ages(progressedAt),
    sinceEnded: () => ages(endedAt),
  };
}

/** The longest of the ages; null where no workers run. */
export function longest(ages: Ages): number | null {
  const all = Object.values(ages);
  return all.length === 0 ? null : Math.max(...all);
}
