/** One recorded walk over the service's list that did not show the submission. */
export interface AbsentWalk {
  /** When it began. */
  at: Date;
  /** What witnessSent noted, where it showed a later submission of the account. */
  detail: unknown;
}

/** What a walk notes of the newest submission of ours that it showed: when that was sent. */
export const witnessSent = (sentAt: Date): { witnessSentAt: string } => ({ witnessSentAt: sentAt.toISOString() });

function witnessSentAt({ detail }: AbsentWalk): Date | null {
  const { witnessSentAt: noted } = (detail ?? {}) as { witnessSentAt?: unknown };
  return typeof noted === "string" ? new Date(noted) : null;
}

/**
 * When the walks began that count for a proof: each a quiet period after the last attempt ended, and showing a submission of
 * ours that was sent after that attempt ended. Without such a witness the list may simply lag behind.
 */
export function goodWalks(walks: readonly AbsentWalk[], lastAttemptEnd: Date, quietPeriodMs: number): Date[] {
  const good = walks.filter((walk) => {
    const sent = witnessSentAt(walk);
    return walk.at.getTime() >= lastAttemptEnd.getTime() + quietPeriodMs && sent !== null && sent > lastAttemptEnd;
  });
  return good.map((walk) => walk.at);
}

/** Proof of absence: two good walks, a quiet period apart. */
export function provenAbsent(good: readonly Date[], quietPeriodMs: number): boolean {
  const times = good.map((at) => at.getTime());
  return times.length >= 2 && Math.max(...times) - Math.min(...times) >= quietPeriodMs;
}
