import { periodicTasks } from "../../../app/composition/periodic.server.ts";
import { FAST_INTERVALS } from "../environment/fast-policy.ts";
import type { Simulation } from "./simulation.ts";

const nothing = () => Promise.resolve();
/** What the processes do every few seconds or minutes by their timers, which the runner's clock does not move. */
const RUN_NOW = [
  "Shopify sweep",
  "provider sweep",
  "shop access",
  "product variants",
  "overdue alerts",
  "failed work",
  "silent order alerts",
  "unmatched webhooks",
];

/**
 * Does now, in the runner's process, what the workers' timers would do within a minute: time that the runner lets pass is
 * not waited for. Under the same leases; what one of the workers is at just now is left to it. As by the timers, a job that
 * fails is left to its next run.
 */
export async function runPeriodicJobsNow({ environment }: Simulation): Promise<void> {
  const { core } = environment.services;
  const tasks = periodicTasks({
    core,
    longRuns: { show: (_run, work) => work() },
    lookForLongRuns: nothing,
    pollDue: nothing,
    sendCanaries: () => undefined,
    heartbeat: nothing,
    advancePractice: nothing,
    ...FAST_INTERVALS,
  });
  const { signal } = new AbortController();
  await Promise.allSettled(tasks.filter(({ name }) => RUN_NOW.includes(name)).map(({ run }) => run(signal)));
}
