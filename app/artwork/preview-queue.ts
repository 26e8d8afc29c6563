export interface TurnBounds {
  /** Worked on at once, one of each shop at most. */
  atOnce: number;
  waiting: number;
  waitingOfShop: number;
}

/**
 * Runs pieces of work of many shops, shop by shop in turn: one shop's many pieces, or its slow ones, hold up no other.
 * null, and nothing is run, when too many wait already.
 */
export function createTurns({ atOnce, waiting, waitingOfShop }: TurnBounds) {
  /** In the order in which shops come next. */
  const queues = new Map<string, (() => void)[]>();
  const running = new Set<string>();
  let count = 0;

  function next(): void {
    for (const [shop, queue] of queues) {
      if (running.size >= atOnce) return;
      if (running.has(shop)) continue;
      const go = queue.shift();
      if (queue.length === 0) queues.delete(shop);
      count -= 1;
      running.add(shop);
      go?.();
    }
  }

  return async <T>(shop: string, work: () => Promise<T>): Promise<T | null> => {
    const queue = queues.get(shop) ?? [];
    if (count >= waiting || queue.length >= waitingOfShop) return null;
    count += 1;
    queues.set(shop, queue);
    await new Promise<void>((go) => {
      queue.push(go);
      next();
    });
    try {
      return await work();
    } finally {
      running.delete(shop);
      const left = queues.get(shop);
      // Whoever waits elsewhere comes before this shop's next.
      if (left && queues.delete(shop)) queues.set(shop, left);
      next();
    }
  };
}
