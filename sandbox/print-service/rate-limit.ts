import type { Settings } from "./options.ts";

/** Whether an account has room for another request; each call that has counts. */
export function createRateLimit({ rateLimit, clock }: Pick<Settings, "rateLimit" | "clock">) {
  const answeredAt = new Map<string, number[]>();
  return (account: string): boolean => {
    if (!rateLimit) return true;
    const now = clock.now().getTime();
    const recent = (answeredAt.get(account) ?? []).filter((at) => at > now - rateLimit.perMs);
    const hasRoom = recent.length < rateLimit.requests;
    answeredAt.set(account, hasRoom ? [...recent, now] : recent);
    return hasRoom;
  };
}
