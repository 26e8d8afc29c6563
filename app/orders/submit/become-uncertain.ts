import type { Submission } from "@prisma/client";
import { raiseAttention } from "../core/raise-attention.ts";
import type { OrdersContext } from "../core/context.ts";
import type { Tx } from "../../database/transaction.ts";
import { applyTransition } from "../core/apply-transition.ts";
import { lookupDelay, withJitter } from "../core/policy.ts";
import { dueIn } from "../core/reschedule.ts";

/** No clear answer: only an update of the service, proof of absence or a person's decision leads on. Needs the order's lock. */
export async function becomeUncertain(
  tx: Tx,
  ctx: OrdersContext,
  submission: Pick<Submission, "id" | "shopId" | "orderId">,
  reason: string,
): Promise<void> {
  const dueAt = dueIn(ctx, withJitter(lookupDelay(ctx.policy, 0), ctx.random()));
  const moved = await applyTransition(tx, ctx, submission.id, "uncertain", {
    patch: { everUncertain: true, dueAt, tries: 0 },
  });
  if (!moved?.changed) return;
  await raiseAttention(tx, ctx, {
    shopId: submission.shopId,
    orderId: submission.orderId,
    submissionId: submission.id,
    code: "uncertain",
    detail: { why: reason },
  });
}
