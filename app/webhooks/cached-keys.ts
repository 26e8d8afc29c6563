import type { FindWebhookSecrets } from "./print-service-endpoint.ts";

/** So long an answer of the database stands, in milliseconds. */
const TTL_MS = 2_000;

/**
 * The event keys for an address that guesses: a crowd of guesses costs one query in two seconds, for the names of all accounts.
 * What is none of them is asked for no further. A true event from the same address is recognized all the same.
 */
export function createCachedKeys(
  eventKeys: FindWebhookSecrets,
  accountKeys: () => Promise<string[]>,
): FindWebhookSecrets {
  const knownAccountKeys = cached(async () => new Set(await accountKeys()));
  const cachedEventKeys = cached(eventKeys);
  return async (key) => ((await knownAccountKeys("")).has(key) ? await cachedEventKeys(key) : null);
}

/** One answer, or failure, for all who ask for the same within a while. */
function cached<T>(load: (key: string) => Promise<T>): (key: string) => Promise<T> {
  const cache = new Map<string, Promise<T>>();
  return (key) => {
    const answer = cache.get(key) ?? load(key);
    if (!cache.has(key)) {
      cache.set(key, answer);
      setTimeout(() => cache.delete(key), TTL_MS).unref();
    }
    return answer;
  };
}
