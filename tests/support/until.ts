const FIRST_PAUSE_MS = 10;
const LONGEST_PAUSE_MS = 60;

/**
 * Waits until `probe` gives something, asking again and again; fails with what was waited for. The pauses grow: most of
 * a test's queries would come from here, and what waits has to be computed, too.
 */
export async function until<T>(
  what: string,
  probe: () => Promise<T | null | undefined | false> | T | null | undefined | false,
  limitMs = 30_000,
): Promise<T> {
  const end = Date.now() + limitMs;
  for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(LONGEST_PAUSE_MS, pause * 1.5)) {
    const found = await probe();
    if (found) return found;
    if (Date.now() > end) throw new Error(`waited ${limitMs} ms in vain for: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
}
