import type { Submission } from "@prisma/client";
import { raise } from "../core/raise-attention.ts";
import type { OrdersContext, Tx } from "../core/context.ts";
import { move } from "../core/apply-transition.ts";
import { lookupDelay, spread } from "../core/policy.ts";

/** No clear answer: from here on only a sign of life, proof of absence, or a person's word leads on. Needs the order's lock. */
export async function becomeUncertain(
  tx: Tx,
  ctx: OrdersContext,
  submission: Pick<Submission, "id" | "shopId" | "orderId">,
  why: string,
): Promise<void> {
  const dueAt = new Date(ctx.clock.now().getTime() + spread(lookupDelay(ctx.policy, 0), ctx.random()));
  const moved = await move(tx, ctx, submission.id, "unclear", {
    patch: { everUncertain: true, claimToken: null, dueAt, tries: 0 },
  });
  if (!moved?.changed) return;
  await raise(tx, ctx, {
    shopId: submission.shopId,
    orderId: submission.orderId,
    submissionId: submission.id,
    code: "uncertain",
    detail: { why },
  });
}
