/** What comes of some work, or "slow" when that takes longer; the work itself goes on. Milliseconds. */
export async function raceTimeout<T>(ms: number, work: Promise<T>): Promise<T | "slow"> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<"slow">((resolve) => (timer = setTimeout(resolve, ms, "slow")));
  try {
    return await Promise.race([work, timeout]);
  } finally {
    clearTimeout(timer);
  }
}
