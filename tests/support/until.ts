import { slowness } from "./slowness.ts";

const FIRST_PAUSE_MS = 10;
const LONGEST_PAUSE_MS = 60;
/** A pause is that many times as long as the probe took, up to a limit. */
const REST = 8;
const LONGEST_REST_MS = 400;

/**
 * Waits until `probe` gives something, asking again and again; fails with what was waited for. The pauses grow, the more the
 * longer a probe takes: most of a test's queries would come from here, and what waits has to be computed, too.
 */
export async function until<T>(
  what: string,
  probe: () => Promise<T | null | undefined | false> | T | null | undefined | false,
  limitMs = 30_000 * slowness,
): Promise<T> {
  const end = Date.now() + limitMs;
  for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(LONGEST_PAUSE_MS, pause * 1.5)) {
    const asked = performance.now();
    const found = await probe();
    if (found) return found;
    if (Date.now() > end) throw new Error(`waited ${limitMs} ms in vain for: ${what}`);
    const restMs = Math.min(LONGEST_REST_MS, REST * (performance.now() - asked));
    await new Promise((resolve) => setTimeout(resolve, Math.max(pause, restMs)));
  }
}
