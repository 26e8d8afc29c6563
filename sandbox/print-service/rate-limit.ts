/** Whether an account has room for another request; each call that has counts. `limit` may change. */
export function createRateLimit(
  clock: { now(): Date },
  limit: () => { requests: number; perMs: number } | null,
): (account: string) => boolean {
  const answeredAt = new Map<string, number[]>();
  return (account) => {
    const rateLimit = limit();
    if (!rateLimit) return true;
    const now = clock.now().getTime();
    const recent = (answeredAt.get(account) ?? []).filter((at) => at > now - rateLimit.perMs);
    const hasRoom = recent.length < rateLimit.requests;
    answeredAt.set(account, hasRoom ? [...recent, now] : recent);
    return hasRoom;
  };
}
