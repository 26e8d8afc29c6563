import { createLongRunner } from "../../../app/composition/long-runs.server.ts";
import { periodicTasks } from "../../../app/composition/periodic.server.ts";
import { FAST_INTERVALS } from "../environment/fast-policy.ts";
import type { Simulation } from "./simulation.ts";

const nothing = () => Promise.resolve();
/** What the processes do every few seconds or minutes by their timers, which the runner's clock does not move. */
const RUN_NOW = [
  "Shopify sweep",
  "provider sweep",
  "shop access",
  "payments and cancellations",
  "long runs",
  "overdue alerts",
  "failed work",
  "silent order alerts",
  "unmatched webhooks",
];

/** What staff began is left to the workers. */
const ONLY_VARIANTS = {
  ...{ mapping_import: Infinity, bulk_edit: Infinity, dry_run: Infinity },
  ...{ reconciliation: Infinity, sku_check: Infinity },
};
/** More than a turn takes. */
const TURNS_MS = 60_000;

/**
 * Does now, in the runner's process, what the workers' timers would do within a minute: time that the runner lets pass is
 * not waited for. Under the same leases; what one of the workers is at just now is left to it. As by the timers, a job that
 * fails is left to its next run.
 */
export async function runPeriodicJobsNow({ environment }: Simulation): Promise<void> {
  const { core } = environment.services;
  const board: Parameters<typeof createLongRunner>[1] = { show: (_run, work) => work() };
  const runner = createLongRunner(core, board, { ...FAST_INTERVALS, longRunsEveryMs: ONLY_VARIANTS });
  const tasks = periodicTasks({
    core,
    lookForLongRuns: runner.look,
    pollDue: nothing,
    sendCanaries: () => undefined,
    heartbeat: nothing,
    advancePractice: nothing,
    ...FAST_INTERVALS,
  });
  const { signal } = new AbortController();
  await Promise.allSettled(tasks.filter(({ name }) => RUN_NOW.includes(name)).map(({ run }) => run(signal)));
  await runner.stop(TURNS_MS);
}
