import type { FlowTrigger } from "@prisma/client";
import { append } from "./append.ts";
import type { WriteContext } from "./context.ts";
import { dueNow, NO_CLAIM } from "./reschedule.ts";
import type { Tx } from "../../database/transaction.ts";
import type { ShopId, OrderId, AttentionId, SubmissionId, ParcelId } from "../../ports/ids.ts";

/**
 * Stores an event for Shopify Flow in the transaction that causes it: a crash loses no event, and a rollback sends none. One
 * event for each trigger and subject (attention, submission, parcel).
 */
export async function enqueueFlowEvent(
  tx: Tx,
  ctx: WriteContext,
  subject: { id: AttentionId | SubmissionId | ParcelId; shopId: ShopId; orderId: OrderId },
  trigger: FlowTrigger,
): Promise<void> {
  const { shopId, orderId, id: subjectId } = subject;
  const row = { id: ctx.ids.uuid(), shopId, orderId, trigger, subjectId, createdAt: ctx.clock.now(), ...dueNow(ctx) };
  await append(tx, "FlowEvent", [{ ...row, ...NO_CLAIM, settledAt: null, outcome: null }]);
}
