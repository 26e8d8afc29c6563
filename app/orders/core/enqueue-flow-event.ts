import type { FlowTrigger } from "@prisma/client";
import type { OrdersContext } from "./context.ts";
import { dueNow } from "./reschedule.ts";
import type { Tx } from "../../database/transaction.ts";

/**
 * Keeps news for the merchant's workflows in Shopify Flow, in the transaction that makes it true: so it is neither lost nor told
 * of what never was. Each subject (attention, submission, parcel) is news once.
 */
export async function enqueueFlowEvent(
  tx: Tx,
  ctx: Pick<OrdersContext, "clock" | "ids">,
  subject: { id: string; shopId: string; orderId: string },
  trigger: FlowTrigger,
): Promise<void> {
  const { shopId, orderId, id: subjectId } = subject;
  const row = { id: ctx.ids.uuid(), shopId, orderId, trigger, subjectId, createdAt: ctx.clock.now(), ...dueNow(ctx) };
  await tx.flowEvent.createMany({ data: [row], skipDuplicates: true });
}
