import type { RowId } from "../ports/ids.ts";
import type { GiveWay } from "./give-way.ts";

/**
 * A row with work to do. Its first key is its partition; partitions take turns, and no key has too many rows running.
 */
export interface WorkItem {
  id: RowId;
  partitionKeys: readonly [partition: string, ...others: string[]];
}

export interface SchedulerLimits {
  /** Rows that run at once, in this process. */
  maxConcurrent: number;
  /** Of these, with any one key (a shop, a print account). */
  maxPerKey: number;
}

export interface SchedulerOptions {
  /** How many rows may run at the moment: at least one, at most the limits. */
  allowed?(): SchedulerLimits;
  giveWay?: Pick<GiveWay, "mustWait" | "began" | "ended">;
}
const NEVER_WAIT = { mustWait: () => false, began: () => undefined, ended: () => undefined };

/** Queued rows per running row of a partition: enough that no place stays empty between two polls of PostgreSQL. */
const QUEUE_DEPTH_FACTOR = 2;
/**
 * Queued rows of all partitions, per running row. A partition with an empty queue is always accepted: busy shops cannot
 * shut it out.
 */
const MAX_WAITING_PER_SLOT = 8;

/** How many rows of one partition may be queued in this process. */
export const maxQueuedPerPartition = (limits: SchedulerLimits): number => limits.maxPerKey * QUEUE_DEPTH_FACTOR;

/**
 * Runs rows partition by partition in turn, within bounds. A row without room is dropped; it is still due in
 * PostgreSQL, where a poll finds it. A row that is offered while it runs is run once more afterwards.
 */
export function createFairScheduler<Item extends WorkItem>(
  limits: SchedulerLimits,
  work: (item: Item) => Promise<void>,
  onFinished: () => void,
  { allowed = () => limits, giveWay = NEVER_WAIT }: SchedulerOptions = {},
) {
  const partitions = new Map<string, Item[]>();
  const running = new Map<RowId, Promise<void>>();
  const busy = new Map<string, number>();
  const rerun = new Map<RowId, Item>();
  const pauses = new Map<string, NodeJS.Timeout>();
  let stopped = false;

  /** Those of paused partitions cannot use a place: they must not keep others from being queued. */
  const waiting = () =>
    [...partitions].reduce((sum, [partition, queue]) => sum + (pauses.has(partition) ? 0 : queue.length), 0);
  const maxWaiting = limits.maxConcurrent * MAX_WAITING_PER_SLOT;

  /** Takes the row of the first partition whose next row may run; the partition moves to the end. */
  const next = (maxPerKey: number): Item | null => {
    const canRun = (item: Item) => item.partitionKeys.every((key) => (busy.get(key) ?? 0) < maxPerKey);
    for (const [partition, queue] of partitions) {
      const [item] = queue;
      if (!item || !canRun(item) || pauses.has(partition) || giveWay.mustWait(partition)) continue;
      queue.shift();
      partitions.delete(partition);
      if (queue.length > 0) partitions.set(partition, queue);
      return item;
    }
    return null;
  };

  const adjustBusy = (item: Item, by: 1 | -1) => {
    for (const key of item.partitionKeys) {
      const now = (busy.get(key) ?? 0) + by;
      if (now > 0) busy.set(key, now);
      else busy.delete(key);
    }
  };

  const run = async (item: Item) => {
    try {
      await work(item);
    } finally {
      running.delete(item.id);
      adjustBusy(item, -1);
      giveWay.ended(item.partitionKeys[0]);
      const rerunItem = rerun.get(item.id);
      rerun.delete(item.id);
      if (rerunItem) offer(rerunItem);
      pump();
      onFinished();
    }
  };

  function pump(): void {
    while (!stopped) {
      const { maxConcurrent, maxPerKey } = allowed();
      const item = running.size < maxConcurrent ? next(maxPerKey) : null;
      if (!item) return;
      adjustBusy(item, 1);
      giveWay.began(item.partitionKeys[0]);
      running.set(item.id, run(item));
    }
  }

  /**
   * Queues the row for its partition's turn, or for one more run after its present one. False: there is no room, and the row stays in
   * PostgreSQL alone.
   */
  function offer(item: Item): boolean {
    if (stopped) return false;
    if (running.has(item.id)) {
      rerun.set(item.id, item);
      return true;
    }
    const queue = partitions.get(item.partitionKeys[0]) ?? [];
    const queuedAt = queue.findIndex((one) => one.id === item.id);
    if (queuedAt >= 0) {
      // What was read of the row last counts.
      queue[queuedAt] = item;
      return true;
    }
    if (queue.length >= maxQueuedPerPartition(limits) || (queue.length > 0 && waiting() >= maxWaiting)) return false;
    queue.push(item);
    partitions.set(item.partitionKeys[0], queue);
    pump();
    return true;
  }

  return {
    offer,
    /** No row of the partition begins for so long, in milliseconds. */
    pause(partition: string, waitMs: number): void {
      clearTimeout(pauses.get(partition));
      const end = () => {
        pauses.delete(partition);
        pump();
        onFinished();
      };
      if (!stopped) pauses.set(partition, setTimeout(end, waitMs));
    },
    /** Runs what waits and may run by now: `allowed` may have changed. */
    pump,
    waiting,
    /** How many more rows may be queued. */
    remainingCapacity: () => Math.max(0, maxWaiting - waiting()),
    /** Rows that are queued or run. */
    knownIds: () => [...running.keys(), ...[...partitions.values()].flat().map((item) => item.id)],
    /** Partitions whose queue is full. */
    fullPartitions: () =>
      [...partitions]
        .filter(([, queue]) => queue.length >= maxQueuedPerPartition(limits))
        .map(([partition]) => partition),
    /** Drops the queues; resolves when nothing runs any longer. */
    async stop(): Promise<void> {
      stopped = true;
      for (const timer of pauses.values()) clearTimeout(timer);
      partitions.clear();
      rerun.clear();
      await Promise.allSettled([...running.values()]);
    },
  };
}
