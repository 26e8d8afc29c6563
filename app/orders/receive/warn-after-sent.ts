import { raise } from "../core/raise-attention.ts";
import type { OrdersContext, Tx } from "../core/context.ts";
import type { OrderSnapshot } from "../../ports/order-model.ts";
import { SENT_STATES } from "../core/transitions.ts";
import type { DecidedLine } from "./apply-lines.ts";
import { sentQuantity, type LinePart } from "./needed-quantity.ts";
import type { KnownSubmission } from "./open-submission.ts";
import { addressHash } from "./order-row.ts";

export interface AfterSent {
  order: { id: string; shopId: string; addressHash: string | null };
  snapshot: OrderSnapshot;
  lines: readonly DecidedLine[];
  submissions: readonly KnownSubmission[];
  partsOf(orderLineId: string): LinePart[];
}

/** The service has no update and no cancel: what changes after sending can only be shown to a person, once per change. */
export async function warnAfterSent(tx: Tx, ctx: OrdersContext, input: AfterSent): Promise<void> {
  const sent = input.submissions.filter((s) => SENT_STATES.includes(s.state) && !s.replacedAt);
  if (sent.length === 0) return;
  const unfinished = sent.filter((s) => s.state !== "fulfilled" && s.state !== "shipped");
  if (input.snapshot.cancelledAt) {
    for (const s of unfinished)
      await raiseOnce(tx, ctx, input, s.id, "cancelled_after_sent", input.snapshot.cancelledAt.toISOString());
  }
  for (const line of input.lines) {
    const tooMany = sentQuantity(input.partsOf(line.row.id)) - line.snapshot.quantity;
    if (tooMany <= 0 || input.snapshot.cancelledAt) continue;
    const holder = unfinished.find((s) => s.lines.some((l) => l.orderLineId === line.row.id));
    if (holder) await raiseOnce(tx, ctx, input, holder.id, "reduced_after_sent", String(tooMany), line.snapshot.gid);
  }
  const now = addressHash(ctx, input.snapshot.shippingAddress);
  if (now === null || input.order.addressHash === null || now === input.order.addressHash) return;
  for (const s of unfinished) await raiseOnce(tx, ctx, input, s.id, "address_changed_after_sent", now);
}

async function raiseOnce(
  tx: Tx,
  ctx: OrdersContext,
  input: AfterSent,
  submissionId: string,
  code: "cancelled_after_sent" | "reduced_after_sent" | "address_changed_after_sent",
  basis: string,
  subject = "",
): Promise<void> {
  const seen = await tx.attention.findFirst({ where: { submissionId, code, subject, basis } });
  if (seen) return;
  await raise(tx, ctx, { shopId: input.order.shopId, orderId: input.order.id, submissionId, code, subject, basis });
}
