import { slowness } from "../support/slowness.ts";

/** A time as this machine needs it. Whole, as `AbortSignal.timeout` wants it. */
export const scaled = (ms: number): number => Math.round(ms * slowness);

/** The longest that a test waits for one thing, in milliseconds. */
export const WAIT_LIMIT_MS = scaled(90_000);

/**
 * What `work` gives. Every wait of a test ends, by this limit or one of its own: the limit of a whole test does not tell what was
 * waited for. @throws Error that names it
 */
export async function within<T>(what: string, work: Promise<T>, limitMs = WAIT_LIMIT_MS): Promise<T> {
  const { promise: timedOut, reject } = Promise.withResolvers<never>();
  const error = new Error(`waited ${Math.round(limitMs / 1_000)} s in vain for: ${what}`);
  const timer = setTimeout(() => reject(error), limitMs);
  return Promise.race([work, timedOut]).finally(() => clearTimeout(timer));
}
