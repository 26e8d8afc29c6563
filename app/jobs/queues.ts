import Bull from "bull";
import type { Log } from "../ports/log.ts";
import type { Wake } from "../ports/wake.ts";

export const QUEUES = ["delivery", "order", "submission", "parcel"] as const;
export type QueueName = (typeof QUEUES)[number];

/** Ids only: Redis holds nothing that PostgreSQL does not, and no personal data. */
export interface WakeJob {
  id: string;
}

export interface Queues {
  byName: Record<QueueName, Bull.Queue<WakeJob>>;
  wake: Wake;
  /** Whether Redis answers, asked with a time limit. */
  ready(): Promise<boolean>;
  close(): Promise<void>;
}

// One job is one wake-up; whether there is work, and when again, PostgreSQL says. So: one attempt, nothing kept
// (Bull silently ignores the id of a job that it kept), and no Bull timeout (it does not stop the handler).
const JOB: Bull.JobOptions = { attempts: 1, removeOnComplete: true, removeOnFail: true };

export interface QueueOptions {
  /** Keeps several installations on one Redis apart. */
  prefix?: string;
  /** A job whose worker has been silent for so long is given to another one, in milliseconds. */
  lockMs?: number;
}

/** The queues over one Redis. */
export function createQueues(redisUrl: string, log: Log, options: QueueOptions = {}): Queues {
  const { prefix = "inkbridge", lockMs = 30_000 } = options;
  const byName = Object.fromEntries(
    QUEUES.map((name) => {
      const queue = new Bull<WakeJob>(name, redisUrl, {
        prefix,
        defaultJobOptions: JOB,
        settings: { lockDuration: lockMs, stalledInterval: lockMs / 2, maxStalledCount: 1 },
      });
      queue.on("error", (error) => log.warn({ queue: name, error: error.message }, "queue connection"));
      return [name, queue];
    }),
  ) as Record<QueueName, Bull.Queue<WakeJob>>;

  const add = (name: QueueName) => (id: string) => {
    const queue = byName[name];
    // With Redis away, `add` would pile up retries for minutes: the sweeper wakes the row instead.
    if (queue.client.status !== "ready") return;
    queue.add({ id }).catch((error: unknown) => {
      log.warn(
        { queue: name, error: error instanceof Error ? error.message : "unknown" },
        "not woken; the sweeper will",
      );
    });
  };

  return {
    byName,
    wake: { delivery: add("delivery"), order: add("order"), submission: add("submission"), parcel: add("parcel") },
    ready: () => answers(byName.delivery),
    async close() {
      await Promise.allSettled(QUEUES.map((name) => byName[name].close(true)));
    },
  };
}

async function answers(queue: Bull.Queue, limitMs = 1000): Promise<boolean> {
  if (queue.client.status !== "ready") return false;
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), limitMs);
  });
  const asked = queue.client.ping().then(
    () => true,
    () => false,
  );
  return Promise.race([asked, late]).finally(() => clearTimeout(timer));
}
