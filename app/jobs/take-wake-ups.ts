import type Bull from "bull";
import { withTimeout } from "../common/with-timeout.ts";
import type { Log } from "../ports/log.ts";
import type { WakeJob } from "./redis-commands.ts";
import { END_NOT_WRITTEN, resultOf, StepFailed, type RunEnd } from "./run-row.ts";

/** How long the end of a job may take to reach Redis when the workers stop, in milliseconds. */
const END_TIMEOUT_MS = 1_000;

/**
 * Takes the wake-ups of a queue. `run` runs the row until the end of its run, or answers null where it does not begin at
 * once. The job of a run is active until the run ends, then completed or failed. Any other wake-up is removed: the row's
 * run, when it comes, gets a job of its own.
 */
export function takeWakeUps(
  queue: Bull.Queue<WakeJob>,
  concurrency: number,
  run: (wakeUp: WakeJob, jobId: string) => Promise<RunEnd | null>,
  log: Log,
): { ended(): Promise<unknown> } {
  const ending = new Map<Bull.JobId, { confirmed: () => void; promise: Promise<void> }>();

  /** Bull writes the end of a job after its handler has returned. */
  const expectEnd = (jobId: Bull.JobId) => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const limited = withTimeout(END_TIMEOUT_MS, promise, undefined).finally(() => ending.delete(jobId));
    ending.set(jobId, { confirmed: resolve, promise: limited });
  };
  const confirm = ({ id }: Bull.Job) => ending.get(id)?.confirmed();
  queue.on("completed", confirm).on("failed", confirm);

  const handle = async (job: Bull.Job<WakeJob>) => {
    failWithCodes(job);
    const end = await run(job.data, String(job.id));
    expectEnd(job.id);
    if (!end) {
      job.opts.removeOnComplete = true;
      return undefined;
    }
    if (end.failure !== null) throw new StepFailed(end.failure);
    return resultOf(end);
  };
  queue.process(concurrency, handle).catch((error: unknown) => {
    log.warn({ queue: queue.name, error }, "processor stopped");
  });
  return { ended: () => Promise.all([...ending.values()].map(({ promise }) => promise)) };
}

/** Bull fails a job whose end Redis did not take with the words and the stack of that error. */
export function failWithCodes(job: Bull.Job): void {
  const fail = job.moveToFailed.bind(job);
  job.moveToFailed = (error, ignoreLock) =>
    fail(error instanceof StepFailed ? error : new StepFailed(END_NOT_WRITTEN), ignoreLock);
}
