/** The value of the work; `fallback` where the work fails, or has not ended after `timeoutMs`. */
export async function withTimeout<T>(timeoutMs: number, work: Promise<T>, fallback: T): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const timedOut = new Promise<T>((resolve) => {
    timer = setTimeout(() => resolve(fallback), timeoutMs);
  });
  return Promise.race([work.catch(() => fallback), timedOut]).finally(() => clearTimeout(timer));
}

/** Whether the work ended, well or not, within `timeoutMs`. */
export function endsWithin(timeoutMs: number, work: Promise<unknown>): Promise<boolean> {
  const ended = () => true;
  return withTimeout(timeoutMs, work.then(ended, ended), false);
}
