import Bull from "bull";
import { readRedisUrl } from "../common/redis-url.ts";
import { WORK_KINDS, type WorkKind } from "../orders/core/due-work.ts";
import type { Log } from "../ports/observe.ts";
import type { RowId } from "../ports/ids.ts";
import type { NewRow, Wake } from "../ports/wake.ts";
import { endsWithin, withTimeout } from "../common/with-timeout.ts";
import { connectionsReady, createSend, waitForConnections, type JobData, type Send } from "./redis-commands.ts";
import { createWakeUps, type WakeUps } from "./wake-ups.ts";

/** The queues whose jobs are runs (run-jobs.ts): of rows by kind, and long runs. */
const RUN_QUEUES = [...WORK_KINDS, "long_run"] as const;
export type RunQueueName = (typeof RUN_QUEUES)[number];
export const QUEUE_NAMES = [...RUN_QUEUES, "wake_up"] as const;
export type QueueName = (typeof QUEUE_NAMES)[number];

type JobCounts = Record<"waiting" | "active" | "delayed", number>;

type TakeLocally = (id: RowId, row?: NewRow) => void;

export interface Queues {
  /** All keys in Redis begin with it. */
  prefix: string;
  byName: Record<QueueName, Bull.Queue<JobData>>;
  send: Record<QueueName, Send>;
  /** A job whose worker has been silent for so long is no longer that worker's, in milliseconds. */
  lockMs: number;
  wake: Wake;
  /** Of the processes with workers. */
  wakeUps: WakeUps;
  /** From now on `take` gets the wake-ups of this process itself, and Redis none of them; null ends that. */
  takeLocally(kind: WorkKind, take: TakeLocally | null): void;
  /** Whether Redis answers within a second, and lets jobs be added and taken. */
  ready(): Promise<boolean>;
  /** Jobs by queue and state; null where Redis does not answer. */
  countJobs(): Promise<Record<QueueName, JobCounts> | null>;
  /** `unavailable` where no connection comes about, or Redis does not answer within some seconds. */
  readAccess(): Promise<RedisAccess>;
  close(): Promise<void>;
}

/** Completed runs of a queue, and as many failed ones, that the board can show. */
const KEPT_RUNS = 1_000;
/**
 * PostgreSQL decides whether and when there is work, and retries. So: one attempt, and no Bull timeout (it does not stop
 * the handler).
 */
const RUN_OPTIONS = {
  attempts: 1,
  removeOnComplete: { count: KEPT_RUNS },
  removeOnFail: { count: KEPT_RUNS },
} satisfies Bull.JobOptions;
const WAKE_UP_OPTIONS = { attempts: 1, removeOnComplete: true, removeOnFail: true } satisfies Bull.JobOptions;

/** Bull's blocking reads; those of one queue wait for each other on one connection. */
const DRAIN_SECONDS = 0.5;
/** Longer than these. A Redis that hangs answers nothing and closes nothing. */
const COMMAND_TIMEOUT_MS = 20_000;
/** After an error of Redis a processor rests for so long. */
const PROCESSOR_REST_MS = 1_000;
const CONNECT_TIMEOUT_MS = 5_000;
const MAX_RECONNECT_DELAY_MS = 3_000;
/** Of a connection that is ready. A Redis that answers later is slow. */
const ANSWER_TIMEOUT_MS = 1_000;
/** Then a slow Redis counts as one that is away. */
const SLOW_TIMEOUT_MS = 5_000;
const CLOSE_TIMEOUT_MS = 3_000;
export interface QueueOptions {
  /** Keeps several installations on one Redis apart. */
  prefix?: string;
  /** See `Queues`. */
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
      const queue = new Bull<JobData>(name, {
        prefix,
        redis: {
          ...readRedisUrl(redisUrl),
          commandTimeout: COMMAND_TIMEOUT_MS,
          connectTimeout: CONNECT_TIMEOUT_MS,
          // Spread, so that all processes do not come back at the same moment.
          retryStrategy: (times) => Math.min(50 * 2 ** times, MAX_RECONNECT_DELAY_MS) * (0.75 + random() * 0.5),
        },
        defaultJobOptions: name === "wake_up" ? WAKE_UP_OPTIONS : RUN_OPTIONS,
        settings: {
          lockDuration: lockMs,
          stalledInterval: lockMs / 2,
          maxStalledCount: 1,
          drainDelay: DRAIN_SECONDS,
          retryProcessDelay: PROCESSOR_REST_MS,
        },
      });
      queue.on("error", (error) => log.warn({ queue: name, error: error.message }, "queue connection"));
      return [name, queue];
    }),
  ) as Record<QueueName, Bull.Queue<JobData>>;
  const send = Object.fromEntries(QUEUE_NAMES.map((name) => [name, createSend(byName[name], log)])) as Record<
    QueueName,
    Send
  >;
  const wakeUps = createWakeUps(byName.wake_up, send.wake_up, log);
  const local = new Map<WorkKind, TakeLocally>();
  const wake = (kind: WorkKind) => (id: RowId, row?: NewRow) => {
    const take = local.get(kind);
    if (take) take(id, row);
    else wakeUps.add(kind, id);
  };
  return {
    prefix,
    byName,
    send,
    wakeUps,
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

async function countJobs(byName: Queues["byName"]): Promise<Record<QueueName, JobCounts> | null> {
  if (byName.delivery.client.status !== "ready") return null;
  const counts = QUEUE_NAMES.map(async (name): Promise<[QueueName, JobCounts]> => {
    const { waiting, active, delayed } = await byName[name].getJobCounts();
    return [name, { waiting, active, delayed }];
  });
  const counted = Promise.all(counts).then((all) => Object.fromEntries(all) as Record<QueueName, JobCounts>);
  return withTimeout<Record<QueueName, JobCounts> | null>(ANSWER_TIMEOUT_MS, counted, null);
}

/**
 * What keeps jobs from being added or taken. channels_forbidden, jobs_forbidden: the app's user may not use channels, or the commands
 * of Bull's queues. full: no memory is left. read_only: a replica, or a Redis that cannot save to its disk.
 */
type JobProblem = "channels_forbidden" | "jobs_forbidden" | "full" | "read_only";

/**
 * What Redis does when its memory is full, or what is wrong with Redis. slow: no answer within a second. policy_forbidden: all works,
 * but nobody can say whether jobs are evicted.
 */
type RedisAccess = { evictionPolicy: string } | "unavailable" | "slow" | "policy_forbidden" | JobProblem;

/** Asks a queue's connection that is ready. @throws where Redis does not answer */
async function readRedisAccess(queue: Bull.Queue): Promise<RedisAccess> {
  const problem = await findJobProblem(queue);
  if (problem) return problem;
  const info = await queue.client.info("memory").catch((error: unknown) => {
    if (isForbidden(error)) return null;
    throw error;
  });
  if (info === null) return "policy_forbidden";
  const [, evictionPolicy] = /^maxmemory_policy:(\S+)/m.exec(info) ?? [];
  return evictionPolicy === undefined ? "unavailable" : { evictionPolicy };
}

/** As Bull adds a job: to a list, by a script. The list vanishes by itself. */
const ADD = "redis.call('RPUSH', KEYS[1], '') redis.call('LTRIM', KEYS[1], 0, 0) redis.call('PEXPIRE', KEYS[1], 5000)";
/** The list has an entry: only where another process took the time in between does the read wait at all. */
const TAKE_SECONDS = 1;

/**
 * Adds an entry and takes it, by the commands with which Bull adds and takes jobs, on a list that no worker reads. null: nothing is
 * wrong. @throws where Redis does not answer
 */
async function findJobProblem(queue: Bull.Queue): Promise<JobProblem | null> {
  const { client } = queue;
  const key = queue.toKey("access");
  const [published, added] = await Promise.all([
    // Redis 7 gives a new user all keys that a rule names, and no channel. Nobody listens to this one.
    problemOf(client.publish(key, ""), "channels_forbidden"),
    problemOf(client.eval(ADD, 1, key), "jobs_forbidden"),
  ]);
  return published ?? added ?? problemOf(client.brpoplpush(key, key, TAKE_SECONDS), "jobs_forbidden");
}

async function problemOf(command: Promise<unknown>, forbidden: JobProblem): Promise<JobProblem | null> {
  try {
    await command;
    return null;
  } catch (error) {
    if (isForbidden(error)) return forbidden;
    const { message } = error as Error;
    if (message.startsWith("OOM")) return "full";
    if (/^(?:READONLY|MISCONF)/.test(message)) return "read_only";
    throw error;
  }
}

/** Redis answers a script's command that the user may not run in other words, 7.2 in other words again (redis.io: ACL). */
const isForbidden = (error: unknown): boolean =>
  error instanceof Error && /^NOPERM|^ERR (?:ACL failure in script|The user executing the script)/.test(error.message);
