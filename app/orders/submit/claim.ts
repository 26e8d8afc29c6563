import { deadlineIn, type Deadline } from "../../ports/deadline.ts";
import type { OrdersContext } from "../core/context.ts";
import type { Tx } from "../../database/transaction.ts";
import type { PrintOrder } from "../../ports/order-model.ts";
import { applyTransition } from "../core/apply-transition.ts";
import { newClaim } from "../core/reschedule.ts";
import { sentLines } from "../core/sent-content.ts";

/** The right to send one submission once. It exists only when the transaction that made it has committed. */
export interface Claim {
  submissionId: string;
  shopId: string;
  orderId: string;
  printAccountId: string;
  payload: PrintOrder;
  claimToken: string;
  attemptId: string;
  /** Ends well before the claim: a process that freezes while it holds the claim sends nothing when it wakes. */
  deadline: Deadline;
}

/**
 * ready → submitting, with the attempt on record. `sentAt`: of an earlier attempt. `attempts`: how many there were when the
 * service was asked about them; nothing is sent after one that was not looked up (lookup-before-resend.ts). Needs the order's
 * lock; null when another worker was first.
 */
export async function claim(
  tx: Tx,
  ctx: OrdersContext,
  input: { submissionId: string; payload: PrintOrder; printAccountId: string; sentAt: Date | null; attempts: number },
): Promise<Claim | null> {
  const number = await tx.attempt.count({ where: { submissionId: input.submissionId } });
  if (number !== input.attempts) return null;
  const now = ctx.clock.now();
  const claimFields = newClaim(ctx);
  const moved = await applyTransition(tx, ctx, input.submissionId, "claim", {
    patch: {
      ...claimFields,
      printAccountId: input.printAccountId,
      sentAt: input.sentAt ?? now,
    },
  });
  if (!moved) return null;
  const attemptId = ctx.ids.uuid();
  await tx.attempt.create({
    data: {
      id: attemptId,
      submissionId: input.submissionId,
      number: number + 1,
      printAccountId: input.printAccountId,
      startedAt: now,
      payloadHash: moved.submission.payloadHash,
      lines: await sentLines(tx, input.submissionId),
    },
  });
  return {
    ...input,
    shopId: moved.submission.shopId,
    orderId: moved.submission.orderId,
    claimToken: claimFields.claimToken,
    attemptId,
    deadline: deadlineIn(ctx.policy.createTimeoutMs),
  };
}
