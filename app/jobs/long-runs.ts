import type { LongRunKind } from "../../prisma/client/client.ts";
import { errorName } from "../ports/errors.ts";
import type { Progress } from "../ports/progress.ts";
import type { Queues } from "./queues.ts";
import { createRunJobs } from "./run-jobs.ts";

interface LongRun {
  kind: LongRunKind;
  /** Of the row that holds its state. */
  id: string;
  /** Of this turn, as its lines of the log name it. */
  jobId: string;
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

export function createLongRuns(queues: Queues, everyMs = READ_EVERY_MS): LongRuns {
  const jobs = createRunJobs(queues, "long_run");
  return {
    async show({ kind, id, jobId, readProgress }, work) {
      const job = jobs.begin({ ids: [id], kind, run: jobId });
      const showProgress = async (): Promise<Progress | null> => {
        const progress = await readProgress().catch(() => null);
        if (progress) job.showProgress(percentOf(progress));
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
        job.end({ failure, result: progress && !progress.ended ? "put_off" : "done" });
      }
    },
    stop: () => jobs.stop(STOP_TIMEOUT_MS),
  };
}

/** Full only where nothing is left. */
const percentOf = ({ done, total, ended }: Progress): number =>
  ended ? 100 : total === 0 ? 0 : Math.min(99, Math.floor((done * 100) / total));
