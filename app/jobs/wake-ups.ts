import { setTimeout as wait } from "node:timers/promises";
import type Bull from "bull";
import type { WorkKind } from "../orders/core/due-work.ts";
import type { Log } from "../ports/observe.ts";
import { waitForConnections, type JobData, type Send } from "./redis-commands.ts";

/** Rows of one job: a worker reads them in one statement. */
const MAX_ROWS = 100;
/** Jobs that no worker has taken, waiting or delayed: beyond this, polling PostgreSQL finds the rows. */
const MAX_QUEUED = 5_000;
const CHECK_BACKLOG_EVERY = 100;
/** While too many wait, they are counted at most this often, in milliseconds: workers may have taken them since. */
const RECHECK_BACKLOG_MS = 250;
/** From one try to reach Redis to the next, in milliseconds. */
const START_RETRY_MS = 1_000;

/** Tells the workers of other processes of rows that may have work: jobs of Bull that vanish once a worker has read them. */
export interface WakeUps {
  /** Rows of one turn of the event loop share a job. Dropped where too many wait. */
  add(kind: WorkKind, id: string): void;
  /** A delayed job, which wakes a worker for the row when it is due. */
  addDelayed(kind: WorkKind, id: string, dueAt: Date, now: Date): void;
  /** Has wake-ups of the kind taken in this process, once for each kind in one turn. `run` never rejects. */
  take(kind: WorkKind, run: (ids: readonly string[]) => Promise<void>): void;
  /** Takes no further ones. */
  stopTaking(): Promise<void>;
}

export function createWakeUps(queue: Bull.Queue<JobData>, send: Send, log: Log, maxQueued = MAX_QUEUED): WakeUps {
  let added = 0;
  let backlogged = false;
  let checkedAt = -Infinity;
  let stopped = false;
  const gathered = new Map<WorkKind, string[]>();

  const checkBacklog = async () => {
    checkedAt = performance.now();
    const counts = await send(() => queue.getJobCounts());
    if (counts) backlogged = counts.waiting + counts.delayed > maxQueued;
  };

  const addJob = (kind: WorkKind, ids: readonly string[], options?: Bull.JobOptions): void => {
    const addNow = () => void (backlogged || send(() => queue.add(kind, { ids }, options)));
    if (backlogged) {
      if (performance.now() - checkedAt >= RECHECK_BACKLOG_MS) void checkBacklog().then(addNow);
      return;
    }
    added += 1;
    if (added % CHECK_BACKLOG_EVERY === 0) void checkBacklog();
    addNow();
  };

  const addGathered = () => {
    for (const [kind, ids] of gathered)
      for (let at = 0; at < ids.length; at += MAX_ROWS) addJob(kind, ids.slice(at, at + MAX_ROWS));
    gathered.clear();
  };

  const runs = new Map<string, (ids: readonly string[]) => Promise<void>>();
  const handle = async (job: Bull.Job<JobData>): Promise<void> => runs.get(job.name)?.(job.data.ids);

  /**
   * Takes one by itself first: Bull names a worker's connection as soon as it makes it, and waits for nothing, so that a Redis that goes
   * away meanwhile would leave an error that nobody catches.
   */
  const connectTaker = async (): Promise<void> => {
    for (;;) {
      const job = await queue.getNextJob().catch(() => null);
      if (job) await handle(job).then(() => send(() => job.moveToCompleted("", false, true)));
      if (stopped || job !== null) return;
      await wait(START_RETRY_MS);
    }
  };
  const startTaking = async (): Promise<void> => {
    await connectTaker();
    if (!stopped) await Promise.all([...runs.keys()].map((kind) => queue.process(kind, 1, handle)));
  };

  return {
    add(kind, id) {
      if (gathered.size === 0) setImmediate(addGathered);
      const ids = gathered.get(kind);
      if (ids) ids.push(id);
      else gathered.set(kind, [id]);
    },
    addDelayed(kind, id, dueAt, now) {
      // One job for one due time, however often that is written.
      const jobId = `${kind}:${id}@${dueAt.getTime()}`;
      addJob(kind, [id], { jobId, delay: Math.max(dueAt.getTime() - now.getTime(), 1) });
    },
    take(kind, run) {
      if (runs.size === 0)
        setImmediate(() => {
          startTaking().catch((error: unknown) => log.warn({ queue: queue.name, error }, "processor stopped"));
        });
      runs.set(kind, run);
    },
    async stopTaking() {
      stopped = true;
      await waitForConnections(queue);
      await queue.pause(true, true).catch(() => undefined);
    },
  };
}
