import type { ReadCall } from "../../prisma/client/client.ts";
import type { Policy } from "../orders/core/policy.ts";
import type { Clock } from "../ports/clock.ts";

/** The print service's orders have been unreadable for a while, so updates may be missing. Times are ISO 8601, UTC. */
export interface ProviderOutage {
  since: string;
  /** The last failed call, and its HTTP status; null where no answer came. */
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

/** null: comparisons work, or have not failed for long. */
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
