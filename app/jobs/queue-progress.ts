import { randomUUID } from "node:crypto";
import { withLease } from "../database/lease.ts";
import type { OrdersContext } from "../orders/core/context.ts";
import { findWorkRows, type WorkKind } from "../orders/core/due-work.ts";
import type { RowId } from "../ports/ids.ts";
import type { Queues } from "./queues.ts";
import { MINUTE_MS } from "../ports/clock.ts";

/** Work of a queue that has not moved for so long is stuck: longer than any single call takes, in milliseconds. */
export const STUCK_AFTER_MS = 2 * MINUTE_MS;
/** Runs that come to no end at all for so long need a new process, in milliseconds. */
export const DEAD_AFTER_MS = 10 * MINUTE_MS;

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

/** A run of the queue ended. */
export type PoolEnded = (result: Parameters<QueueProgress["ended"]>[1]) => void;

/** Of the lease of a canary whose process ended meanwhile, in milliseconds. */
const LEASE_MS = MINUTE_MS;

/**
 * Goes the way of a row without being one: a canary becomes due at intervals, is woken through Redis or found by a poll, takes a place of
 * the queue, reads the queue's table and commits. When a canary comes to no end, neither does work.
 */
interface Canary {
  id: RowId;
  send(): void;
  /** Whether it is due and waits for a place nowhere yet; from now on it does. */
  take(): boolean;
  run(): Promise<void>;
}

export function createCanary(
  ctx: OrdersContext,
  queues: Queues,
  { name, ended }: { name: WorkKind; ended: PoolEnded },
): Canary {
  const id = randomUUID() as RowId;
  let isDue = false;
  let isTaken = false;
  return {
    id,
    send() {
      isDue = true;
      queues.wakeUps.add(name, id);
    },
    take() {
      if (!isDue || isTaken) return false;
      isTaken = true;
      return true;
    },
    async run() {
      try {
        await findWorkRows(ctx, name, [id]);
        await withLease(ctx, `canary:${name}:${id}`, LEASE_MS, () => Promise.resolve());
        isDue = false;
        ended("progressed");
      } catch {
        // It stays due, and a poll tries again.
        ended("database_unavailable");
      } finally {
        isTaken = false;
      }
    },
  };
}
