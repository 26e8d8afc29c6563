/** What comes of some work, or "slow" when that takes longer; the work itself goes on. Milliseconds. */
export async function within<T>(ms: number, work: Promise<T>): Promise<T | "slow"> {
  let timer: NodeJS.Timeout | undefined;
  const over = new Promise<"slow">((resolve) => (timer = setTimeout(resolve, ms, "slow")));
  try {
    return await Promise.race([work, over]);
  } finally {
    clearTimeout(timer);
  }
}
