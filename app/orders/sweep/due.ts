import type { OrdersContext } from "../context.ts";

const BATCH = 500;

/** Wakes whatever is due and not moving: what a lost queue entry, a crash or a missed wake-up left behind. Returns how many. */
export async function wakeDue(ctx: OrdersContext): Promise<number> {
  const now = ctx.clock.now();
  const due = { dueAt: { lte: now } };
  const some = { select: { id: true }, orderBy: { dueAt: "asc" }, take: BATCH } as const;
  const [deliveries, orders, submissions, parcels] = await Promise.all([
    ctx.db.delivery.findMany({ where: { state: "waiting", ...due }, ...some }),
    ctx.db.order.findMany({ where: due, ...some }),
    ctx.db.submission.findMany({ where: due, ...some }),
    ctx.db.parcel.findMany({ where: { state: { in: ["waiting", "writing"] }, ...due }, ...some }),
  ]);
  for (const row of deliveries) ctx.wake.delivery(row.id);
  for (const row of orders) ctx.wake.order(row.id);
  for (const row of submissions) ctx.wake.submission(row.id);
  for (const row of parcels) ctx.wake.parcel(row.id);
  return deliveries.length + orders.length + submissions.length + parcels.length;
}
