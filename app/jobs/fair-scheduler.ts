import type { RowId } from "../ports/ids.ts";

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
export function createFairScheduler(
  limits: SchedulerLimits,
  work: (id: RowId) => Promise<void>,
  onFinished: () => void,
) {
  const partitions = new Map<string, WorkItem[]>();
  const running = new Map<RowId, Promise<void>>();
  const busy = new Map<string, number>();
  const rerun = new Map<RowId, WorkItem>();
  let stopped = false;

  const waiting = () => [...partitions.values()].reduce((sum, queue) => sum + queue.length, 0);
  const maxWaiting = limits.maxConcurrent * MAX_WAITING_PER_SLOT;
  const canRun = (item: WorkItem) => item.partitionKeys.every((key) => (busy.get(key) ?? 0) < limits.maxPerKey);

  /** Takes the row of the first partition whose next row may run; the partition moves to the end. */
  const next = (): WorkItem | null => {
    for (const [partition, queue] of partitions) {
      const [item] = queue;
      if (!item || !canRun(item)) continue;
      queue.shift();
      partitions.delete(partition);
      if (queue.length > 0) partitions.set(partition, queue);
      return item;
    }
    return null;
  };

  const adjustBusy = (item: WorkItem, by: 1 | -1) => {
    for (const key of item.partitionKeys) {
      const now = (busy.get(key) ?? 0) + by;
      if (now > 0) busy.set(key, now);
      else busy.delete(key);
    }
  };

  const run = async (item: WorkItem) => {
    try {
      await work(item.id);
    } finally {
      running.delete(item.id);
      adjustBusy(item, -1);
      const rerunItem = rerun.get(item.id);
      rerun.delete(item.id);
      if (rerunItem) offer(rerunItem);
      pump();
      onFinished();
    }
  };

  function pump(): void {
    while (!stopped && running.size < limits.maxConcurrent) {
      const item = next();
      if (!item) return;
      adjustBusy(item, 1);
      running.set(item.id, run(item));
    }
  }

  /** Queues the row for its partition's turn. False: there is no room, and the row stays in PostgreSQL alone. */
  function offer(item: WorkItem): boolean {
    if (stopped) return false;
    if (running.has(item.id)) {
      rerun.set(item.id, item);
      return true;
    }
    const queue = partitions.get(item.partitionKeys[0]) ?? [];
    if (queue.some((one) => one.id === item.id)) return true;
    if (queue.length >= maxQueuedPerPartition(limits) || (queue.length > 0 && waiting() >= maxWaiting)) return false;
    queue.push(item);
    partitions.set(item.partitionKeys[0], queue);
    pump();
    return true;
  }

  return {
    offer,
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
      partitions.clear();
      rerun.clear();
      await Promise.allSettled([...running.values()]);
    },
  };
}
