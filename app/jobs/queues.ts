import { once } from "node:events";
import Bull from "bull";
import { WORK_KINDS, type WorkKind } from "../orders/core/due-work.ts";
import type { Log } from "../ports/log.ts";
import type { Wake } from "../ports/wake.ts";
import { endsWithin, withTimeout } from "../common/with-timeout.ts";
import { errorName } from "../ports/errors.ts";

/** Ids only: Redis holds nothing that PostgreSQL does not, and no personal data. */
export interface WakeJob {
  id: string;
}

export interface Queues {
  /** All keys in Redis begin with it. */
  prefix: string;
  byName: Record<WorkKind, Bull.Queue<WakeJob>>;
  wake: Wake;
  /** Whether Redis answers within a second. */
  ready(): Promise<boolean>;
  close(): Promise<void>;
}

// One job is one wake-up; PostgreSQL decides whether and when there is work. So: one attempt, nothing kept (Bull
// silently ignores the id of a job that it kept), and no Bull timeout (it does not stop the handler).
const JOB_OPTIONS: Bull.JobOptions = { attempts: 1, removeOnComplete: true, removeOnFail: true };

/** Bull's blocking reads; those of one queue wait for each other on one connection. */
const DRAIN_SECONDS = 2;
/** Longer than these. A Redis that hangs answers nothing and closes nothing. */
const COMMAND_TIMEOUT_MS = 10_000;
const CONNECT_TIMEOUT_MS = 5_000;
const MAX_RECONNECT_DELAY_MS = 3_000;
const READY_TIMEOUT_MS = 1_000;
const PING_TIMEOUT_MS = 1_000;
const CLOSE_TIMEOUT_MS = 3_000;
/**
 * Wake-ups that Redis has not confirmed, and wake-ups that no worker has taken: beyond this, polling finds the rows.
 */
const MAX_UNCONFIRMED = 200;
const MAX_QUEUED = 5_000;
const CHECK_BACKLOG_EVERY = 100;

export interface QueueOptions {
  /** Keeps several installations on one Redis apart. */
  prefix?: string;
  /** A job whose worker has been silent for so long goes to another worker, in milliseconds. */
  lockMs?: number;
  /** In [0, 1). */
  random?: () => number;
}

/** The queues over one Redis. */
export function createQueues(redisUrl: string, log: Log, options: QueueOptions = {}): Queues {
  const { prefix = "inkbridge", lockMs = 30_000, random = Math.random } = options;
  const byName = Object.fromEntries(
    WORK_KINDS.map((name) => {
      const queue = new Bull<WakeJob>(name, redisUrl, {
        prefix,
        redis: {
          commandTimeout: COMMAND_TIMEOUT_MS,
          connectTimeout: CONNECT_TIMEOUT_MS,
          // Spread, so that all processes do not come back at the same moment.
          retryStrategy: (times) => Math.min(50 * 2 ** times, MAX_RECONNECT_DELAY_MS) * (0.75 + random() * 0.5),
          ...tlsOptions(redisUrl),
        },
        defaultJobOptions: JOB_OPTIONS,
        settings: { lockDuration: lockMs, stalledInterval: lockMs / 2, maxStalledCount: 1, drainDelay: DRAIN_SECONDS },
      });
      queue.on("error", (error) => log.warn({ queue: name, error: error.message }, "queue connection"));
      return [name, queue];
    }),
  ) as Record<WorkKind, Bull.Queue<WakeJob>>;
  const wake = (name: WorkKind) => createWaker(byName[name], name, log);
  return {
    prefix,
    byName,
    wake: { delivery: wake("delivery"), order: wake("order"), submission: wake("submission"), parcel: wake("parcel") },
    ready: () => respondsToPing(byName.delivery),
    async close() {
      await Promise.all(WORK_KINDS.map((name) => waitForConnections(byName[name])));
      await endsWithin(CLOSE_TIMEOUT_MS, Promise.allSettled(WORK_KINDS.map((name) => byName[name].close(true))));
      // A blocking connection that Bull was just renewing outlives its queue, and its errors would have no listener.
      for (const name of WORK_KINDS) for (const client of byName[name].clients) client.disconnect();
    },
  };
}

/** Bull reads host and password out of the address, but not that it asks for TLS. */
const tlsOptions = (redisUrl: string) => (new URL(redisUrl).protocol === "rediss:" ? { tls: {} } : {});

/** Wakes a worker for a row; gives up at once where Redis is away, slow or full: polling PostgreSQL finds the row. */
function createWaker(queue: Bull.Queue<WakeJob>, name: WorkKind, log: Log): (id: string) => void {
  let unconfirmed = 0;
  let wakeUps = 0;
  let backlogged = false;
  let failing = false;
  return (id) => {
    if (queue.client.status !== "ready" || unconfirmed >= MAX_UNCONFIRMED) return;
    wakeUps += 1;
    if (wakeUps % CHECK_BACKLOG_EVERY === 0) {
      queue.getWaitingCount().then(
        (count) => (backlogged = count > MAX_QUEUED),
        () => undefined,
      );
    }
    if (backlogged) return;
    unconfirmed += 1;
    queue
      .add({ id })
      .then(
        () => (failing = false),
        (error: unknown) => {
          if (!failing) log.warn({ queue: name, error: errorName(error) }, "cannot wake");
          failing = true;
        },
      )
      .finally(() => (unconfirmed -= 1));
  };
}

async function respondsToPing(queue: Bull.Queue): Promise<boolean> {
  if (queue.client.status !== "ready") return false;
  const answered = queue.client.ping().then(() => true);
  return withTimeout(PING_TIMEOUT_MS, answered, false);
}

/**
 * Waits, up to a limit, for the connections that a queue is just making. Bull sends its first command on them at once,
 * and a pause or a close that interrupts the command is an error that nobody catches.
 */
export async function waitForConnections(queue: Bull.Queue): Promise<void> {
  await endsWithin(READY_TIMEOUT_MS, connectionsReady(queue));
}

async function connectionsReady(queue: Bull.Queue): Promise<void> {
  if (queue.client.status === "ready") await queue.isReady();
  const connecting = queue.clients.filter((client) => client.status === "connecting" || client.status === "connect");
  await Promise.allSettled(connecting.map((client) => Promise.race([once(client, "ready"), once(client, "close")])));
}
