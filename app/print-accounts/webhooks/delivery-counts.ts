import { TEST_EVENT } from "../../orders/provider-updates/test-event.ts";
import type { RegistrationKind } from "../../ports/print-service.ts";
import type { ShopsContext } from "../../shops/context.ts";
import { TOPIC_BY_KIND } from "./register-webhooks.ts";
import { DAY_MS } from "../../ports/clock.ts";

type ReadContext = Pick<ShopsContext, "db" | "clock">;

/** Deliveries of the print service, without those of the self-test. */
const deliveriesOfKind = (accountKey: string, kind: RegistrationKind) => ({
  source: "print_service" as const,
  scope: accountKey,
  topic: TOPIC_BY_KIND[kind],
  OR: [{ problem: null }, { problem: { not: TEST_EVENT } }],
});

export async function lastDeliveryAt(
  ctx: ReadContext,
  accountKey: string,
  kind: RegistrationKind,
): Promise<Date | null> {
  // Ids of these deliveries grow with time, so the unique index finds the last one.
  const delivery = await ctx.db.webhookDelivery.findFirst({
    where: deliveriesOfKind(accountKey, kind),
    orderBy: { deliveryId: "desc" },
    select: { receivedAt: true },
  });
  return delivery?.receivedAt ?? null;
}

/** Events of the last 24 hours, and how many of them had an unknown reference. */
export async function countDeliveries(
  ctx: ReadContext,
  accountKey: string,
  kind: RegistrationKind,
): Promise<{ received: number; unmatched: number }> {
  const since = new Date(ctx.clock.now().getTime() - DAY_MS);
  const groups = await ctx.db.webhookDelivery.groupBy({
    by: ["problem"],
    where: {
      ...deliveriesOfKind(accountKey, kind),
      receivedAt: { gte: since },
      deliveryId: { gte: lowestIdAt(since) },
    },
    _count: true,
  });
  const sum = (of: typeof groups) => of.reduce((total, { _count }) => total + _count, 0);
  return { received: sum(groups), unmatched: sum(groups.filter(({ problem }) => problem === "unknown_reference")) };
}

/** The lowest id (UUID version 7) of an instant: the unique index skips older ones. */
function lowestIdAt(at: Date): string {
  const hex = at.getTime().toString(16).padStart(12, "0");
  return `${hex.slice(0, 8)}-${hex.slice(8)}-0000-0000-000000000000`;
}
