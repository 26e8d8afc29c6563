/** A row that has work waiting. The first key is its lane, which takes turns with the other lanes; no key has too many at once. */
export interface Item {
  id: string;
  keys: readonly [lane: string, ...others: string[]];
}

export interface TurnLimits {
  /** Rows worked on at once, in this process. */
  atOnce: number;
  /** Of these, with any one key: a shop, a print account. */
  ofOne: number;
}

export interface Turns {
  /** Has the row worked on in its lane's turn. False: there is no room; it stays where it is kept, in PostgreSQL. */
  offer(item: Item): boolean;
  /** How many more may wait beside those that wait now. */
  room(): number;
  waiting(): number;
  /** Rows that wait here or are worked on. */
  known(): string[];
  /** Lanes that take no more for now. */
  fullLanes(): string[];
  /** Forgets what waits; resolves when nothing runs any more. */
  stop(): Promise<void>;
}

/** Per lane so many wait as run at most, times this: enough that nobody stands idle between two looks into PostgreSQL. */
const DEPTH = 2;
/** All lanes together. A lane of which nothing waits is always let in: whoever is noisy takes no place of who is not. */
const MOST_WAITING_PER_PLACE = 8;

/** How many rows of one lane may wait in this process. */
export const laneDepth = (limits: TurnLimits): number => limits.ofOne * DEPTH;

/**
 * Works on rows lane by lane in turn, within bounds. It holds little: what finds no room is dropped, and found again in
 * PostgreSQL, where all of it is due. A row that is offered while it is worked on is worked on once more afterwards.
 */
export function createTurns(limits: TurnLimits, work: (id: string) => Promise<void>, finished: () => void): Turns {
  const lanes = new Map<string, Item[]>();
  const running = new Map<string, Promise<void>>();
  const busy = new Map<string, number>();
  const again = new Map<string, Item>();
  let stopped = false;

  const waiting = () => [...lanes.values()].reduce((sum, queue) => sum + queue.length, 0);
  const most = limits.atOnce * MOST_WAITING_PER_PLACE;
  const isFree = (item: Item) => item.keys.every((key) => (busy.get(key) ?? 0) < limits.ofOne);

  /** The first lane whose next row may run; it goes to the end of the line. */
  const next = (): Item | null => {
    for (const [lane, queue] of lanes) {
      const [item] = queue;
      if (!item || !isFree(item)) continue;
      queue.shift();
      lanes.delete(lane);
      if (queue.length > 0) lanes.set(lane, queue);
      return item;
    }
    return null;
  };

  const count = (item: Item, by: 1 | -1) => {
    for (const key of item.keys) {
      const now = (busy.get(key) ?? 0) + by;
      if (now > 0) busy.set(key, now);
      else busy.delete(key);
    }
  };

  const run = async (item: Item) => {
    try {
      await work(item.id);
    } finally {
      running.delete(item.id);
      count(item, -1);
      const repeated = again.get(item.id);
      again.delete(item.id);
      if (repeated) offer(repeated);
      pump();
      finished();
    }
  };

  function pump(): void {
    while (!stopped && running.size < limits.atOnce) {
      const item = next();
      if (!item) return;
      count(item, 1);
      running.set(item.id, run(item));
    }
  }

  function offer(item: Item): boolean {
    if (stopped) return false;
    if (running.has(item.id)) {
      again.set(item.id, item);
      return true;
    }
    const queue = lanes.get(item.keys[0]) ?? [];
    if (queue.some((one) => one.id === item.id)) return true;
    if (queue.length >= laneDepth(limits) || (queue.length > 0 && waiting() >= most)) return false;
    queue.push(item);
    lanes.set(item.keys[0], queue);
    pump();
    return true;
  }

  return {
    offer,
    waiting,
    room: () => Math.max(0, most - waiting()),
    known: () => [...running.keys(), ...[...lanes.values()].flat().map((item) => item.id)],
    fullLanes: () => [...lanes].filter(([, queue]) => queue.length >= laneDepth(limits)).map(([lane]) => lane),
    async stop() {
      stopped = true;
      lanes.clear();
      again.clear();
      await Promise.allSettled([...running.values()]);
    },
  };
}
