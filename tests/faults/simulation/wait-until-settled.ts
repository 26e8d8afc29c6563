import { scaled, within } from "../within.ts";
import { probeActivity, type ActivityProbe } from "./probe-activity.ts";
import { runPeriodicJobsNow } from "./run-periodic-jobs.ts";
import { delay, recordOrder, type Simulation } from "./simulation.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
/** How far the clock goes between two looks: through the edit window, the time after which a person is asked, a day. */
const STEPS_MS = [20 * MINUTE, 3 * HOUR, 26 * HOUR, 3 * HOUR, 26 * HOUR, 26 * HOUR, 26 * HOUR, 26 * HOUR];
/** What is reported only after a day is reported by then. */
const LEAST_STEPS = 4;
/** How long nothing may come forward while something is still to be done. */
const STALLED_AFTER_MS = scaled(30_000);
/** One rest for the moment must come within this, however busy it is. */
const LIMIT_MS = scaled(240_000);
const POLL_MS = 120;

/**
 * Waits until nothing moves any longer, and moves the clock on until nothing comes of that either: two looks in a row, hours
 * apart, are the same. Returns what still moved when patience ended; empty when all is at rest.
 */
export async function waitUntilSettled(simulation: Simulation): Promise<string[]> {
  const { environment } = simulation;
  // The first one is waited for: what the processes do by their own timers has to go round.
  let before = await waitUntilIdle(simulation);
  let changes: string[] = [];
  for (const [at, step] of STEPS_MS.entries()) {
    if (before.pending.length > 0) return before.pending;
    environment.clock.advance(step);
    const began = environment.clock.now();
    await runPeriodicJobsNow(simulation);
    const after = await waitUntilIdle(simulation, began);
    if (at + 1 >= LEAST_STEPS && after.pending.length === 0 && after.fingerprint === before.fingerprint) return [];
    changes = differences(before.fingerprint, after.fingerprint);
    before = after;
  }
  return [`something changes whenever hours pass: ${changes.join("; ")}`];
}

/** What the one has and the other lacks, in both directions. */
function differences(one: string, other: string): string[] {
  const [before, after] = [new Set(one.split(/[,;]/)), new Set(other.split(/[,;]/))];
  return [
    ...[...before].filter((part) => !after.has(part)).map((part) => `no longer ${part}`),
    ...[...after].filter((part) => !before.has(part)).map((part) => `newly ${part}`),
  ];
}

/** Two looks, a moment apart, in which nothing moves, all was swept `since` and nothing has changed; or the last one that patience had. */
export async function waitUntilIdle(
  simulation: Simulation,
  since = simulation.environment.clock.now(),
): Promise<ActivityProbe> {
  const end = performance.now() + LIMIT_MS;
  let changed = performance.now();
  const { shopify, printService } = simulation.environment;
  let last = await probeActivity(simulation, since);
  for (;;) {
    await delay(POLL_MS);
    await within("the answers to all webhooks", Promise.all([shopify.settled(), printService.settled()]), LIMIT_MS);
    for (const order of simulation.orders.values()) recordOrder(simulation, order);
    const next = await probeActivity(simulation, since);
    if (next.pending.length === 0 && last.pending.length === 0 && next.fingerprint === last.fingerprint) return next;
    const now = performance.now();
    if (next.fingerprint !== last.fingerprint || next.pending.join() !== last.pending.join()) changed = now;
    if (now > end || now > changed + STALLED_AFTER_MS)
      return { ...next, pending: [...next.pending, "and comes to no rest"] };
    last = next;
  }
}
