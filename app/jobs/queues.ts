import Bull from "bull";
import { WORKS, type Work } from "../orders/core/due-work.ts";
import type { Log } from "../ports/log.ts";
import type { Wake } from "../ports/wake.ts";
import { connected } from "./wait-for-connections.ts";
import { within } from "../common/with-timeout.ts";

/** Ids only: Redis holds nothing that PostgreSQL does not, and no personal data. */
export interface WakeJob {
  id: string;
}

export interface Queues {
  /** All keys in Redis begin with it. */
  prefix: string;
  byName: Record<Work, Bull.Queue<WakeJob>>;
  wake: Wake;
  /** Whether Redis answers, asked with a time limit. */
  ready(): Promise<boolean>;
  close(): Promise<void>;
}

// One job is one wake-up; whether there is work, and when again, PostgreSQL says. So: one attempt, nothing kept
// (Bull silently ignores the id of a job that it kept), and no Bull timeout (it does not stop the handler).
const JOB: Bull.JobOptions = { attempts: 1, removeOnComplete: true, removeOnFail: true };

/** Bull's blocking reads; those of one queue wait for each other on one connection. */
const DRAIN_SECONDS = 2;
/** Longer than these. A Redis that hangs answers nothing and closes nothing. */
const COMMAND_MS = 10_000;
const CONNECT_MS = 5_000;
const MOST_RECONNECT_MS = 3_000;
/** Wake-ups that Redis has not confirmed, and wake-ups that nobody has taken: beyond this the rows are left to the looks. */
const MOST_UNCONFIRMED = 200;
const MOST_QUEUED = 5_000;
const COUNT_EVERY = 100;

export interface QueueOptions {
  /** Keeps several installations on one Redis apart. */
  prefix?: string;
  /** A job whose worker has been silent for so long is given to another one, in milliseconds. */
  lockMs?: number;
  /** In [0, 1). */
  random?: () => number;
}

/** The queues over one Redis. */
export function createQueues(redisUrl: string, log: Log, options: QueueOptions = {}): Queues {
  const { prefix = "inkbridge", lockMs = 30_000, random = Math.random } = options;
  const byName = Object.fromEntries(
    WORKS.map((name) => {
      const queue = new Bull<WakeJob>(name, redisUrl, {
        prefix,
        redis: {
          commandTimeout: COMMAND_MS,
          connectTimeout: CONNECT_MS,
          // Spread, so that all processes do not come back at the same moment.
          retryStrategy: (times) => Math.min(50 * 2 ** times, MOST_RECONNECT_MS) * (0.75 + random() * 0.5),
          ...tlsOf(redisUrl),
        },
        defaultJobOptions: JOB,
        settings: { lockDuration: lockMs, stalledInterval: lockMs / 2, maxStalledCount: 1, drainDelay: DRAIN_SECONDS },
      });
      queue.on("error", (error) => log.warn({ queue: name, error: error.message }, "queue connection"));
      return [name, queue];
    }),
  ) as Record<Work, Bull.Queue<WakeJob>>;
  const wake = (name: Work) => waker(byName[name], name, log);
  return {
    prefix,
    byName,
    wake: { delivery: wake("delivery"), order: wake("order"), submission: wake("submission"), parcel: wake("parcel") },
    ready: () => answers(byName.delivery),
    async close() {
      await Promise.all(WORKS.map((name) => connected(byName[name])));
      await within(3_000, Promise.allSettled(WORKS.map((name) => byName[name].close(true))));
      // A blocking connection that Bull was just renewing outlives its queue, and nobody would listen to its errors.
      for (const name of WORKS) for (const client of byName[name].clients) client.disconnect();
    },
  };
}

/** Bull reads host and password out of the address, but not that it asks for TLS. */
const tlsOf = (redisUrl: string) => (new URL(redisUrl).protocol === "rediss:" ? { tls: {} } : {});

/** Rings for a row; gives up at once where Redis is away, slow or full, for whoever looks into PostgreSQL finds the row. */
function waker(queue: Bull.Queue<WakeJob>, name: Work, log: Log): (id: string) => void {
  let unconfirmed = 0;
  let asked = 0;
  let overlong = false;
  let failing = false;
  return (id) => {
    if (queue.client.status !== "ready" || unconfirmed >= MOST_UNCONFIRMED) return;
    asked += 1;
    if (asked % COUNT_EVERY === 0) {
      queue.getWaitingCount().then(
        (count) => (overlong = count > MOST_QUEUED),
        () => undefined,
      );
    }
    if (overlong) return;
    unconfirmed += 1;
    queue
      .add({ id })
      .then(
        () => (failing = false),
        (error: unknown) => {
          if (!failing)
            log.warn({ queue: name, error: error instanceof Error ? error.name : "unknown" }, "cannot wake");
          failing = true;
        },
      )
      .finally(() => (unconfirmed -= 1));
  };
}

async function answers(queue: Bull.Queue, limitMs = 1000): Promise<boolean> {
  if (queue.client.status !== "ready") return false;
  let answered = false;
  await within(
    limitMs,
    queue.client.ping().then(() => (answered = true)),
  );
  return answered;
}
