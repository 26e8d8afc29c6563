import { deadlineIn, type Deadline } from "../../ports/deadline.ts";
import { append } from "../core/append.ts";
import type { OrdersContext } from "../core/context.ts";
import type { Tx } from "../../database/transaction.ts";
import type { PrintOrder } from "../../ports/order-model.ts";
import { applyTransition, type TransitionRow } from "../core/apply-transition.ts";
import { newClaim } from "../core/reschedule.ts";
import type { SentLine } from "../core/sent-content.ts";
import { withFiles, type SentFile } from "../core/sent-files.ts";
import type { SubmissionId, PrintAccountId, ShopId, OrderId, AttemptId } from "../../ports/ids.ts";

interface ClaimInput {
  submissionId: SubmissionId;
  /** The row as it is since its last change, under the order's lock. */
  row: TransitionRow;
  lines: SentLine[];
  /** What was at the artwork links when they were checked. */
  files: SentFile[];
  payload: PrintOrder;
  printAccountId: PrintAccountId;
  /** Of an earlier attempt. */
  sentAt: Date | null;
  /** How many attempts there were when the service was asked about them. */
  attempts: number;
  /** How many there are, under the order's lock. */
  attemptsMade: number;
}

/** The right to send one submission once. A claim exists only when the transaction that made it has committed. */
export interface Claim extends Omit<ClaimInput, "row"> {
  shopId: ShopId;
  orderId: OrderId;
  claimToken: string;
  attemptId: AttemptId;
  /** Ends well before the claim: a process that freezes while it holds the claim sends nothing when it wakes. */
  deadline: Deadline;
}

const NO_ANSWER = { endedAt: null, outcome: null, httpStatus: null, messageEncrypted: null } as const;

/** ready → submitting, with the attempt on record. not_ready: another worker was first. Needs the order's lock. */
export async function claim(
  tx: Tx,
  ctx: OrdersContext,
  input: ClaimInput,
): Promise<{ outcome: "claimed"; claim: Claim } | { outcome: "not_ready" }> {
  const { submissionId, row, lines, printAccountId, sentAt, attempts } = input;
  // Nothing is sent past an attempt that was not looked up.
  if (input.attemptsMade !== attempts) return { outcome: "not_ready" };
  const now = ctx.clock.now();
  const claimFields = newClaim(ctx);
  const patch = { ...claimFields, printAccountId, sentAt: sentAt ?? now, lastAttemptAt: now };
  const moved = await applyTransition(tx, ctx, row, "claim", { patch });
  if (!moved) return { outcome: "not_ready" };
  const { shopId, orderId, payloadHash } = moved.submission;
  const attemptId = ctx.ids.uuid();
  const attempt = { id: attemptId, submissionId, number: attempts + 1, printAccountId, payloadHash };
  await append(tx, "Attempt", [{ ...attempt, lines: withFiles(lines, input.files), startedAt: now, ...NO_ANSWER }]);
  const { claimToken } = claimFields;
  const deadline = deadlineIn(ctx.policy.createTimeoutMs);
  return { outcome: "claimed", claim: { ...input, shopId, orderId, claimToken, attemptId, deadline } };
}
