import { performance as eventLoop } from "node:perf_hooks";
import type { Underway } from "../ports/observe.ts";

/** Rows of a partition that began in so many milliseconds, and in as many before them, count as served lately. */
const WINDOW_MS = 1_000;
/** A row gives way to running ones of partitions that were served so many times less. */
const LESS_SERVED_FACTOR = 4;
/** A partition waits no longer than this, in milliseconds, and a row that is under way no longer at each of its steps. */
const MAX_WAIT_MS = 50;

/**
 * What server/http.ts reports a page as. A page takes long where much is computed beside it: while one is open rows begin less often,
 * but those that have begun go on, or a shop in a sale would send at half its speed as long as somebody watches.
 */
const PAGE = "page";

/** Of one process, shared by its pools. */
export interface GiveWay extends Underway {
  /** Whether the partition's next row waits for running ones. `pump` is called when it may run. */
  mustWait(partition: string): boolean;
  /** Resolves when a row of the partition that is under way may do its next step. */
  letBy(partition: string): Promise<void>;
  /** Called when rows that waited may run by now. */
  onMayRun(pump: () => void): void;
  /** Calls none of them any longer. */
  stop(): void;
}

/**
 * In a process that is busy, a partition whose rows run back to back begins none while a row of a partition runs that was
 * served far less, in whichever pool, or a delivery of one is stored, and those that have begun rest between their steps: each row
 * that computes makes the other one's steps wait.
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
  /** Of rows that rest between two steps. */
  const resting = new Set<() => void>();
  let timer: NodeJS.Timeout | null = null;

  const wakeAll = () => {
    for (const pump of pumps) pump();
    for (const wake of resting) wake();
  };
  const rest = (ms: number): Promise<void> =>
    new Promise((resolve) => {
      const wake = () => {
        clearTimeout(rested);
        resting.delete(wake);
        resolve();
      };
      const rested = setTimeout(wake, ms);
      resting.add(wake);
    });
  const rotate = () => {
    const at = now();
    if (at - windowBegan < WINDOW_MS) return;
    previous = at - windowBegan < 2 * WINDOW_MS ? current : new Map();
    current = new Map();
    windowBegan = at;
  };
  const served = (partition: string) => (current.get(partition) ?? 0) + (previous.get(partition) ?? 0);
  const isBesideLessServed = (partition: string, others = [...running.keys()]): boolean => {
    if (others.length === 0 || !isBusy()) return false;
    rotate();
    const mine = served(partition);
    return others.some((other) => served(other) * LESS_SERVED_FACTOR < mine);
  };
  const runningRows = () => [...running.keys()].filter((other) => other !== PAGE);

  return {
    async letBy(partition) {
      const end = now() + MAX_WAIT_MS;
      let left = MAX_WAIT_MS;
      while (left > 0 && isBesideLessServed(partition, runningRows())) {
        await rest(left);
        left = end - now();
      }
    },
    mustWait(partition) {
      if (!isBesideLessServed(partition)) return false;
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
      if (waitsSince.size > 0 || resting.size > 0) wakeAll();
    },
    onMayRun: (pump) => void pumps.push(pump),
    stop() {
      if (timer) clearTimeout(timer);
      timer = null;
      pumps.length = 0;
      wakeAll();
    },
  };
}

type Loop = Pick<typeof eventLoop, "now" | "eventLoopUtilization">;

/**
 * Share of its time that a busy process computes. Below, a step of a row rarely finds another one's in its way; above, runs that
 * compute at once only wait for each other.
 */
export const BUSY_FROM = 0.5;

/** The event loop is measured over so many milliseconds at least. */
const MEASURED_MS = 500;

/** Whether this process computed for so great a share of its time lately, from 0 to 1. */
export function createBusyCheck(from: number, loop: Loop = eventLoop): () => boolean {
  let begin = { at: loop.now(), utilization: loop.eventLoopUtilization() };
  let isBusy = false;
  return () => {
    const at = loop.now();
    if (at - begin.at < MEASURED_MS) return isBusy;
    const utilization = loop.eventLoopUtilization();
    isBusy = loop.eventLoopUtilization(utilization, begin.utilization).utilization >= from;
    begin = { at, utilization };
    return isBusy;
  };
}
