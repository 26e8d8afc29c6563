import type Bull from "bull";

/**
 * What keeps jobs from being added or taken. channels_forbidden, jobs_forbidden: the app's user may not use channels, or the commands
 * of Bull's queues. full: no memory is left. read_only: a replica, or a Redis that cannot save to its disk.
 */
type JobProblem = "channels_forbidden" | "jobs_forbidden" | "full" | "read_only";

/**
 * What Redis does when its memory is full, or what is wrong with Redis. slow: no answer within a second. policy_forbidden: all works,
 * but nobody can say whether jobs are evicted.
 */
export type RedisAccess = { evictionPolicy: string } | "unavailable" | "slow" | "policy_forbidden" | JobProblem;

/** Asks a queue's connection that is ready. @throws where Redis does not answer */
export async function readRedisAccess(queue: Bull.Queue): Promise<RedisAccess> {
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
export async function findJobProblem(queue: Bull.Queue): Promise<JobProblem | null> {
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
