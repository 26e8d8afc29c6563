import { createHash } from "node:crypto";
import { availableParallelism } from "node:os";

/** What the work below takes on a quick idle machine, in milliseconds. */
const QUICK_MS = 60;
/** The cores that the limits of the tests are meant for. */
const CORES = 2;
const MOST = 20;

/**
 * How many times slower than a quick idle machine with two cores this one is now, a whole number from 1 to 20: how long work of one core
 * takes, and how many cores the run may use. Other programs that run count, too.
 */
export function measureSlowness(): number {
  const began = performance.now();
  const block = Buffer.alloc(1 << 20, 7);
  for (let round = 0; round < 60; round += 1) createHash("sha256").update(block).digest();
  const byWork = Math.max(1, (performance.now() - began) / QUICK_MS);
  const byCores = Math.max(1, CORES / availableParallelism());
  return Math.min(MOST, Math.ceil(byWork * byCores));
}
