import { WAIT_LIMIT_MS, within } from "../within.ts";
import type { Simulation } from "./simulation.ts";
import { strikeWrites } from "./struck-writes.ts";
import { armPermanentFaults, strikeRepeats } from "./targeted-faults.ts";

/** A step waits for several things, each within a limit of its own. */
const STEPS_LIMIT_MS = 5 * WAIT_LIMIT_MS;

/** Lifts all faults but those that last: every process runs, clocks agree, both systems answer as they should. */
export async function liftFaults(simulation: Simulation): Promise<void> {
  const { environment } = simulation;
  environment.printService.clearFaults();
  environment.printService.clearEventFaults();
  environment.shopify.faults.clear();
  environment.shopify.webhooks.clearRules();
  for (const process of environment.processes) process.disarm();
  await within("the end of all steps", endOfSteps(simulation), STEPS_LIMIT_MS);
  // A merchant who is just coming back needs a list that can be read: no account is connected without.
  armPermanentFaults(simulation);
  for (const process of environment.processes) await process.start();
  await environment.ready();
  await strikeRepeats(simulation);
  await strikeWrites(simulation);
  if (simulation.runnerErrors.length > 0)
    throw new AggregateError(simulation.runnerErrors, `the runner failed in seed ${simulation.schedule.seed}`);
}

/** A step may begin another one. */
async function endOfSteps({ running }: Simulation): Promise<void> {
  while (running.size > 0) await Promise.race([...running]);
}
