import { periodicTasks } from "../../../app/composition/periodic.server.ts";
import { shopNews } from "../../../app/composition/shop-context.server.ts";
import { RHYTHM } from "../environment/fast-policy.ts";
import type { Scene } from "./simulation.ts";

const nothing = () => Promise.resolve();
/** What the processes do every few seconds or minutes by their timers, which the runner's clock does not move. */
const HURRIED = [
  "shopify sweep",
  "service sweep",
  "lost access",
  "what waits long",
  "what failed",
  "what is not heard of",
  "events of nobody",
];

/**
 * Does now, in the runner's process, what the workers' timers would do within a minute: time that the runner lets pass is
 * not waited for. Under the same leases; what one of the workers is at just now is left to it.
 */
export async function hurry({ plant }: Scene): Promise<void> {
  const { ctx } = plant.services.core;
  const tasks = periodicTasks({
    ctx,
    look: nothing,
    beat: nothing,
    refreshExpiringTokens: nothing,
    tendEventKeys: nothing,
    registerMissing: nothing,
    recheckRefused: nothing,
    prune: nothing,
    shopNews: shopNews(plant.services.core),
    ...RHYTHM,
  });
  const { signal } = new AbortController();
  await Promise.all(tasks.filter(({ name }) => HURRIED.includes(name)).map(({ run }) => run(signal)));
}
