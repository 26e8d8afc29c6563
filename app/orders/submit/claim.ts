import { deadlineIn, type Deadline } from "../../ports/deadline.ts";
import type { OrdersContext } from "../core/context.ts";
import type { Tx } from "../../database/transaction.ts";
import type { PrintOrder } from "../../ports/order-model.ts";
import { applyTransition } from "../core/apply-transition.ts";
import { newClaim } from "../core/reschedule.ts";
import { sentLines } from "../core/sent-content.ts";
import type { SubmissionId, PrintAccountId, ShopId, OrderId, AttemptId } from "../../ports/ids.ts";

interface ClaimInput {
  submissionId: SubmissionId;
  payload: PrintOrder;
  printAccountId: PrintAccountId;
  /** Of an earlier attempt. */
  sentAt: Date | null;
  /** How many there were when the service was asked about them. Nothing is sent past an attempt that was not looked up. */
  attempts: number;
}

/** The right to send one submission once. A claim exists only when the transaction that made it has committed. */
export interface Claim extends ClaimInput {
  shopId: ShopId;
  orderId: OrderId;
  claimToken: string;
  attemptId: AttemptId;
  /** Ends well before the claim: a process that freezes while it holds the claim sends nothing when it wakes. */
  deadline: Deadline;
}

/** ready → submitting, with the attempt on record. not_ready: another worker was first. Needs the order's lock. */
export async function claim(
  tx: Tx,
  ctx: OrdersContext,
  input: ClaimInput,
): Promise<{ outcome: "claimed"; claim: Claim } | { outcome: "not_ready" }> {
  const { submissionId, printAccountId, sentAt, attempts } = input;
  if ((await tx.attempt.count({ where: { submissionId } })) !== attempts) return { outcome: "not_ready" };
  const now = ctx.clock.now();
  const claimFields = newClaim(ctx);
  const patch = { ...claimFields, printAccountId, sentAt: sentAt ?? now };
  const moved = await applyTransition(tx, ctx, submissionId, "claim", { patch });
  if (!moved) return { outcome: "not_ready" };
  const { shopId, orderId, payloadHash } = moved.submission;
  const attemptId = ctx.ids.uuid();
  const lines = await sentLines(tx, submissionId);
  const attempt = { id: attemptId, submissionId, number: attempts + 1, printAccountId, payloadHash, lines };
  await tx.attempt.create({ data: { ...attempt, startedAt: now } });
  const { claimToken } = claimFields;
  const deadline = deadlineIn(ctx.policy.createTimeoutMs);
  return { outcome: "claimed", claim: { ...input, shopId, orderId, claimToken, attemptId, deadline } };
}
