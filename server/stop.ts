import type { ProcessLog } from "./entry.ts";

/** After this long the process ends whatever is still under way: the database knows it all. */
const LIMIT_MS = 20_000;

/**
 * Ends the process in order on SIGTERM or SIGINT, and at once on an error that nobody caught.
 * `steps` run one after another; a step that fails does not keep the later ones from running.
 */
export function stopOnSignal(log: ProcessLog, steps: readonly { name: string; run(): Promise<void> }[]): () => boolean {
  let stopping = false;
  const stop = async (signal: string): Promise<void> => {
    if (stopping) return;
    stopping = true;
    log.info({ signal }, "stopping");
    setTimeout(() => {
      log.error({ limitMs: LIMIT_MS }, "not everything came to an end in time");
      process.exit(1);
    }, LIMIT_MS).unref();
    let code = 0;
    for (const step of steps) {
      await step.run().catch((error: unknown) => {
        code = 1;
        log.error({ error, step: step.name }, "a part did not stop in order");
      });
    }
    process.exit(code);
  };
  process.on("SIGTERM", (signal) => void stop(signal));
  process.on("SIGINT", (signal) => void stop(signal));
  const fall = (error: unknown): void => {
    log.error({ error }, "an error that nobody caught; the process ends");
    process.exit(1);
  };
  process.on("uncaughtException", fall);
  process.on("unhandledRejection", fall);
  return () => stopping;
}
