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
