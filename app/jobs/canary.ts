import { randomUUID } from "node:crypto";
import { withLease } from "../database/lease.ts";
import type { OrdersContext } from "../orders/core/context.ts";
import { findWorkRows, type WorkKind } from "../orders/core/due-work.ts";
import type { RowId } from "../ports/ids.ts";
import type { QueueProgress } from "./queue-progress.ts";
import type { Queues } from "./queues.ts";

/** A run of the queue ended. */
export type PoolEnded = (result: Parameters<QueueProgress["ended"]>[1]) => void;

/** Of the lease of a canary whose process ended meanwhile, in milliseconds. */
const LEASE_MS = 60_000;

/**
 * A row that is none: it becomes due at intervals, is woken through Redis or found by a poll, takes a place of the queue, reads
 * the queue's table and commits. When it comes to no end, neither does work.
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
