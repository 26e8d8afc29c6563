/**
 * Runs one renewal at a time, across processes. `existing` returns the value that is still valid, or null. Callers that
 * come while another one renews wait, and get what `existing` then returns.
 */
export interface SingleFlight {
  <T>(name: string, work: { existing(): Promise<T | null>; renew(): Promise<T> }): Promise<T>;
}

/** Makes a call, or gives the answer, or failure, of the one that was made for the same key. */
export type SharedCalls<T> = (key: string, call: () => Promise<T>) => Promise<T>;

/** Within this process, calls for one key share one for so long from its beginning; 0: while it is under way. */
export function sharedCalls<T>(forMs: number): SharedCalls<T> {
  const calls = new Map<string, Promise<T>>();
  return (key, call) => {
    const known = calls.get(key);
    if (known) return known;
    const made = call();
    calls.set(key, made);
    const forget = () => void calls.delete(key);
    if (forMs === 0) void made.then(forget, forget);
    else if (forMs !== Infinity) setTimeout(forget, forMs).unref();
    return made;
  };
}
