import { setImmediate } from "node:timers/promises";
import Bull from "bull";
import { endsWithin } from "../common/with-timeout.ts";
import type { RowId } from "../ports/ids.ts";
import { JOB_OPTIONS, type QueueName, type Queues } from "./queues.ts";
import type { WakeJob } from "./redis-commands.ts";
import { resultOf, type RunEnd } from "./run-row.ts";

/** Shows runs as Bull jobs. The work waits for none of it. */
export interface RunJobs {
  /**
   * A run begins for which no wake-up was taken: it gets an active job of its own, by default with the name that Bull gives to
   * a job without one. Call the result when it has ended.
   */
  begin(jobId: string, id: string, name?: string): (end: RunEnd) => void;
  /** How far the run of an active job is, from 0 to 100. */
  showProgress(jobId: string, percent: number): void;
  /** A delayed job, which wakes a worker for the row when it is due. */
  addDelayed(id: RowId, dueAt: Date, now: Date): void;
  /** Waits for the ends that Redis has not confirmed, up to a limit. */
  stop(limitMs: number): Promise<void>;
}

/** Lock of a job, in Bull's words: only the queue object with this token may end the job. */
const tokenOf = (queue: Bull.Queue): string => (queue as unknown as { token: string }).token;

export function createRunJobs(queues: Queues, queueName: QueueName): RunJobs {
  const { [queueName]: queue } = queues.byName;
  const { [queueName]: commands } = queues.commands;
  /** By id; resolved once Redis has the job, with null where that failed. */
  const active = new Map<string, Promise<unknown>>();
  const ending = new Set<Promise<unknown>>();
  const renewal = setInterval(() => {
    for (const jobId of active.keys()) void commands.send(() => extendLock(queue, jobId, queues.lockMs));
  }, queues.lockMs / 2).unref();

  const finish = async (jobId: string, begun: Promise<unknown>, end: RunEnd): Promise<void> => {
    if ((await begun) !== null) await commands.send(() => endJob(queue, jobId, end));
    active.delete(jobId);
  };

  return {
    begin(jobId, id, name = "__default__") {
      // The first statement of the work goes first: sending a command takes as long as a short statement.
      const begun = setImmediate().then(() =>
        commands.send(() => addActive(queue, { jobId, id, name }, queues.lockMs)),
      );
      active.set(jobId, begun);
      return (end) => {
        const finished = finish(jobId, begun, end).finally(() => ending.delete(finished));
        ending.add(finished);
      };
    },
    showProgress(jobId, percent) {
      const show = () => commands.send(() => ignoreMissing(jobOf(queue, jobId).progress(percent)));
      void active.get(jobId)?.then(show);
    },
    addDelayed(id, dueAt, now) {
      // One job for one due time, however often that is written. Bull ignores the id of a job that it kept: a row that
      // ran at that time gets no second job for that time.
      const jobId = `${id}@${dueAt.getTime()}`;
      commands.add({ id }, { jobId, delay: Math.max(dueAt.getTime() - now.getTime(), 1) });
    },
    async stop(limitMs) {
      await endsWithin(limitMs, Promise.all(ending));
      clearInterval(renewal);
    },
  };
}

/**
 * Adds a job that is active and locked from the start, in one step: a job that waited first would be taken by any process.
 * Writes what Bull's addJob and moveToActive write; Bull itself ends the job.
 */
async function addActive(
  queue: Bull.Queue<WakeJob>,
  { jobId, id, name }: { jobId: string; id: string; name: string },
  lockMs: number,
): Promise<void> {
  const now = Date.now();
  const key = queue.toKey(jobId);
  await queue.client
    .multi()
    .hmset(key, {
      name,
      data: JSON.stringify({ id } satisfies WakeJob),
      opts: JSON.stringify({ ...JOB_OPTIONS, delay: 0, timestamp: now }),
      timestamp: now,
      delay: 0,
      priority: 0,
      processedOn: now,
    })
    .set(`${key}:lock`, tokenOf(queue), "PX", lockMs)
    .lpush(queue.toKey("active"), jobId)
    .exec();
}

/** Bull's class of jobs, public but missing in its types. */
const { Job } = Bull as unknown as {
  Job: { fromJSON(queue: Bull.Queue<WakeJob>, json: { opts: string }, id: string): Bull.Job<WakeJob> };
};

/** The job is gone where Redis was emptied. A failed one is read first: Bull would write its attempt to a job that is gone. */
async function endJob(queue: Bull.Queue<WakeJob>, jobId: string, end: RunEnd): Promise<void> {
  if (end.failure !== null) {
    const job = await queue.getJob(jobId);
    return void (await job?.moveToFailed({ message: end.failure }, false));
  }
  await ignoreMissing(jobOf(queue, jobId).moveToCompleted(resultOf(end), false, true));
}

/** The job of that id, without a read of it. */
const jobOf = (queue: Bull.Queue<WakeJob>, jobId: string): Bull.Job<WakeJob> =>
  Job.fromJSON(queue, { opts: JSON.stringify(JOB_OPTIONS) }, jobId);

async function ignoreMissing(written: Promise<unknown>): Promise<void> {
  await written.catch((error: unknown) => {
    if (!(error instanceof Error && error.message.startsWith(MISSING_JOB))) throw error;
  });
}

/** What Bull says of a job that Redis does not have. */
const MISSING_JOB = "Missing key for job";

async function extendLock(queue: Bull.Queue<WakeJob>, jobId: string, lockMs: number): Promise<void> {
  const job = await queue.getJob(jobId);
  await job?.extendLock(lockMs);
}
