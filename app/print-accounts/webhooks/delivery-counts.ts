import { TEST_EVENT } from "../../orders/provider-updates/test-event.ts";
import type { RegistrationKind } from "../../ports/print-service.ts";
import type { ShopsContext } from "../../shops/context.ts";
import { EVENT_TOPICS } from "./register-webhooks.ts";

const DAY_MS = 24 * 60 * 60 * 1000;

type Reading = Pick<ShopsContext, "db" | "clock">;

/** What the print service sent to an address of ours: not what we sent there ourselves. */
const ofKind = (accountKey: string, kind: RegistrationKind) => ({
  source: "print_service" as const,
  scope: accountKey,
  topic: EVENT_TOPICS[kind],
  OR: [{ problem: null }, { problem: { not: TEST_EVENT } }],
});

export async function lastEvent(ctx: Reading, accountKey: string, kind: RegistrationKind): Promise<Date | null> {
  // Ids of these deliveries are our own and grow with time: the unique index finds the last one.
  const last = await ctx.db.delivery.findFirst({
    where: ofKind(accountKey, kind),
    orderBy: { deliveryId: "desc" },
    select: { receivedAt: true },
  });
  return last?.receivedAt ?? null;
}

/** Events of the last 24 hours, and how many of them named a reference of nobody. */
export async function countEvents(
  ctx: Reading,
  accountKey: string,
  kind: RegistrationKind,
): Promise<{ received: number; unknown: number }> {
  const since = new Date(ctx.clock.now().getTime() - DAY_MS);
  const groups = await ctx.db.delivery.groupBy({
    by: ["problem"],
    where: { ...ofKind(accountKey, kind), receivedAt: { gte: since }, deliveryId: { gte: firstIdAt(since) } },
    _count: true,
  });
  const sum = (of: typeof groups) => of.reduce((total, { _count }) => total + _count, 0);
  return { received: sum(groups), unknown: sum(groups.filter(({ problem }) => problem === "unknown_reference")) };
}

/** The lowest id (UUID version 7) of an instant: by it the unique index leaves out what came before. */
function firstIdAt(at: Date): string {
  const hex = at.getTime().toString(16).padStart(12, "0");
  return `${hex.slice(0, 8)}-${hex.slice(8)}-0000-0000-000000000000`;
}
