import type { Scene } from "./simulation.ts";
import { armLasting } from "./targeted-faults.ts";

/** Lifts all faults but those that last: every process runs, clocks agree, both systems answer as they should. */
export async function calm(scene: Scene): Promise<void> {
  const { plant } = scene;
  plant.press.clearFaults();
  plant.press.clearEventFaults();
  plant.shopify.faults.clear();
  plant.shopify.webhooks.clearRules();
  for (const process of plant.processes) process.disarm();
  while (scene.running.size > 0) await Promise.race([...scene.running]);
  // A merchant who is just coming back needs a list that can be read: no account is connected without.
  armLasting(scene);
  for (const process of plant.processes) await process.start();
  await plant.ready();
  if (scene.broken.length > 0)
    throw new AggregateError(scene.broken, `the runner failed in seed ${scene.schedule.seed}`);
}
