import type { CodeFoundBy } from "../core/attention.ts";
import { raiseAttention } from "../core/raise-attention.ts";
import type { OrdersContext } from "../core/context.ts";
import type { Tx } from "../../database/transaction.ts";
import type { OrderSnapshot } from "../../ports/order-model.ts";
import { SHIPPED_STATES, SENT_STATES } from "../core/states.ts";
import type { DecidedLine } from "./apply-lines.ts";
import { sentQuantity, type LinePart } from "./needed-quantity.ts";
import type { SubmissionWithLines } from "./open-submission.ts";
import { addressHash } from "./order-row.ts";

export interface AfterSentInput {
  order: { id: string; shopId: string; addressHash: string | null };
  snapshot: OrderSnapshot;
  lines: readonly DecidedLine[];
  submissions: readonly SubmissionWithLines[];
  partsOf(orderLineId: string): LinePart[];
}

/** The service has no update and no cancel: what changes after sending can only be shown to staff, once per change. */
export async function warnAfterSent(tx: Tx, ctx: OrdersContext, input: AfterSentInput): Promise<void> {
  const sent = input.submissions.filter((s) => SENT_STATES.includes(s.state) && !s.replacedAt);
  if (sent.length === 0) return;
  const unfinished = sent.filter((s) => !SHIPPED_STATES.includes(s.state));
  if (input.snapshot.cancelledAt) {
    for (const s of unfinished)
      await raiseUnlessRaisedBefore(
        tx,
        ctx,
        input,
        s.id,
        "cancelled_after_sent",
        input.snapshot.cancelledAt.toISOString(),
      );
  }
  for (const line of input.lines) {
    const excess = sentQuantity(input.partsOf(line.row.id)) - line.snapshot.quantity;
    if (excess <= 0 || input.snapshot.cancelledAt) continue;
    const affected = unfinished.find((s) => s.lines.some((l) => l.orderLineId === line.row.id));
    if (affected)
      await raiseUnlessRaisedBefore(
        tx,
        ctx,
        input,
        affected.id,
        "reduced_after_sent",
        String(excess),
        line.snapshot.gid,
      );
  }
  const currentHash = addressHash(ctx, input.snapshot.shippingAddress);
  if (currentHash === null || input.order.addressHash === null || currentHash === input.order.addressHash) return;
  for (const s of unfinished)
    await raiseUnlessRaisedBefore(tx, ctx, input, s.id, "address_changed_after_sent", currentHash);
}

async function raiseUnlessRaisedBefore(
  tx: Tx,
  ctx: OrdersContext,
  input: AfterSentInput,
  submissionId: string,
  code: CodeFoundBy<"order_change">,
  basis: string,
  subject = "",
): Promise<void> {
  const existing = await tx.attention.findFirst({ where: { submissionId, code, subject, basis } });
  if (existing) return;
  await raiseAttention(tx, ctx, {
    shopId: input.order.shopId,
    orderId: input.order.id,
    submissionId,
    code,
    subject,
    basis,
  });
}
