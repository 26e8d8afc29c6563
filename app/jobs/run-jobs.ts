import type Bull from "bull";
import { endsWithin } from "../common/with-timeout.ts";
import type { Queues, RunQueueName } from "./queues.ts";
import type { JobData } from "./redis-commands.ts";

/** Reason of a job whose process ended without a word. Its rows are due again, and run as other jobs. */
const WORKER_LOST = "worker_lost";
/** Active jobs that are looked at for lost ones. */
const MAX_LOOKED_AT = 500;

/** Shows runs as jobs of Bull, by its public API: the process that runs adds a job, takes one, and ends it. The work waits for none of it. */
export interface RunJobs {
  /** A run begins: `run` is its own id, `ids` are its rows. */
  begin(data: JobData & { run: string }): RunJob;
  /** Waits for the ends that Redis has not confirmed, up to a limit. */
  stop(limitMs: number): Promise<void>;
}

export interface RunJob {
  /** How far the run is, from 0 to 100. */
  showProgress(percent: number): void;
  end(end: JobEnd): void;
}

export interface JobEnd {
  /** The name of what failed, never a message, which may hold personal data; null: nothing did. */
  failure: string | null;
  result: string;
  /** Of a set in which some failed: a line for each. */
  log?: readonly string[];
}

export function createRunJobs(queues: Queues, name: RunQueueName): RunJobs {
  const queue = queues.byName[name];
  const send = queues.send[name];
  const own = new Map<string, Bull.Job<JobData>>();
  const ending = new Set<Promise<unknown>>();
  let unlocked = new Set<string>();

  const take = async (data: JobData & { run: string }): Promise<Bull.Job<JobData> | null> => {
    await queue.add(data, { jobId: data.run });
    const job = await queue.getNextJob();
    if (!job) return null;
    // A process that began a run in the same moment took ours, and left us its own.
    if (job.data.run !== data.run) await job.update(data);
    // Only now: one that Redis did not take is nobody's, and ends as a lost one.
    own.set(String(job.id), job);
    return job;
  };

  const end = async (job: Bull.Job<JobData>, { failure, result, log = [] }: JobEnd): Promise<void> => {
    if (failure === null) return void (await job.moveToCompleted(result, false, true));
    // Read first: Bull would write its attempt to a job that is gone, where Redis was emptied.
    if ((await queue.getJob(job.id)) === null) return;
    await Promise.all(log.map((line) => job.log(line)));
    await job.moveToFailed({ message: failure });
  };

  /**
   * A job that nobody holds at two looks in turn is that of a process that ended without a word: one that is just being taken has no
   * lock for a moment.
   */
  const endLost = async (): Promise<void> => {
    const seen = unlocked;
    unlocked = new Set();
    const active: (Bull.Job<JobData> | null)[] = await queue.getActive(0, MAX_LOOKED_AT);
    for (const job of active) {
      if (!job || own.has(String(job.id)) || !(await job.takeLock())) continue;
      if (seen.has(String(job.id))) await job.moveToFailed({ message: WORKER_LOST });
      else {
        unlocked.add(String(job.id));
        await job.releaseLock();
      }
    }
    // Of a process that ended before it took its job, and of releases before this one.
    await queue.clean(queues.lockMs, "wait");
    await queue.clean(0, "delayed");
  };
  const timer = setInterval(() => {
    for (const job of own.values()) void send(() => job.extendLock(queues.lockMs));
    void send(endLost);
  }, queues.lockMs / 2).unref();

  return {
    begin(data) {
      const taken = send(() => take(data));
      return {
        showProgress(percent) {
          void taken.then((job) => job && send(() => job.progress(percent)));
        },
        end(how) {
          const ended = taken
            .then(async (job) => {
              if (!job) return;
              await send(() => end(job, how));
              own.delete(String(job.id));
            })
            .finally(() => ending.delete(ended));
          ending.add(ended);
        },
      };
    },
    async stop(limitMs) {
      await endsWithin(limitMs, Promise.all(ending));
      clearInterval(timer);
    },
  };
}
