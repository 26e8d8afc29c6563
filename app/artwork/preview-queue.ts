/**
 * Runs the work of many shops, shop by shop in turn: one shop's many or slow tasks do not delay the others'. Of one shop
 * runs one task at a time. null, and nothing is run, when too many are queued already.
 */
export function createPreviewQueue({
  concurrency,
  maxQueued,
  maxQueuedPerShop,
}: Record<"concurrency" | "maxQueued" | "maxQueuedPerShop", number>) {
  /** In the order of the shops' turns. */
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
      // Other shops come before this shop's next task.
      if (remaining && queues.delete(shop)) queues.set(shop, remaining);
      startNext();
    }
  };
}
