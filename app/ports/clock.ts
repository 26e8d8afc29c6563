import type { RowId } from "./ids.ts";

/** Time and identity, passed in so that tests are exact. */
export interface Clock {
  /** The present instant (UTC). */
  now(): Date;
}

/** Without I, L, O and U, which are read as other characters. */
export const CODE_ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

export interface Ids {
  /** A new time-ordered UUID (version 7). */
  uuid(): RowId;
  /** `length` unguessable characters out of CODE_ALPHABET. */
  code(length: number): string;
}

/** Units of time, in milliseconds. */
export const SECOND_MS = 1_000;
export const MINUTE_MS = 60 * SECOND_MS;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

/**
 * `signal` aborts at the deadline. `isOver` is right even before timers have run, as in a process that was suspended
 * and handles its connections' data first.
 */
export interface Deadline {
  readonly signal: AbortSignal;
  isOver(): boolean;
}

/** A deadline in so many milliseconds. A suspended machine stops its steady clock: the wall clock counts, too. */
export function deadlineIn(ms: number): Deadline {
  const steady = performance.now() + ms;
  const wall = Date.now() + ms;
  const signal = AbortSignal.timeout(ms);
  return { signal, isOver: () => signal.aborted || performance.now() >= steady || Date.now() >= wall };
}
