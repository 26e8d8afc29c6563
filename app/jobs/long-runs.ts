import { randomUUID } from "node:crypto";
import type { Log } from "../ports/log.ts";
import { errorName } from "../ports/errors.ts";
import type { Progress } from "../ports/progress.ts";
import { stopTakingJobs, type Queues } from "./queues.ts";
import { StepFailed } from "./run-row.ts";
import { createRunJobs } from "./run-jobs.ts";
import { failWithCodes } from "./take-wake-ups.ts";

/** What runs so long that it takes turns with others of its kind. */
export type LongRunKind = "bulk_edit" | "dry_run" | "mapping_import" | "product_variants" | "reconciliation";

interface LongRun {
  kind: LongRunKind;
  /** Of the row that holds its state. */
  id: string;
  /** null: the row is gone. */
  readProgress(): Promise<Progress | null>;
}

/** Shows the turns of long runs as Bull jobs with the progress of the whole. The work waits for none of it. */
export interface LongRuns {
  /** Does the work of one turn. */
  show<T>(run: LongRun, work: () => Promise<T>): Promise<T>;
  /** Waits for the ends that Redis has not confirmed, up to a limit. */
  stop(): Promise<void>;
}

const READ_EVERY_MS = 2_000;
const STOP_TIMEOUT_MS = 1_000;
/** Reason of a job whose process ended without a word. The next turn goes on. */
const WORKER_LOST = "worker_lost";

export function createLongRuns(queues: Queues, clock: { now(): Date }, log: Log, everyMs = READ_EVERY_MS): LongRuns {
  const queue = queues.byName.long_run;
  const jobs = createRunJobs(queues, "long_run");
  // Nothing adds a job that waits: one that does was moved there by Bull, since its process no longer holds its lock.
  const failLost = (job: Parameters<typeof failWithCodes>[0]): Promise<never> => {
    failWithCodes(job);
    return Promise.reject(new StepFailed(WORKER_LOST));
  };
  queue
    .process("*", 1, failLost)
    .catch((error: unknown) => log.warn({ queue: queue.name, error }, "processor stopped"));
  return {
    async show({ kind, id, readProgress }, work) {
      const jobId = randomUUID();
      const endJob = jobs.begin(jobId, id, kind);
      const showProgress = async (): Promise<Progress | null> => {
        const progress = await readProgress().catch(() => null);
        if (progress) jobs.showProgress(jobId, percentOf(progress));
        return progress;
      };
      let shown = showProgress();
      const timer = setInterval(() => {
        shown = shown.then(showProgress);
      }, everyMs);
      let failure: string | null = null;
      try {
        return await work();
      } catch (error) {
        failure = errorName(error);
        throw error;
      } finally {
        clearInterval(timer);
        await shown;
        const progress = await showProgress();
        endJob({ failure, dueAt: progress && !progress.ended ? clock.now() : null });
      }
    },
    async stop() {
      await stopTakingJobs(queue).catch(() => undefined);
      await jobs.stop(STOP_TIMEOUT_MS);
    },
  };
}

/** Full only where nothing is left. */
const percentOf = ({ done, total, ended }: Progress): number =>
  ended ? 100 : total === 0 ? 0 : Math.min(99, Math.floor((done * 100) / total));
