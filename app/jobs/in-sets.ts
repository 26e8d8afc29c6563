import { AsyncResource } from "node:async_hooks";
import pLimit from "p-limit";

/** Rows of different keys that are worked together: more would keep their locks for longer than the shared commit saves. */
export const MAX_SET = 32;
/** The lines of the orders of a set, but one order in any case: what a statement carries stays within bounds. */
export const MAX_LINES = 400;
/** Items that are tried alone at once: what one waits for keeps neither the others nor the sets waiting. */
const ALONE_AT_ONCE = 4;

interface SetWork<Item, Result> {
  /** Of items with the same key, a set has only one. */
  keyOf(item: Item): string;
  /** How much the item adds to its set, of which `maxWeight` is the limit; an item that exceeds it is a set of its own. */
  weightOf(item: Item): number;
  maxWeight: number;
  /**
   * Does the work of all, or of none where it throws. null: of this one nothing was done, such as one whose row another transaction has
   * locked. It is then run `alone`, and may wait.
   */
  run(items: readonly Item[], alone: boolean): Promise<readonly (Result | null)[]>;
}

interface Waiting<Item, Result> {
  item: Item;
  key: string;
  resolve(result: Result): void;
  reject(error: unknown): void;
}

/**
 * Works items in sets: what comes in one turn of the event loop, and while a set is under way, is worked together. A single item is a set
 * of one, by the same code. When a set fails, each of its items is tried alone, so that one of them harms no other.
 */
export function inSets<Item, Result>({ keyOf, weightOf, maxWeight, run }: SetWork<Item, Result>) {
  type One = Waiting<Item, Result>;
  let waiting: One[] = [];
  const places = pLimit(ALONE_AT_ONCE);
  /** Of the items that are at work. */
  const busyKeys = new Set<string>();
  let isRunning = false;
  let isStarting = false;

  /** The next ones that may run together, the oldest first. */
  const takeSet = (): One[] => {
    const set: One[] = [];
    let weight = 0;
    for (const next of waiting) {
      if (set.length === MAX_SET) break;
      if (busyKeys.has(next.key)) continue;
      weight += weightOf(next.item);
      if (set.length > 0 && weight > maxWeight) break;
      set.push(next);
      busyKeys.add(next.key);
    }
    waiting = waiting.filter((one) => !set.includes(one));
    return set;
  };

  const runAlone = async (one: One): Promise<void> => {
    try {
      const [result] = await run([one.item], true);
      if (result === null || result === undefined) throw new Error("an item that is tried alone was left undone");
      one.resolve(result);
    } catch (error) {
      one.reject(error);
    }
    busyKeys.delete(one.key);
    startSoon();
  };

  const runSet = async (set: readonly One[]): Promise<void> => {
    const results = await run(
      set.map(({ item }) => item),
      false,
    ).catch(() => []);
    for (const [at, one] of set.entries()) {
      const result = results[at];
      if (result === null || result === undefined) void places(() => runAlone(one));
      else {
        busyKeys.delete(one.key);
        one.resolve(result);
      }
    }
  };

  // A set belongs to all of its items: its lines of the log carry the ids of none.
  const start = AsyncResource.bind((): void => {
    isStarting = false;
    if (isRunning) return;
    const set = takeSet();
    if (set.length === 0) return;
    isRunning = true;
    void runSet(set).then(() => {
      isRunning = false;
      startSoon();
    });
  });

  function startSoon(): void {
    if (!isStarting) setImmediate(start);
    isStarting = true;
  }

  return (item: Item): Promise<Result> =>
    new Promise((resolve, reject) => {
      waiting.push({ item, key: keyOf(item), resolve, reject });
      startSoon();
    });
}
