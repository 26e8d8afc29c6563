import { randomUUID } from "node:crypto";
import type { OrdersContext } from "../orders/core/context.ts";
import { findDueRows, findWorkRows, type WorkRow } from "../orders/core/due-work.ts";
import type { WorkAdmission } from "../ports/points-store.ts";
import type { RowId } from "../ports/ids.ts";
import { batched } from "../common/batched.ts";
import { createCanary } from "./queue-progress.ts";
import {
  createFairScheduler,
  maxQueuedPerPartition,
  type SchedulerLimits,
  type SchedulerOptions,
  type WorkItem,
} from "./fair-scheduler.ts";
import type { Queues } from "./queues.ts";
import { createRowRuns, type RunOptions } from "./row-runs.ts";

/** Wake-ups of this process whose rows are being read; further ones are dropped, and polls find their rows. */
const MAX_LOCAL_READS = 200;

export interface WorkerPool {
  pollDue(): Promise<void>;
  sendCanary(): void;
  /** Runs rows that wait and may run by now. */
  pump(): void;
  /** More rows wait for their turn than there are places. */
  isBacklogged(): boolean;
  /** More rows were due than there was room for, of one shop at least. */
  hasMoreDue(): boolean;
  stop(): Promise<unknown>;
}

/** A row that is offered to the scheduler; null: the canary. */
interface Item extends WorkItem {
  row: WorkRow | null;
}

export interface PoolOptions extends RunOptions, SchedulerOptions {
  limits: SchedulerLimits;
  admission: WorkAdmission;
}

/** A partition whose row could not begin for want of Shopify's points is tried again after so long at most, in milliseconds. */
const MAX_PAUSE_MS = 2_000;

/**
 * One kind of work. Rows come by wake-ups (Bull) and by polls (PostgreSQL) and take turns by shop. A row without
 * room is dropped: it is due, and a poll finds it once a place is free.
 */
export function startWorkerPool(ctx: OrdersContext, queues: Queues, options: PoolOptions): WorkerPool {
  const { name, limits, admission } = options;
  const runs = createRowRuns(ctx, queues, options);
  const canary = createCanary(ctx, queues, options);
  const jitterSeed = randomUUID();
  /** Run since the last timed poll: a row that is still due is ignored until the next one. */
  let recentlyRun = new Set<RowId>();
  let polling: Promise<void> | null = null;
  /** More rows were due than there was room for. */
  let moreDue = false;
  /** One read at a time: the database's connections are for the work. */
  const readWoken = batched((ids: readonly string[]) => findWorkRows(ctx, name, ids));

  const scheduler = createFairScheduler<Item>(
    limits,
    async (item) => {
      const { row } = item;
      if (!row) return canary.run();
      const work = () => runs.run(row);
      const calls = row.shopifyCalls;
      const run = calls
        ? await admission.run(calls, work)
        : await admission.withPurpose(name === "delivery" ? "receive" : "send", work);
      if (run && !run.begun) return putBack(item, run.waitMs);
      recentlyRun.add(row.id);
    },
    () => pollForMore(),
    options,
  );

  /** The row is still due, and keeps its turn. */
  const putBack = (item: Item, waitMs: number): void => {
    const pauseMs = Math.min(waitMs, MAX_PAUSE_MS);
    scheduler.pause(item.partitionKeys[0], pauseMs);
    scheduler.offer(item);
  };

  /** Reads the rows that had no room, or no wake-up, once there is room. */
  const pollForMore = (): void => {
    if (moreDue && scheduler.waiting() < limits.maxConcurrent) void pollOnce(recentlyRun).catch(() => undefined);
  };

  const pollOnce = (excludedIds: ReadonlySet<RowId>): Promise<void> =>
    (polling ??= fetchDue(excludedIds).finally(() => (polling = null)));

  const fetchDue = async (excludedIds: ReadonlySet<RowId>) => {
    scheduler.pump();
    const perPartition = maxQueuedPerPartition(limits);
    const limit = scheduler.remainingCapacity();
    const exceptPartitions = scheduler.fullPartitions();
    moreDue = limit === 0 || exceptPartitions.length > 0;
    if (limit === 0) return;
    const exceptIds = [...scheduler.knownIds(), ...excludedIds];
    const rows = await findDueRows(ctx, name, {
      perPartition,
      limit,
      excludedIds: exceptIds,
      excludedPartitions: exceptPartitions,
      jitterSeed,
    });
    const accepted = rows.filter((row) => scheduler.offer(toItem(row)));
    moreDue ||= accepted.length < rows.length || rows.length === limit || somePartitionHas(rows, perPartition);
  };

  const offerCanary = (): void => {
    if (canary.take()) scheduler.offer({ id: canary.id, partitionKeys: ["canary"], row: null });
  };

  const offerWoken = (row: WorkRow): void => {
    if (!scheduler.offer(toItem(row))) moreDue = true;
  };
  queues.wakeUps.take(name, async (ids) => {
    if (ids.includes(canary.id)) offerCanary();
    const rows = await findWorkRows(ctx, name, ids).catch(() => []);
    for (const row of rows) if (row) offerWoken(row);
  });
  /** A wake-up of this process needs no way through Redis. */
  let localReads = 0;
  const readLocally = async (id: string): Promise<void> => {
    if (localReads >= MAX_LOCAL_READS) return void (moreDue = true);
    localReads += 1;
    const row = await readWoken(id).catch(() => undefined);
    localReads -= 1;
    if (row) offerWoken(row);
  };
  queues.takeLocally(name, (id, row) => {
    if (row) offerWoken({ ...row, id, failures: 0, tries: 0 });
    else void readLocally(id);
  });

  return {
    pollDue() {
      recentlyRun = new Set();
      offerCanary();
      return pollOnce(recentlyRun);
    },
    sendCanary: canary.send,
    pump: () => scheduler.pump(),
    isBacklogged: () => scheduler.waiting() >= limits.maxConcurrent,
    hasMoreDue: () => moreDue,
    async stop() {
      queues.takeLocally(name, null);
      await scheduler.stop();
      await runs.stop();
    },
  };
}

const toItem = (row: WorkRow): Item => ({
  id: row.id,
  partitionKeys: row.account === null ? [row.partition] : [row.partition, row.account],
  row,
});

function somePartitionHas(rows: readonly WorkRow[], count: number): boolean {
  const byPartition = Map.groupBy(rows, (row) => row.partition);
  return [...byPartition.values()].some((group) => group.length >= count);
}
