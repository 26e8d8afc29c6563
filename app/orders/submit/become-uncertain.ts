import { raiseAttention } from "../core/raise-attention.ts";
import type { OrdersContext } from "../core/context.ts";
import type { Tx } from "../../database/transaction.ts";
import { applyTransition } from "../core/apply-transition.ts";
import { idsOf } from "../core/history.ts";
import { lookupDelay, withJitter } from "../core/policy.ts";
import type { SubmissionRow } from "../core/submission-row.ts";
import { dueIn } from "../core/reschedule.ts";

/** No clear answer: only an update of the service, proof of absence or a person's decision leads on. Needs the order's lock. */
export async function becomeUncertain(
  tx: Tx,
  ctx: OrdersContext,
  submission: SubmissionRow,
  why: string,
): Promise<void> {
  const dueAt = dueIn(ctx, withJitter(lookupDelay(ctx.policy, 0), ctx.random()));
  const moved = await applyTransition(tx, ctx, submission, "uncertain", {
    patch: { everUncertain: true, dueAt, tries: 0 },
  });
  if (moved?.changed) await raiseAttention(tx, ctx, { ...idsOf(submission), code: "uncertain", detail: { why } });
}
