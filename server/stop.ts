import type { ProcessLog } from "./entry.ts";

/** After so long the process ends although work still runs: all state is in the database. */
const STOP_TIMEOUT_MS = 20_000;
/** A terminal and npm both forward Ctrl-C: a second signal within this time is the same one. */
const DUPLICATE_SIGNAL_MS = 500;

export interface Step {
  name: string;
  run(): Promise<void>;
}

/**
 * Ends the process in order on SIGTERM or SIGINT, at once on a second signal, and on an uncaught error. Stages run one
 * after another, the steps of a stage together; a failed step does not stop the others. The exit code is 0 when every
 * step succeeded, else 1. Returns whether the process is stopping.
 */
export function stopOnSignal(log: ProcessLog, stages: readonly (readonly Step[])[]): () => boolean {
  let since: number | null = null;
  const stop = async (signal: string): Promise<void> => {
    if (since !== null) {
      if (performance.now() - since < DUPLICATE_SIGNAL_MS) return;
      log.error({ signal }, "a second signal: ending at once");
      process.exit(1);
    }
    since = performance.now();
    log.info({ signal }, "stopping");
    setTimeout(() => {
      log.error({ limitMs: STOP_TIMEOUT_MS }, "not everything came to an end in time");
      process.exit(1);
    }, STOP_TIMEOUT_MS).unref();
    let code = 0;
    const run = (step: Step) =>
      step.run().catch((error: unknown) => {
        code = 1;
        log.error({ error, step: step.name }, "a part did not stop in order");
      });
    for (const stage of stages) await Promise.all(stage.map(run));
    process.exit(code);
  };
  process.on("SIGTERM", (signal) => void stop(signal));
  process.on("SIGINT", (signal) => void stop(signal));
  const onUncaughtError = (error: unknown): void => {
    // Closed connections reject their unfinished commands: that must not end the process before the other steps.
    if (since !== null) return log.error({ error }, "an error that nobody caught while stopping");
    log.error({ error }, "an error that nobody caught; the process ends");
    process.exit(1);
  };
  process.on("uncaughtException", onUncaughtError);
  process.on("unhandledRejection", onUncaughtError);
  return () => since !== null;
}
