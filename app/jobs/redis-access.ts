import type Bull from "bull";

/**
 * What the app's user may do in Redis, and what Redis does when its memory is full. channels_forbidden: Bull's scripts fail, and no
 * job is added or taken. policy_forbidden: all works, but nobody can say whether jobs are evicted.
 */
export type RedisAccess = { evictionPolicy: string } | "unavailable" | "channels_forbidden" | "policy_forbidden";

/** Asks a queue's connection that is ready. @throws where Redis does not answer */
export async function readRedisAccess(queue: Bull.Queue): Promise<RedisAccess> {
  if (!(await mayPublish(queue))) return "channels_forbidden";
  const info = await unlessForbidden(queue.client.info("memory"));
  if (info === null) return "policy_forbidden";
  const [, evictionPolicy] = /^maxmemory_policy:(\S+)/m.exec(info) ?? [];
  return evictionPolicy === undefined ? "unavailable" : { evictionPolicy };
}

/** Redis 7 gives a new user all keys that a rule names, and no channel. Nobody listens to this one. */
export const mayPublish = async (queue: Bull.Queue): Promise<boolean> =>
  (await unlessForbidden(queue.client.publish(queue.toKey("access"), ""))) !== null;

/** null: the user has no right to it (redis.io: ACL). */
const unlessForbidden = <T>(answer: Promise<T>): Promise<T | null> =>
  answer.catch((error: unknown) => {
    if (error instanceof Error && error.message.startsWith("NOPERM")) return null;
    throw error;
  });
