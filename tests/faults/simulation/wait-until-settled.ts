import { look, type Look } from "./probe-activity.ts";
import { hurry } from "./run-periodic-jobs.ts";
import { later, type Scene } from "./simulation.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
/** How far the clock goes between two looks: through the edit window, the time after which a person is asked, a day. */
const STEPS_MS = [20 * MINUTE, 3 * HOUR, 26 * HOUR, 3 * HOUR, 26 * HOUR, 26 * HOUR, 26 * HOUR, 26 * HOUR];
/** What is told only after a day is told by then. */
const LEAST_STEPS = 4;
/** How long nothing may come forward while something is still to be done. */
const PATIENCE_MS = 30_000;
/** One rest for the moment must come within this, however busy it is. */
const LONGEST_MS = 240_000;
const BETWEEN_MS = 60;

/**
 * Waits until nothing moves any more, and moves the clock on until nothing comes of that either: two looks in a row, hours
 * apart, are the same. Returns what still moved when patience ended; empty when all is at rest.
 */
export async function rest(scene: Scene): Promise<string[]> {
  const { plant } = scene;
  // The first one is waited for: what the processes do by their own timers has to go round.
  let before = await momentOfRest(scene);
  for (const [at, step] of STEPS_MS.entries()) {
    if (before.moving.length > 0) return before.moving;
    plant.clock.pass(step);
    const began = plant.clock.now();
    await hurry(scene);
    const after = await momentOfRest(scene, began);
    if (at + 1 >= LEAST_STEPS && after.moving.length === 0 && after.picture === before.picture) return [];
    before = after;
  }
  return ["something changes whenever hours pass"];
}

/** Two looks, a moment apart, in which nothing moves, all was swept `since` and nothing has changed; or the last one that patience had. */
async function momentOfRest(scene: Scene, since = scene.plant.clock.now()): Promise<Look> {
  const end = performance.now() + LONGEST_MS;
  let changed = performance.now();
  const { shopify, press } = scene.plant;
  let last = await look(scene, since);
  for (;;) {
    await later(BETWEEN_MS);
    await Promise.all([shopify.settled(), press.settled()]);
    const next = await look(scene, since);
    if (next.moving.length === 0 && last.moving.length === 0 && next.picture === last.picture) return next;
    const now = performance.now();
    if (next.picture !== last.picture || next.moving.join() !== last.moving.join()) changed = now;
    if (now > end || now > changed + PATIENCE_MS) return { ...next, moving: [...next.moving, "and comes to no rest"] };
    last = next;
  }
}
