import type { OrdersContext } from "../core/context.ts";
import type { Tx } from "../../database/transaction.ts";

/** Has a submission's follow-up looked at now: a hold in Shopify is to be placed or released. Needs the order's lock; wake it after the commit. */
export async function rescheduleNow(tx: Tx, ctx: Pick<OrdersContext, "clock">, submissionId: string): Promise<void> {
  await tx.submission.update({
    where: { id: submissionId },
    data: { dueAt: ctx.clock.now(), version: { increment: 1 } },
  });
}
