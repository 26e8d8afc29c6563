import type { ReadCall } from "@prisma/client";
import type { Policy } from "../orders/core/policy.ts";
import type { Clock } from "../ports/clock.ts";

/**
 * The print service's orders have not been readable for a while, so updates may be missing. Times are ISO 8601, UTC.
 */
export interface ProviderOutage {
  since: string;
  /** What failed last, and the HTTP status of its answer; null where none came. */
  call: ReadCall;
  httpStatus: number | null;
  /** When a comparison last worked. */
  lastReadAt: string | null;
}

export interface OutageContext {
  clock: Clock;
  policy: Pick<Policy, "alertUnreadableAfterMs">;
}

interface Account {
  readFailingSince: Date | null;
  readFailedCall: ReadCall | null;
  readFailedStatus: number | null;
  sweptAt: Date | null;
}

/** null while comparisons work, or have not failed for long. */
export function findOutage({ clock, policy }: OutageContext, account: Account | null): ProviderOutage | null {
  const since = account?.readFailingSince;
  if (!since || clock.now().getTime() - since.getTime() < policy.alertUnreadableAfterMs) return null;
  return {
    since: since.toISOString(),
    call: account.readFailedCall ?? "list",
    httpStatus: account.readFailedStatus,
    lastReadAt: account.sweptAt?.toISOString() ?? null,
  };
}
