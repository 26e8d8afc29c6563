import type { Submission } from "../../../prisma/client/client.ts";
import type { ShopId, SubmissionId } from "../../ports/ids.ts";
import type { OrderOfFulfillmentOrder } from "../../ports/shopify.ts";
import type { OrdersContext } from "../core/context.ts";
import { withOrderLock, type InTransaction } from "../core/lock.ts";
import { UNSENT_STATES } from "../core/states.ts";
import type { Tx } from "../../database/transaction.ts";

/**
 * Shopify has routed a known order. The order need not be read for that where all of its submissions read the order themselves, before
 * they are sent: those that wait for the routing at once, the others later where the fulfillment order keeps nothing from being sent.
 * Nor where nothing of the order is printed. Returns false where the order has to be read: the order is unknown, is held, or was sent,
 * or staff should see early what the fulfillment order keeps from being sent.
 */
export async function settleRouting(
  ctx: OrdersContext,
  shopId: ShopId,
  { orderGid, unobstructed }: OrderOfFulfillmentOrder,
  inTransaction: InTransaction,
): Promise<boolean> {
  const where = { shopId_shopifyGid: { shopId, shopifyGid: orderGid } };
  const order = await ctx.db.order.findUnique({ where, select: { id: true } });
  if (!order) return false;
  const awaiting = await withOrderLock(ctx, order.id, async (tx) => {
    const submissions = await tx.submission.findMany({
      where: { orderId: order.id },
      select: { id: true, state: true, dueAt: true },
    });
    const settled = submissions.every(
      (row) => UNSENT_STATES.includes(row.state) && row.dueAt !== null && (unobstructed || isDueSoon(ctx, row)),
    );
    if (!settled) return null;
    const ids = submissions.filter((row) => mayAwaitRouting(ctx, row)).map(({ id }) => id);
    if (ids.length > 0) await setDue(tx, ctx, ids);
    await inTransaction(tx, order.id);
    return ids;
  });
  for (const id of awaiting ?? []) ctx.wake.submission(id);
  return awaiting !== null;
}

/** A submission that waits for the routing is due within the time of such a recheck. */
const isDueSoon = ({ clock, policy }: OrdersContext, { dueAt }: Pick<Submission, "dueAt">): boolean =>
  dueAt !== null && dueAt.getTime() <= clock.now().getTime() + policy.routingRecheckMs;

/** One that is ready and due may have read the order before the routing just now, and would wait then. */
const mayAwaitRouting = (ctx: OrdersContext, row: Pick<Submission, "state" | "dueAt">): boolean =>
  row.state === "waiting" ? isDueSoon(ctx, row) : row.dueAt !== null && row.dueAt <= ctx.clock.now();

const setDue = (tx: Tx, { clock }: OrdersContext, ids: SubmissionId[]) =>
  tx.submission.updateMany({
    where: { id: { in: ids } },
    data: { dueAt: clock.now(), version: { increment: 1 } },
  });
