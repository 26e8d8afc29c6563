import { BULK_APPROVED, codesOffering, type AttentionCode } from "../core/attention.ts";
import { byApproval } from "../core/attention-registry.ts";
import { changeOrder } from "../core/change-orders.ts";
import type { OrdersContext } from "../core/context.ts";
import {
  areStillOpen,
  cancelUnsent,
  clearReasons,
  followNow,
  isAsSeen,
  moveSubmission,
  noteHistory,
  openReasons,
  raiseReason,
  readAgain,
  setColumns,
  submissionIn,
  type ActionResult,
  type LoadedSubmission,
  type OrderRows,
  type SeenReasons,
} from "../core/order-rows.ts";
import { dueNow } from "../core/reschedule.ts";
import { isReprint } from "../core/reprints.ts";
import { isSendingPaused } from "../core/sending-plan.ts";
import { requestWrite } from "../provider-writes/request-write.ts";
import { retryParcels } from "../fulfill/complete-parcel.ts";
import { idsOf, type Staff } from "../core/history.ts";
import { forgiveAttempts } from "../core/failed-work.ts";
import {
  UNSENT_STATES,
  UNSHIPPED_STATES,
  MUTABLE_STATES,
  SENT_STATES,
  SUBMISSION_STATES,
  type SubmissionState,
} from "../core/states.ts";
import type { ShopId, SubmissionId } from "../../ports/ids.ts";

export interface SubmissionRef extends Staff, SeenReasons {
  shopId: ShopId;
  submissionId: SubmissionId;
}

/** Staff has the order paid for at the print service. */
export const payAtProvider = (ctx: OrdersContext, ref: SubmissionRef): Promise<ActionResult> =>
  requestWrite(ctx, { ...ref, by: { userId: ref.userId }, kind: "pay" });

/** Staff has the order canceled at the print service, since nothing of it is wanted any more. */
export const cancelAtProvider = (ctx: OrdersContext, ref: SubmissionRef): Promise<ActionResult> =>
  requestWrite(ctx, { ...ref, by: { userId: ref.userId }, kind: "cancel" });

/**
 * Staff wants it sent: each clears the holds that wait for this approval. The others stay. Where one of them is not as staff has
 * seen it, such as another text to print, nothing is approved.
 */
export const approvals = byApproval((approval) => approving(codesOffering(approval)));

/** The approval of one of several orders: what has to be looked at order by order stays. */
export const approveInBulk = approving(BULK_APPROVED);

function approving(codes: readonly AttentionCode[]) {
  return (ctx: OrdersContext, ref: SubmissionRef): Promise<ActionResult> =>
    runAction(ctx, ref, UNSENT_STATES, (rows, { id }) => {
      if (!isAsSeen(rows, id, codes, ref)) return "changed";
      if (clearReasons(rows, ctx, { submissionId: id, codes }, ref) === 0) return "unchanged";
      resume(rows, ctx, id, ref);
      return "done";
    });
}

/** Staff stops a submission that is not sent yet. */
export async function hold(ctx: OrdersContext, ref: SubmissionRef): Promise<ActionResult> {
  return runAction(ctx, ref, UNSENT_STATES, (rows, row) => {
    const code = "held_by_staff";
    if (row.state === "waiting" && openReasons(rows, row.id, [code]).length > 0) return "unchanged";
    raiseReason(rows, ctx, { ...idsOf(row), code, actor: ref });
    moveSubmission(rows, ctx, row.id, "wait", { dueAt: null, sendingTime: null }, { actor: ref });
    return "done";
  });
}

/**
 * Sends now: without waiting for edit window and sending time, and again after a rejection. Holds and a pause stay in force: the claim
 * obeys a pause that begins meanwhile.
 */
export async function sendNow(ctx: OrdersContext, ref: SubmissionRef): Promise<ActionResult> {
  if (await isPaused(ctx, ref.shopId)) return "invalid_state";
  return runAction(ctx, ref, MUTABLE_STATES, (rows, row) => {
    noteHistory(rows, ctx, { ...idsOf(row), code: "submission.send_now", actor: ref });
    clearReasons(rows, ctx, { submissionId: row.id, codes: codesOffering("send_now") }, ref);
    setColumns(rows.submissions, row.id, { windowWaived: true });
    forgiveAttempts(rows, row.id);
    resume(rows, ctx, row.id, ref);
    return "done";
  });
}

/** Whether staff has paused the sending of the shop's orders. */
export async function isPaused({ db, clock }: Pick<OrdersContext, "db" | "clock">, id: ShopId): Promise<boolean> {
  const select = { sendingPausedAt: true, sendingPausedUntil: true };
  return isSendingPaused(clock.now(), await db.shop.findUniqueOrThrow({ where: { id }, select }));
}

/**
 * Staff states that a submission at the service will not be printed: it no longer counts, and its items are sent again
 * as a `replacement`, with what Shopify has now. Any update of the replaced one raises an alarm from here on. A reprint is not
 * replaced: staff asks for another one. Nothing is sent for a reason that no longer stands, such as that the service did not show it.
 */
export async function replaceSubmission(ctx: OrdersContext, ref: SubmissionRef): Promise<ActionResult> {
  const replace = (rows: OrderRows, row: LoadedSubmission): ActionResult => {
    if (row.replacedAt) return "unchanged";
    if (ref.seen && !areStillOpen(rows, row.id, ref.seen)) return "invalid_state";
    setColumns(rows.submissions, row.id, { replacedAt: ctx.clock.now() });
    followNow(rows, ctx, row.id);
    noteHistory(rows, ctx, { ...idsOf(row), code: "submission.replaced", actor: ref });
    clearReasons(rows, ctx, { submissionId: row.id, codes: codesOffering("replace") }, ref);
    readAgain(rows, ctx);
    return "done";
  };
  return runAction(ctx, ref, UNSHIPPED_STATES, replace, (row) => !isReprint(row));
}

/** Staff no longer wants a reprint that is not sent yet. */
export async function withdrawReprint(ctx: OrdersContext, ref: SubmissionRef): Promise<ActionResult> {
  const withdraw = (rows: OrderRows, { id }: LoadedSubmission): ActionResult => {
    cancelUnsent(rows, ctx, id, "withdrawn", ref);
    return "done";
  };
  return runAction(ctx, ref, MUTABLE_STATES, withdraw, isReprint);
}

/** Staff has resolved a submission's problems elsewhere (asked the print service, added the tracking by hand). */
export async function acknowledge(ctx: OrdersContext, ref: SubmissionRef): Promise<ActionResult> {
  return runAction(ctx, ref, SUBMISSION_STATES, (rows, { id, state }) => {
    const codes = codesOffering("acknowledge");
    if (!isAsSeen(rows, id, codes, ref)) return "changed";
    if (clearReasons(rows, ctx, { submissionId: id, codes }, ref) === 0) return "unchanged";
    if (SENT_STATES.includes(state)) followNow(rows, ctx, id);
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
  work: (rows: OrderRows, row: LoadedSubmission) => ActionResult,
  applies: (row: LoadedSubmission) => boolean = () => true,
): Promise<ActionResult> {
  const found = await ctx.db.submission.findFirst({
    where: { id: ref.submissionId, shopId: ref.shopId },
    select: { orderId: true },
  });
  if (!found) return "not_found";
  const result = await changeOrder(ctx, found.orderId, (rows): ActionResult => {
    const row = submissionIn(rows, ref.submissionId);
    if (!states.includes(row.state) || !applies(row)) return "invalid_state";
    return work(rows, row);
  });
  if (result === "done") {
    ctx.wake.order(found.orderId);
    ctx.wake.submission(ref.submissionId);
  }
  return result;
}

/** Waiting and due: the next step reads the order again and finds remaining holds. */
function resume(rows: OrderRows, ctx: OrdersContext, id: SubmissionId, staff: Staff): void {
  moveSubmission(rows, ctx, id, "wait", dueNow(ctx), { actor: staff });
}
