import { AsyncResource } from "node:async_hooks";

/** Rows of different keys that are worked together: more would keep their locks for longer than the shared commit saves. */
export const MAX_SET = 32;
/** The lines of the orders of a set, but one order in any case: what a statement carries stays within bounds. */
export const MAX_LINES = 400;
/** What comes while a set is under way is worked by the next one: more sets at once would be smaller, each with a commit of its own. */
const SETS_AT_ONCE = 1;

interface SetWork<Item, Result> {
  /** Of items with the same key, a set has only one. */
  keyOf(item: Item): string;
  /** How much the item adds to its set, of which `maxWeight` is the limit; an item that exceeds it is a set of its own. */
  weightOf(item: Item): number;
  maxWeight: number;
  /** Does the work of all, or of none where it throws. null: of this one nothing was done, and it is tried alone. */
  run(items: readonly Item[]): Promise<readonly (Result | null)[]>;
}

interface Waiting<Item, Result> {
  item: Item;
  key: string;
  isAlone: boolean;
  resolve(result: Result): void;
  reject(error: unknown): void;
}

/**
 * Works items in sets: what is asked for while sets are under way is worked together by the next one. A single item is worked at once,
 * by the same code. When a set fails, each of its items is tried alone, so that one of them harms no other.
 */
export function inSets<Item, Result>({ keyOf, weightOf, maxWeight, run }: SetWork<Item, Result>) {
  let waiting: Waiting<Item, Result>[] = [];
  const busyKeys = new Set<string>();
  let running = 0;

  /** The next ones that may run together, the oldest first. */
  const takeSet = (): Waiting<Item, Result>[] => {
    const set: Waiting<Item, Result>[] = [];
    let weight = 0;
    for (const next of waiting) {
      if (busyKeys.has(next.key)) continue;
      weight += weightOf(next.item);
      if (set.length > 0 && (next.isAlone || weight > maxWeight)) break;
      set.push(next);
      busyKeys.add(next.key);
      if (next.isAlone || set.length === MAX_SET) break;
    }
    waiting = waiting.filter((one) => !set.includes(one));
    return set;
  };

  const work = async (set: readonly Waiting<Item, Result>[]): Promise<void> => {
    const tryAlone = (one: Waiting<Item, Result>) => void waiting.push({ ...one, isAlone: true });
    try {
      const results = await run(set.map(({ item }) => item));
      for (const [at, one] of set.entries()) {
        const result = results[at];
        if (result !== null && result !== undefined) one.resolve(result);
        else if (set.length > 1) tryAlone(one);
        else one.reject(new Error("a set of one left its item undone"));
      }
    } catch (error) {
      if (set.length > 1) set.forEach(tryAlone);
      else set[0]?.reject(error);
    }
    for (const { key } of set) busyKeys.delete(key);
  };

  let isStarting = false;
  // A set belongs to all of its items: its lines of the log carry the ids of none.
  const startSets = AsyncResource.bind((): void => {
    isStarting = false;
    while (running < SETS_AT_ONCE) {
      const set = takeSet();
      if (set.length === 0) return;
      running += 1;
      void work(set).then(() => {
        running -= 1;
        startSets();
      });
    }
  });

  return (item: Item): Promise<Result> =>
    new Promise((resolve, reject) => {
      waiting.push({ item, key: keyOf(item), isAlone: false, resolve, reject });
      // What comes in the same turn of the event loop is worked together.
      if (!isStarting) setImmediate(startSets);
      isStarting = true;
    });
}
