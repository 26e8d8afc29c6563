/** A row that has work waiting. The first key is its partition, which takes turns with the other partitions; no key has too many at once. */
export interface WorkItem {
  id: string;
  partitionKeys: readonly [lane: string, ...others: string[]];
}

export interface SchedulerLimits {
  /** Rows worked on at once, in this process. */
  maxConcurrent: number;
  /** Of these, with any one key: a shop, a print account. */
  maxPerKey: number;
}

export interface FairScheduler {
  /** Has the row worked on in its partition's turn. False: there is no room; it stays where it is kept, in PostgreSQL. */
  offer(item: WorkItem): boolean;
  /** How many more may wait beside those that wait now. */
  remainingCapacity(): number;
  waiting(): number;
  /** Rows that wait here or are worked on. */
  knownIds(): string[];
  /** Partitions that take no more for now. */
  fullPartitions(): string[];
  /** Forgets what waits; resolves when nothing runs any longer. */
  stop(): Promise<void>;
}

/** Per partition so many wait as run at most, times this: enough that nobody stands idle between two looks into PostgreSQL. */
const QUEUE_DEPTH_FACTOR = 2;
/** All partitions together. A partition of which nothing waits is always let in: whoever is noisy takes no place of who is not. */
const MAX_WAITING_PER_SLOT = 8;

/** How many rows of one partition may wait in this process. */
export const maxQueuedPerPartition = (limits: SchedulerLimits): number => limits.maxPerKey * QUEUE_DEPTH_FACTOR;

/**
 * Works on rows partition by partition in turn, within bounds. It holds little: what finds no room is dropped, and found again in
 * PostgreSQL, where all of it is due. A row that is offered while it is worked on is worked on once more afterwards.
 */
export function createFairScheduler(
  limits: SchedulerLimits,
  work: (id: string) => Promise<void>,
  onFinished: () => void,
): FairScheduler {
  const partitions = new Map<string, WorkItem[]>();
  const running = new Map<string, Promise<void>>();
  const busy = new Map<string, number>();
  const rerun = new Map<string, WorkItem>();
  let stopped = false;

  const waiting = () => [...partitions.values()].reduce((sum, queue) => sum + queue.length, 0);
  const maxWaiting = limits.maxConcurrent * MAX_WAITING_PER_SLOT;
  const canRun = (item: WorkItem) => item.partitionKeys.every((key) => (busy.get(key) ?? 0) < limits.maxPerKey);

  /** The first partition whose next row may run; it goes to the end of the line. */
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
    remainingCapacity: () => Math.max(0, maxWaiting - waiting()),
    knownIds: () => [...running.keys(), ...[...partitions.values()].flat().map((item) => item.id)],
    fullPartitions: () =>
      [...partitions]
        .filter(([, queue]) => queue.length >= maxQueuedPerPartition(limits))
        .map(([partition]) => partition),
    async stop() {
      stopped = true;
      partitions.clear();
      rerun.clear();
      await Promise.allSettled([...running.values()]);
    },
  };
}
