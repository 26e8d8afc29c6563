import type Bull from "bull";
import type { Log } from "../ports/log.ts";
import { errorName } from "../ports/errors.ts";

/** Commands of one queue that Redis has not confirmed: beyond this, none is sent. */
const MAX_UNCONFIRMED = 200;
/** Jobs that no worker has taken, waiting or delayed: beyond this, polling PostgreSQL finds the rows. */
const MAX_QUEUED = 5_000;
const CHECK_BACKLOG_EVERY = 100;
/** While too many wait, they are counted at most this often, in milliseconds: workers may have taken them since. */
const RECHECK_BACKLOG_MS = 250;

/** Ids only: Redis holds nothing that PostgreSQL does not, and no personal data. */
export interface WakeJob {
  id: string;
  /** More rows of its shop or sender are due than got a job. */
  moreDue?: true;
}

/** Commands to Redis that no work waits for. They are given up at once where Redis is away, slow or full. */
export interface RedisCommands {
  /** Adds a job, unless too many wait. */
  add(data: WakeJob, options?: Bull.JobOptions): void;
  /** Never rejects. null: the command was not sent, or failed. */
  send<T>(command: () => Promise<T>): Promise<T | null>;
}

export function createRedisCommands(
  queue: Bull.Queue<WakeJob>,
  name: string,
  log: Log,
  maxQueued = MAX_QUEUED,
): RedisCommands {
  let unconfirmed = 0;
  let added = 0;
  let backlogged = false;
  let checkedAt = -Infinity;
  let failing = false;

  const send = async <T>(command: () => Promise<T>): Promise<T | null> => {
    if (queue.client.status !== "ready" || unconfirmed >= MAX_UNCONFIRMED) return null;
    unconfirmed += 1;
    try {
      const answer = await command();
      failing = false;
      return answer;
    } catch (error) {
      if (!failing) log.warn({ queue: name, error: errorName(error) }, "cannot write to the queue");
      failing = true;
      return null;
    } finally {
      unconfirmed -= 1;
    }
  };

  const checkBacklog = async () => {
    checkedAt = performance.now();
    const counts = await send(() => queue.getJobCounts());
    if (counts) backlogged = counts.waiting + counts.delayed > maxQueued;
  };

  return {
    send,
    add(data, options) {
      const addJob = () => void (backlogged || send(() => queue.add(data, options)));
      if (backlogged) {
        if (performance.now() - checkedAt >= RECHECK_BACKLOG_MS) void checkBacklog().then(addJob);
        return;
      }
      added += 1;
      if (added % CHECK_BACKLOG_EVERY === 0) void checkBacklog();
      addJob();
    },
  };
}
