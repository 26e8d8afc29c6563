/** Repeats `probe` until it returns true. @throws Error with the last failure when `limitMs` have passed. */
export async function waitFor(what: string, limitMs: number, probe: () => Promise<boolean>): Promise<void> {
  const end = Date.now() + limitMs;
  let last: unknown;
  while (Date.now() < end) {
    try {
      if (await probe()) return;
    } catch (error) {
      last = error;
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`${what} did not become ready within ${Math.round(limitMs / 1000)} s.`, { cause: last });
}
