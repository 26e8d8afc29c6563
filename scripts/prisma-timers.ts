/**
 * A preload for Prisma's command line. Its schema engine leaves the ten-second timer of its advisory lock running, and
 * the finished command would wait for it. Unreferenced, the timer still fires while there is work to do.
 */
const LOCK_TIMEOUT_MS = 10_000;
const original = globalThis.setTimeout;

const patched = (run: (...args: unknown[]) => void, ms?: number, ...args: unknown[]) => {
  const timer = original(run, ms, ...args);
  return ms === LOCK_TIMEOUT_MS ? timer.unref() : timer;
};
globalThis.setTimeout = Object.assign(patched, original) as typeof setTimeout;

export {};
