import type { Log } from "../ports/log.ts";

export interface Periodic {
  name: string;
  everyMs: number;
  run(): Promise<unknown>;
}

/** Runs each task at start and then again and again, never twice at once; a failed run is logged and the next one comes. */
export function startTimers(tasks: readonly Periodic[], log: Log): { stop(): Promise<void> } {
  let stopped = false;
  const pending = new Map<string, NodeJS.Timeout>();
  const running = new Set<Promise<void>>();

  const start = (task: Periodic) => {
    const run = task
      .run()
      .then(
        () => undefined,
        (error: unknown) =>
          log.warn({ task: task.name, error: error instanceof Error ? error.name : "unknown" }, "periodic task failed"),
      )
      .finally(() => {
        running.delete(run);
        if (!stopped)
          pending.set(
            task.name,
            setTimeout(() => start(task), task.everyMs),
          );
      });
    running.add(run);
  };
  for (const task of tasks) start(task);

  return {
    async stop() {
      stopped = true;
      for (const timer of pending.values()) clearTimeout(timer);
      await Promise.allSettled([...running]);
    },
  };
}
