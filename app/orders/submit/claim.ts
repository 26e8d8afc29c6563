import { deadlineIn, type Deadline } from "../../ports/deadline.ts";
import type { OrdersContext } from "../core/context.ts";
import type { PrintOrder } from "../../ports/order-model.ts";
import { moveSubmission, submissionIn, type OrderRows } from "../core/order-rows.ts";
import { newClaim } from "../core/reschedule.ts";
import type { SentLine } from "../core/sent-content.ts";
import { withFiles, type SentFile } from "../core/sent-files.ts";
import type { SubmissionId, PrintAccountId, ShopId, OrderId, AttemptId } from "../../ports/ids.ts";

interface ClaimInput {
  submissionId: SubmissionId;
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
export interface Claim extends ClaimInput {
  shopId: ShopId;
  orderId: OrderId;
  claimToken: string;
  attemptId: AttemptId;
  /** Ends well before the claim: a process that freezes while it holds the claim sends nothing when it wakes. */
  deadline: Deadline;
}

const NO_ANSWER = { endedAt: null, outcome: null, httpStatus: null, messageEncrypted: null } as const;

/** ready → submitting, with the attempt on record. null: another worker was first. Needs the order's lock. */
export function claim(rows: OrderRows, ctx: OrdersContext, input: ClaimInput): Claim | null {
  const { submissionId, lines, printAccountId, sentAt, attempts } = input;
  // Nothing is sent past an attempt that was not looked up.
  if (input.attemptsMade !== attempts) return null;
  const now = ctx.clock.now();
  const claimFields = newClaim(ctx);
  const columns = { ...claimFields, printAccountId, sentAt: sentAt ?? now, lastAttemptAt: now };
  if (!moveSubmission(rows, ctx, submissionId, "claim", columns)) return null;
  const { shopId, orderId, payloadHash } = submissionIn(rows, submissionId);
  const attemptId = ctx.ids.uuid();
  const attempt = { id: attemptId, submissionId, number: attempts + 1, printAccountId, payloadHash };
  rows.added.Attempt.push({ ...attempt, lines: withFiles(lines, input.files), startedAt: now, ...NO_ANSWER });
  const { claimToken } = claimFields;
  const deadline = deadlineIn(ctx.policy.createTimeoutMs);
  return { ...input, shopId, orderId, claimToken, attemptId, deadline };
}
