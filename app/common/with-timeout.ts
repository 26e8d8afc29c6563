/** Waits for the work, but no longer than `limitMs`. True: it came to its end, well or not. */
export async function withTimeout(timeoutMs: number, work: Promise<unknown>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const timedOut = new Promise<false>((resolve) => {
    timer = setTimeout(() => resolve(false), timeoutMs);
  });
  const settled = work.then(
    () => true,
    () => true,
  );
  return Promise.race([settled, timedOut]).finally(() => clearTimeout(timer));
}
