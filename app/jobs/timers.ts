import { randomUUID } from "node:crypto";
import type { Log, RunObserver } from "../ports/observe.ts";
import { endsWithin } from "../common/with-timeout.ts";
import { errorName } from "../ports/errors.ts";
import { withLogContext } from "../logging/log-context.ts";
import { isDatabaseUnavailable } from "./database-error.ts";

export interface PeriodicTask {
  name: string;
  /** Infinity: never. */
  everyMs: number;
  /** `stopping` is aborted when the process ends: a long run then ends between two pieces of work. */
  run(stopping: AbortSignal): Promise<unknown>;
}

/** The first runs of many processes that start together are spread over this part of the interval, up to a limit. */
const JITTER = 0.1;
const MAX_INITIAL_DELAY_MS = 5_000;

/**
 * Runs each task soon after the start and then at its interval, never twice at once; a failed run is logged. Waits are
 * spread by `random` in [0, 1), so that many processes do not run a task at the same moment.
 */
export function startTimers(
  tasks: readonly PeriodicTask[],
  { log, random, observe }: { log: Log; random(): number; observe: RunObserver },
): { stop(limitMs: number): Promise<boolean> } {
  const stopping = new AbortController();
  const pending = new Map<string, NodeJS.Timeout>();
  const running = new Set<Promise<void>>();

  const scheduleRun = (task: PeriodicTask, waitMs: number) => {
    if (stopping.signal.aborted) return;
    pending.set(
      task.name,
      setTimeout(() => startRun(task), waitMs),
    );
  };
  const startRun = (task: PeriodicTask) => {
    const job = task.name;
    const startedAt = performance.now();
    observe.began(job);
    const run = withLogContext({ job, jobId: randomUUID() }, () => task.run(stopping.signal))
      .then(
        () => "done" as const,
        (error: unknown) => {
          log.warn({ task: job, error: errorName(error) }, "periodic task failed");
          return isDatabaseUnavailable(error) ? "database_unavailable" : "failed";
        },
      )
      .then((outcome) => {
        observe.ended({ job, outcome, ms: performance.now() - startedAt });
        running.delete(run);
        scheduleRun(task, task.everyMs * (1 + JITTER * (2 * random() - 1)));
      });
    running.add(run);
  };
  for (const task of tasks.filter(({ everyMs }) => everyMs !== Infinity))
    scheduleRun(task, Math.min(task.everyMs * JITTER, MAX_INITIAL_DELAY_MS) * random());

  return {
    /** False: a task still ran at the end of the limit. */
    async stop(limitMs) {
      stopping.abort();
      for (const timer of pending.values()) clearTimeout(timer);
      return endsWithin(limitMs, Promise.all([...running]));
    },
  };
}
