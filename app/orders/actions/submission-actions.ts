import type { Submission } from "../../../prisma/client/client.ts";
import { BULK_APPROVED, codesOffering, type AttentionCode } from "../core/attention.ts";
import { byApproval } from "../core/attention-registry.ts";
import { areStillOpen, clearAttentions, raiseAttention, reasonVersion } from "../core/raise-attention.ts";
import type { OrdersContext } from "../core/context.ts";
import type { Tx } from "../../database/transaction.ts";
import { dueNow, rescheduleNow } from "../core/reschedule.ts";
import { cancelUnsent } from "../core/cancel-unsent.ts";
import { isReprint } from "../core/reprints.ts";
import { retryParcels } from "../fulfill/retry-parcel.ts";
import { addHistory, idsOf, type Staff } from "../core/history.ts";
import { withOrderLock } from "../core/lock.ts";
import { applyTransition } from "../core/apply-transition.ts";
import { forgiveAttempts } from "../core/failed-attempts.ts";
import {
  UNSENT_STATES,
  UNSHIPPED_STATES,
  MUTABLE_STATES,
  SENT_STATES,
  SUBMISSION_STATES,
  type SubmissionState,
} from "../core/states.ts";
import type { ShopId, SubmissionId, OrderId } from "../../ports/ids.ts";

/** `unchanged`: it is already as the action would have it, and nothing was written. */
export type ActionResult = "done" | "unchanged" | "not_found" | "invalid_state";

export interface SubmissionRef extends Staff {
  shopId: ShopId;
  submissionId: SubmissionId;
  /** The open reasons that the action resolves, as the page showed them (`reasonVersion`); undefined: whatever is open. */
  seen?: readonly string[];
}

/**
 * Staff wants it sent: each clears the holds that wait for this approval. The others stay. Where one of them is not as staff has
 * seen it, such as another text to print, nothing is approved.
 */
export const approvals = byApproval((approval) => approving(codesOffering(approval)));

/** The approval of one of several orders: what has to be looked at order by order stays. */
export const approveInBulk = approving(BULK_APPROVED);

function approving(codes: readonly AttentionCode[]) {
  return (ctx: OrdersContext, ref: SubmissionRef): Promise<ActionResult> =>
    runAction(ctx, ref, UNSENT_STATES, async (tx, row) => {
      if (ref.seen && !(await isAsSeen(tx, row.id, codes, ref.seen))) return "invalid_state";
      const cleared = await clearAttentions(tx, ctx, { orderId: row.orderId, submissionId: row.id, codes }, ref);
      if (cleared === 0) return "unchanged";
      await resume(tx, ctx, row, ref);
      return "done";
    });
}

async function isAsSeen(
  tx: Tx,
  submissionId: SubmissionId,
  codes: readonly AttentionCode[],
  seen: readonly string[],
): Promise<boolean> {
  const open = await tx.attention.findMany({ where: { submissionId, code: { in: [...codes] }, clearedAt: null } });
  return open.every((reason) => seen.includes(reasonVersion(reason)));
}

/** Staff stops a submission that is not sent yet. */
export async function hold(ctx: OrdersContext, ref: SubmissionRef): Promise<ActionResult> {
  return runAction(ctx, ref, UNSENT_STATES, async (tx, row) => {
    if (row.state === "waiting" && (await isHeldByStaff(tx, row.id))) return "unchanged";
    await raiseAttention(tx, ctx, { ...idsOf(row), code: "held_by_staff", actor: ref });
    await applyTransition(tx, ctx, row.id, "wait", { actor: ref, patch: { dueAt: null } });
    return "done";
  });
}

const isHeldByStaff = async (tx: Tx, submissionId: SubmissionId): Promise<boolean> =>
  (await tx.attention.count({ where: { submissionId, code: "held_by_staff", clearedAt: null } })) > 0;

/** Sends now: without waiting for the edit window, and again after a rejection. Holds stay in force. */
export async function sendNow(ctx: OrdersContext, ref: SubmissionRef): Promise<ActionResult> {
  return runAction(ctx, ref, MUTABLE_STATES, async (tx, row) => {
    await addHistory(tx, ctx, { ...idsOf(row), code: "submission.send_now", actor: ref });
    const codes = codesOffering("send_now");
    await clearAttentions(tx, ctx, { orderId: row.orderId, submissionId: row.id, codes }, ref);
    await tx.submission.update({ where: { id: row.id }, data: { windowWaived: true } });
    await forgiveAttempts(tx, row.id);
    await resume(tx, ctx, row, ref);
    return "done";
  });
}

/**
 * Staff states that a submission at the service will not be printed: it no longer counts, and its items are sent again
 * as a `replacement`, with what Shopify has now. Any update of the replaced one raises an alarm from here on. A reprint is not
 * replaced: staff asks for another one. Nothing is sent for a reason that no longer stands, such as that the service did not show it.
 */
export async function replaceSubmission(ctx: OrdersContext, ref: SubmissionRef): Promise<ActionResult> {
  const replace = async (tx: Tx, row: Submission): Promise<ActionResult> => {
    if (row.replacedAt) return "unchanged";
    if (ref.seen && !(await areStillOpen(tx, row.id, ref.seen))) return "invalid_state";
    await tx.submission.update({
      where: { id: row.id },
      data: { replacedAt: ctx.clock.now(), dueAt: ctx.clock.now(), version: { increment: 1 } },
    });
    await addHistory(tx, ctx, { ...idsOf(row), code: "submission.replaced", actor: ref });
    const codes = codesOffering("replace");
    await clearAttentions(tx, ctx, { orderId: row.orderId, submissionId: row.id, codes }, ref);
    await rescheduleOrder(tx, ctx, row.orderId);
    return "done";
  };
  return runAction(ctx, ref, UNSHIPPED_STATES, replace, (row) => !isReprint(row));
}

/** Staff no longer wants a reprint that is not sent yet. */
export async function withdrawReprint(ctx: OrdersContext, ref: SubmissionRef): Promise<ActionResult> {
  const withdraw = async (tx: Tx, row: Submission): Promise<ActionResult> => {
    await cancelUnsent(tx, ctx, row, "withdrawn", ref);
    return "done";
  };
  return runAction(ctx, ref, MUTABLE_STATES, withdraw, isReprint);
}

/** Staff has resolved a submission's problems elsewhere (asked the print service, added the tracking by hand). */
export async function acknowledge(ctx: OrdersContext, ref: SubmissionRef): Promise<ActionResult> {
  return runAction(ctx, ref, SUBMISSION_STATES, async (tx, row) => {
    const codes = codesOffering("acknowledge");
    const cleared = await clearAttentions(tx, ctx, { orderId: row.orderId, submissionId: row.id, codes }, ref);
    if (cleared === 0) return "unchanged";
    if (SENT_STATES.includes(row.state)) await rescheduleNow(tx, ctx, row.id);
    return "done";
  });
}

/** Staff has removed the obstacle in Shopify. */
export const retryFulfillment = async (ctx: OrdersContext, ref: SubmissionRef): Promise<ActionResult> =>
  (await retryParcels(ctx, ref)) > 0 ? "done" : "invalid_state";

async function runAction(
  ctx: OrdersContext,
  ref: SubmissionRef,
  states: readonly SubmissionState[],
  work: (tx: Tx, row: Submission) => Promise<ActionResult>,
  applies: (row: Submission) => boolean = () => true,
): Promise<ActionResult> {
  const found = await ctx.db.submission.findFirst({
    where: { id: ref.submissionId, shopId: ref.shopId },
    select: { orderId: true },
  });
  if (!found) return "not_found";
  const result = await withOrderLock(ctx, found.orderId, async (tx): Promise<ActionResult> => {
    const row = await tx.submission.findUniqueOrThrow({ where: { id: ref.submissionId } });
    if (!states.includes(row.state) || !applies(row)) return "invalid_state";
    return work(tx, row);
  });
  if (result === "done") {
    ctx.wake.order(found.orderId);
    ctx.wake.submission(ref.submissionId);
  }
  return result;
}

/** Waiting and due: the next step reads the order again and finds remaining holds. */
async function resume(tx: Tx, ctx: OrdersContext, row: Submission, staff: Staff): Promise<void> {
  await applyTransition(tx, ctx, row.id, "wait", { actor: staff, patch: dueNow(ctx) });
}

async function rescheduleOrder(tx: Tx, ctx: OrdersContext, orderId: OrderId): Promise<void> {
  await tx.order.update({ where: { id: orderId }, data: { dueAt: ctx.clock.now() } });
}
