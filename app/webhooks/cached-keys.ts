import type { EventKeys } from "./print-service-endpoint.ts";

/** So long an answer of the database stands, in milliseconds. */
const STANDS_MS = 2_000;

/**
 * The event keys for an address that guesses: a crowd of guesses costs one query in two seconds, for the names of all accounts.
 * What is none of them is asked for no further. A true event from the same address is recognized all the same.
 */
export function createGuardedKeys(lookUp: EventKeys, accountKeys: () => Promise<string[]>): EventKeys {
  const known = kept(async () => new Set(await accountKeys()));
  const keysOf = kept(lookUp);
  return async (key) => ((await known("")).has(key) ? await keysOf(key) : null);
}

/** One answer, or failure, for all who ask for the same within a while. */
function kept<T>(load: (key: string) => Promise<T>): (key: string) => Promise<T> {
  const present = new Map<string, Promise<T>>();
  return (key) => {
    const answer = present.get(key) ?? load(key);
    if (!present.has(key)) {
      present.set(key, answer);
      setTimeout(() => present.delete(key), STANDS_MS).unref();
    }
    return answer;
  };
}
