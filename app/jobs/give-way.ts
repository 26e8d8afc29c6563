import type { Underway } from "../ports/observe.ts";
import { BUSY_FROM, createBusyCheck } from "./busy-process.ts";

/** Rows of a partition that began in so many milliseconds, and in as many before them, count as served lately. */
const WINDOW_MS = 1_000;
/** A row gives way to running ones of partitions that were served so many times less. */
const LESS_SERVED_FACTOR = 4;
/** A partition waits no longer than this, in milliseconds. */
const MAX_WAIT_MS = 50;

/** Of one process, shared by its pools. */
export interface GiveWay extends Underway {
  /** Whether the partition's next row waits for running ones. `pump` is called when it may run. */
  mustWait(partition: string): boolean;
  /** Called when rows that waited may run by now. */
  onMayRun(pump: () => void): void;
  /** Calls none of them any longer. */
  stop(): void;
}

/**
 * In a process that is busy, a partition whose rows run back to back begins none while a row of a partition runs that was
 * served far less, in whichever pool, or a delivery of one is stored: each row that computes makes the other one's steps wait.
 * Bounded, so that many quiet partitions hold none back for good.
 */
export function createGiveWay(
  isBusy: () => boolean = createBusyCheck(BUSY_FROM),
  now: () => number = () => performance.now(),
): GiveWay {
  let windowBegan = now();
  let current = new Map<string, number>();
  let previous = new Map<string, number>();
  const running = new Map<string, number>();
  const waitsSince = new Map<string, number>();
  const pumps: (() => void)[] = [];
  let timer: NodeJS.Timeout | null = null;

  const wakeAll = () => {
    for (const pump of pumps) pump();
  };
  const rotate = () => {
    const at = now();
    if (at - windowBegan < WINDOW_MS) return;
    previous = at - windowBegan < 2 * WINDOW_MS ? current : new Map();
    current = new Map();
    windowBegan = at;
  };
  const served = (partition: string) => (current.get(partition) ?? 0) + (previous.get(partition) ?? 0);

  return {
    mustWait(partition) {
      if (running.size === 0 || !isBusy()) return false;
      rotate();
      const mine = served(partition);
      const isLessServed = (other: string) => served(other) * LESS_SERVED_FACTOR < mine;
      if (![...running.keys()].some(isLessServed)) return false;
      const since = waitsSince.get(partition) ?? now();
      waitsSince.set(partition, since);
      const left = since + MAX_WAIT_MS - now();
      if (left <= 0) return false;
      timer ??= setTimeout(() => {
        timer = null;
        wakeAll();
      }, left);
      return true;
    },
    began(partition) {
      rotate();
      waitsSince.delete(partition);
      running.set(partition, (running.get(partition) ?? 0) + 1);
      current.set(partition, (current.get(partition) ?? 0) + 1);
    },
    ended(partition) {
      const left = (running.get(partition) ?? 0) - 1;
      if (left > 0) running.set(partition, left);
      else running.delete(partition);
      if (waitsSince.size > 0) wakeAll();
    },
    onMayRun: (pump) => void pumps.push(pump),
    stop() {
      if (timer) clearTimeout(timer);
      timer = null;
      pumps.length = 0;
    },
  };
}
