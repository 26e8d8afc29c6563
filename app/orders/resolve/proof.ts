/** One recorded walk over the service's list that did not show the submission. */
export interface AbsentWalk {
  at: Date;
  /** When the submissions that the walk did show, made later on the same account, were sent. */
  witnessesSentAt: Date[];
}

/**
 * Proof of absence: two walks, a quiet period apart, the first a quiet period after the last attempt ended, and each showing
 * a submission of ours that was sent after that attempt ended. Without such a witness the list may simply lag behind.
 */
export function provenAbsent(walks: readonly AbsentWalk[], lastAttemptEnd: Date, quietPeriodMs: number): boolean {
  const good = walks.filter(
    (walk) =>
      walk.at.getTime() >= lastAttemptEnd.getTime() + quietPeriodMs &&
      walk.witnessesSentAt.some((sent) => sent > lastAttemptEnd),
  );
  const times = good.map((walk) => walk.at.getTime());
  return times.length >= 2 && Math.max(...times) - Math.min(...times) >= quietPeriodMs;
}
