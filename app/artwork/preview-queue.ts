export interface PreviewQueueLimits {
  /** Worked on at once, one of each shop at most. */
  concurrency: number;
  maxQueued: number;
  maxQueuedPerShop: number;
}

/**
 * Runs pieces of work of many shops, shop by shop in turn: one shop's many pieces, or its slow ones, hold up no other.
 * null, and nothing is run, when too many wait already.
 */
export function createPreviewQueue({ concurrency, maxQueued, maxQueuedPerShop }: PreviewQueueLimits) {
  /** In the order in which shops come next. */
  const queues = new Map<string, (() => void)[]>();
  const running = new Set<string>();
  let queued = 0;

  function startNext(): void {
    for (const [shop, queue] of queues) {
      if (running.size >= concurrency) return;
      if (running.has(shop)) continue;
      const start = queue.shift();
      if (queue.length === 0) queues.delete(shop);
      queued -= 1;
      running.add(shop);
      start?.();
    }
  }

  return async <T>(shop: string, work: () => Promise<T>): Promise<T | null> => {
    const queue = queues.get(shop) ?? [];
    if (queued >= maxQueued || queue.length >= maxQueuedPerShop) return null;
    queued += 1;
    queues.set(shop, queue);
    await new Promise<void>((start) => {
      queue.push(start);
      startNext();
    });
    try {
      return await work();
    } finally {
      running.delete(shop);
      const remaining = queues.get(shop);
      // Whoever waits elsewhere comes before this shop's next.
      if (remaining && queues.delete(shop)) queues.set(shop, remaining);
      startNext();
    }
  };
}
