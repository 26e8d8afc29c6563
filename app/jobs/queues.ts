import { once } from "node:events";
import Bull from "bull";
import { readRedisUrl } from "../common/redis-url.ts";
import { WORK_KINDS, type WorkKind } from "../orders/core/due-work.ts";
import type { Log } from "../ports/log.ts";
import type { RowId } from "../ports/ids.ts";
import type { NewRow, Wake } from "../ports/wake.ts";
import { endsWithin, withTimeout } from "../common/with-timeout.ts";
import { type WakeJob, createRedisCommands, type RedisCommands } from "./redis-commands.ts";
import { findJobProblem, readRedisAccess, type RedisAccess } from "./redis-access.ts";
import { createWakeLimit } from "./wake-limit.ts";

/** The queues: one for each kind of rows, and one that only shows long runs (long-runs.ts). */
export const QUEUE_NAMES = [...WORK_KINDS, "long_run"] as const;
export type QueueName = (typeof QUEUE_NAMES)[number];

type JobCounts = Record<"waiting" | "active" | "delayed", number>;

type TakeLocally = (id: RowId, row?: NewRow) => void;

export interface Queues {
  /** All keys in Redis begin with it. */
  prefix: string;
  byName: Record<QueueName, Bull.Queue<WakeJob>>;
  commands: Record<QueueName, RedisCommands>;
  /** A job whose worker has been silent for so long goes to another worker, in milliseconds. */
  lockMs: number;
  wake: Wake;
  /** From now on `take` gets the wake-ups of this process itself, and Redis none of them; null ends that. */
  takeLocally(kind: WorkKind, take: TakeLocally | null): void;
  /** Whether Redis answers within a second, and lets jobs be added and taken. */
  ready(): Promise<boolean>;
  /** Jobs by queue and state; null where Redis does not answer. */
  countJobs(): Promise<Record<WorkKind, JobCounts> | null>;
  /** `unavailable` where no connection comes about, or Redis does not answer within some seconds. */
  readAccess(): Promise<RedisAccess>;
  close(): Promise<void>;
}

/** Completed jobs of a queue, and as many failed ones, that the board can show. */
const KEPT_JOBS = 1_000;
/**
 * PostgreSQL decides whether and when there is work, and retries. So: one attempt, and no Bull timeout (it does not stop
 * the handler).
 */
export const JOB_OPTIONS = {
  attempts: 1,
  removeOnComplete: { count: KEPT_JOBS },
  removeOnFail: { count: KEPT_JOBS },
} satisfies Bull.JobOptions;

/** Bull's blocking reads; those of one queue, one for each of its processors, wait for each other on one connection. */
const DRAIN_SECONDS = 0.5;
/** Longer than these. A Redis that hangs answers nothing and closes nothing. */
const COMMAND_TIMEOUT_MS = 20_000;
/**
 * Processors of a queue. Of more, the last one's read would time out while it waits for the others, and a job that Redis gives it then
 * would stay active with nobody at work on it.
 */
export const MAX_PROCESSORS = COMMAND_TIMEOUT_MS / 1_000 / DRAIN_SECONDS - 4;
/** After an error of Redis a processor rests for so long; a run whose job was lost is such an error. */
const PROCESSOR_REST_MS = 1_000;
const CONNECT_TIMEOUT_MS = 5_000;
const MAX_RECONNECT_DELAY_MS = 3_000;
const READY_TIMEOUT_MS = 1_000;
/** Of a connection that is ready. A Redis that answers later is slow. */
const ANSWER_TIMEOUT_MS = 1_000;
/** Then a slow Redis counts as one that is away. */
const SLOW_TIMEOUT_MS = 5_000;
const CLOSE_TIMEOUT_MS = 3_000;
export interface QueueOptions {
  /** Keeps several installations on one Redis apart. */
  prefix?: string;
  /** A job whose worker has been silent for so long goes to another worker, in milliseconds. */
  lockMs?: number;
  /** In [0, 1). */
  random?: () => number;
  /** Milliseconds that only run. */
  now?: () => number;
}

/** The queues over one Redis. */
export function createQueues(redisUrl: string, log: Log, options: QueueOptions = {}): Queues {
  const { prefix = "inkbridge", lockMs = 30_000, random = Math.random, now = () => performance.now() } = options;
  const byName = Object.fromEntries(
    QUEUE_NAMES.map((name) => {
      const queue = new Bull<WakeJob>(name, {
        prefix,
        redis: {
          ...readRedisUrl(redisUrl),
          commandTimeout: COMMAND_TIMEOUT_MS,
          connectTimeout: CONNECT_TIMEOUT_MS,
          // Spread, so that all processes do not come back at the same moment.
          retryStrategy: (times) => Math.min(50 * 2 ** times, MAX_RECONNECT_DELAY_MS) * (0.75 + random() * 0.5),
        },
        defaultJobOptions: JOB_OPTIONS,
        settings: {
          lockDuration: lockMs,
          stalledInterval: lockMs / 2,
          maxStalledCount: 1,
          drainDelay: DRAIN_SECONDS,
          retryProcessDelay: PROCESSOR_REST_MS,
        },
      });
      queue.on("error", (error) => log.warn({ queue: name, error: error.message }, "queue connection"));
      nameWorkerSafely(queue, log);
      return [name, queue];
    }),
  ) as Record<QueueName, Bull.Queue<WakeJob>>;
  const commands = Object.fromEntries(
    QUEUE_NAMES.map((name) => [name, createRedisCommands(byName[name], name, log)]),
  ) as Record<QueueName, RedisCommands>;
  const local = new Map<WorkKind, TakeLocally>();
  const wake = (name: WorkKind) => {
    const add = (job: WakeJob) => commands[name].add(job);
    const addWithinLimit = createWakeLimit(add);
    return (id: RowId, row?: NewRow) => {
      const take = local.get(name);
      if (take) take(id, row);
      else if (row) addWithinLimit(id, row.partition);
      else add({ id });
    };
  };
  return {
    prefix,
    byName,
    commands,
    lockMs,
    wake: { delivery: wake("delivery"), order: wake("order"), submission: wake("submission"), parcel: wake("parcel") },
    takeLocally(kind, take) {
      if (take) local.set(kind, take);
      else local.delete(kind);
    },
    ready: () => isReady(byName.delivery),
    countJobs: () => countJobs(byName),
    readAccess: () => readAccess(byName.delivery, now),
    async close() {
      await Promise.all(QUEUE_NAMES.map((name) => waitForConnections(byName[name])));
      await endsWithin(CLOSE_TIMEOUT_MS, Promise.allSettled(QUEUE_NAMES.map((name) => byName[name].close(true))));
      // A blocking connection that Bull was just renewing outlives its queue, and its errors would have no listener.
      for (const name of QUEUE_NAMES) for (const client of byName[name].clients) client.disconnect();
    },
  };
}

/** Bull names a worker's connection and waits for nothing: where Redis falls silent in that moment, nobody would catch the error. */
function nameWorkerSafely(queue: Bull.Queue, log: Log): void {
  const setName = queue.setWorkerName.bind(queue);
  queue.setWorkerName = () =>
    setName().catch((error: unknown) => log.warn({ queue: queue.name, error }, "the worker's connection has no name"));
}

async function isReady(queue: Bull.Queue): Promise<boolean> {
  if (queue.client.status !== "ready") return false;
  return withTimeout(
    ANSWER_TIMEOUT_MS,
    findJobProblem(queue).then((problem) => problem === null),
    false,
  );
}

/** A connection that is just being made is no answer: its making has a limit of its own. */
async function readAccess(queue: Bull.Queue, now: () => number): Promise<RedisAccess> {
  await endsWithin(CONNECT_TIMEOUT_MS, connectionsReady(queue));
  if (queue.client.status !== "ready") return "unavailable";
  const asked = now();
  const access = await withTimeout<RedisAccess>(SLOW_TIMEOUT_MS, readRedisAccess(queue), "unavailable");
  return typeof access === "object" && now() - asked > ANSWER_TIMEOUT_MS ? "slow" : access;
}

async function countJobs(byName: Queues["byName"]): Promise<Record<WorkKind, JobCounts> | null> {
  if (byName.delivery.client.status !== "ready") return null;
  const counts = WORK_KINDS.map(async (name): Promise<[WorkKind, JobCounts]> => {
    const { waiting, active, delayed } = await byName[name].getJobCounts();
    return [name, { waiting, active, delayed }];
  });
  const counted = Promise.all(counts).then((all) => Object.fromEntries(all) as Record<WorkKind, JobCounts>);
  return withTimeout<Record<WorkKind, JobCounts> | null>(ANSWER_TIMEOUT_MS, counted, null);
}

/**
 * Waits, up to a limit, for the connections that a queue is just making. Bull sends its first command on them at once,
 * and a pause or a close that interrupts the command is an error that nobody catches.
 */
async function waitForConnections(queue: Bull.Queue): Promise<void> {
  await endsWithin(READY_TIMEOUT_MS, connectionsReady(queue));
}

/**
 * Takes no further jobs of a queue in this process. A blocking read answers Bull's `quit` only at its own end, and Bull cuts
 * its connection after half a second of waiting: it is cut at once.
 */
export async function stopTakingJobs(queue: Bull.Queue): Promise<void> {
  await waitForConnections(queue);
  const paused = queue.pause(true, true);
  // Bull sets its mark by then, and takes the end of the read for no error.
  await queue.isReady();
  for (const client of queue.clients) if ("blocked" in client && client.blocked) client.disconnect();
  await paused;
}

async function connectionsReady(queue: Bull.Queue): Promise<void> {
  if (queue.client.status === "ready") await queue.isReady();
  const connecting = queue.clients.filter((client) => client.status === "connecting" || client.status === "connect");
  await Promise.allSettled(connecting.map((client) => Promise.race([once(client, "ready"), once(client, "close")])));
}
