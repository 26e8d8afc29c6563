import { Prisma, type Attempt, type Submission } from "../../../../prisma/client/client.ts";
import { UNCERTAINTIES } from "../../core/attention.ts";
import { changeOrder, changeOrderIn } from "../../core/change-orders.ts";
import { ATTEMPT_MESSAGE, decryptPayload } from "../../core/provider-order.ts";
import type { OrdersContext, WriteContext } from "../../core/context.ts";
import { readRows } from "../../../database/rows.ts";
import type { Tx } from "../../../database/sql.ts";
import { idsOf, type Staff } from "../../core/history.ts";
import {
  areStillOpen,
  cancelUnsent,
  clearReasons,
  moveSubmission,
  noteHistory,
  raiseReason,
  readAgain,
  setColumns,
  submissionIn,
  type OrderRows,
} from "../../core/order-rows.ts";
import { dueNow, NOT_DUE } from "../../core/reschedule.ts";
import type { AbsenceProof } from "./absence-proof.ts";
import { failedAttempts, forgiveAttempts } from "../../core/failed-work.ts";
import type { ShopId, SubmissionId } from "../../../ports/ids.ts";
import { alarmUnwanted } from "../../provider-updates/mark-seen.ts";
import { raiseRejected, readRejections, recordRejectedSkus } from "./rejection.ts";

type AbsentSubmission = Submission & { order: { cancelledAt: Date | null } };

/** Nothing of it is sent again, even once it is proven absent. */
export const isUnwanted = ({ order, unproven }: Pick<AbsentSubmission, "order" | "unproven">): boolean =>
  order.cancelledAt !== null || unproven === "unwanted";

/**
 * Sends a submission again that is proven absent. After a rejection or too many attempts staff decides instead, and sees the
 * service's message. Needs the order's lock. Returns whether the submission may be sent now.
 */
export async function concludeAbsent(
  tx: Tx,
  ctx: OrdersContext,
  row: AbsentSubmission,
  proof: AbsenceProof,
): Promise<boolean> {
  const ofSubmission = Prisma.sql`WHERE "submissionId" = ${row.id}::uuid`;
  const [last] = await readRows(tx, "Attempt", Prisma.sql`${ofSubmission} ORDER BY "number" DESC LIMIT 1`);
  if (!isUnwanted(row) && last?.outcome === "rejected") {
    await giveUpRejected(tx, ctx, row, { last, isProven: true });
    return false;
  }
  return changeOrderIn(tx, row.orderId, (rows) => {
    const attempts = failedAttempts(rows, row).length;
    if (isUnwanted(row) || attempts < ctx.policy.maxAttempts) return resend(rows, ctx, row, proof);
    giveUp(rows, ctx, row, true);
    raiseReason(rows, ctx, { ...idsOf(row), code: "attempts_exhausted", detail: { attempts } });
    return false;
  });
}

/**
 * Sends an uncertain submission again, under its reference, on an account whose create can be repeated: where the service has the order
 * after all, it refuses that, and the detail has to show it (Attempt.alreadyThere). A refusal for another reason stands, once the detail
 * denies the order; sent with other content later, it would be found in the same way. Needs the order's lock. Returns whether it may be
 * sent now.
 */
export async function repeatCreate(tx: Tx, ctx: OrdersContext, row: AbsentSubmission): Promise<boolean> {
  const ofSubmission = Prisma.sql`WHERE "submissionId" = ${row.id}::uuid`;
  const [last] = await readRows(tx, "Attempt", Prisma.sql`${ofSubmission} ORDER BY "number" DESC LIMIT 1`);
  if (last?.outcome === "rejected") {
    await giveUpRejected(tx, ctx, row, { last, isProven: false });
    return false;
  }
  return changeOrderIn(tx, row.orderId, (rows) => {
    clearReasons(rows, ctx, { submissionId: row.id, codes: UNCERTAINTIES }, "facts");
    return moveSubmission(rows, ctx, row.id, "repeat", { ...dueNow(ctx), unproven: "repeated" });
  });
}

/** The service's last word was a rejection, and it does not have the order; `isProven`, or by the detail alone. */
async function giveUpRejected(
  tx: Tx,
  ctx: OrdersContext,
  row: AbsentSubmission,
  { last, isProven }: { last: Attempt; isProven: boolean },
): Promise<void> {
  const detail = { attemptId: last.id, httpStatus: last.httpStatus };
  const ofSubmission = Prisma.sql`WHERE "submissionId" = ${row.id}::uuid`;
  const lines = await readRows(tx, "SubmissionLine", ofSubmission);
  const [rejection] = await readRejections(tx, [{ message: ATTEMPT_MESSAGE.decrypt(ctx, last), lines }]);
  await changeOrderIn(tx, row.orderId, (rows) => {
    giveUp(rows, ctx, row, isProven);
    raiseRejected(rows, ctx, row.id, detail, rejection);
  });
  await recordRejectedSkus(tx, ctx, row.printAccountId, decryptPayload(ctx, row), rejection);
}

/** uncertain → ready, by proof or by a decision of staff; nothing canceled is ever sent again. */
export function resend(rows: OrderRows, ctx: WriteContext, { id }: Submitted, basis: AbsenceProof | Staff): boolean {
  const actor = "userId" in basis ? basis : "system";
  noteProvenAbsent(rows, ctx, id, actor);
  if (isUnwanted({ order: rows.order, unproven: submissionIn(rows, id).unproven })) {
    setColumns(rows.submissions, id, { unproven: null });
    // What came back into the order meanwhile counted as sent.
    if (!rows.order.cancelledAt) readAgain(rows, ctx);
    cancelUnsent(rows, ctx, id, rows.order.cancelledAt ? "order_cancelled" : "nothing_left");
    return false;
  }
  if (actor !== "system") forgiveAttempts(rows, id);
  // A person wants it sent now.
  const columns = { ...dueNow(ctx), unproven: null, ...(actor === "system" ? {} : { windowWaived: true }) };
  return moveSubmission(rows, ctx, id, "absent", columns, { actor });
}

type Submitted = Pick<Submission, "id">;

/** uncertain → rejected: the service does not have the order and does not accept it. */
function giveUp(rows: OrderRows, ctx: WriteContext, { id }: Submitted, isProven: boolean): void {
  if (isProven) noteProvenAbsent(rows, ctx, id, "system");
  else clearReasons(rows, ctx, { submissionId: id, codes: UNCERTAINTIES }, "facts");
  moveSubmission(rows, ctx, id, "rejected", { ...NOT_DUE, unproven: isProven ? null : "repeated" });
  readAgain(rows, ctx);
}

function noteProvenAbsent(rows: OrderRows, ctx: WriteContext, id: SubmissionId, actor: "system" | Staff): void {
  noteHistory(rows, ctx, { ...idsOf(submissionIn(rows, id)), code: "submission.absence_confirmed", actor });
  clearReasons(rows, ctx, { submissionId: id, codes: UNCERTAINTIES }, actor === "system" ? "facts" : actor);
}

/** outdated: staff has looked for an earlier attempt. */
type DecisionOutcome = "done" | "not_uncertain" | "not_found" | "outdated";

/**
 * Staff has checked the print service's own list and decides whether the service received an uncertain submission. `seen`: the
 * open reasons as the page showed them.
 */
export async function decideUncertain(
  ctx: OrdersContext,
  input: Staff & { shopId: ShopId; submissionId: SubmissionId; received: boolean; seen?: readonly string[] },
): Promise<DecisionOutcome> {
  const { shopId, submissionId, received, userId } = input;
  const found = await ctx.db.submission.findFirst({ where: { id: submissionId, shopId }, select: { orderId: true } });
  if (!found) return "not_found";
  const outcome = await changeOrder(ctx, found.orderId, (rows): DecisionOutcome => {
    const row = submissionIn(rows, submissionId);
    if (row.state !== "uncertain") return "not_uncertain";
    if (!received) {
      if (input.seen && !areStillOpen(rows, submissionId, input.seen)) return "outdated";
      resend(rows, ctx, row, { userId });
      return "done";
    }
    const columns = { submittedAt: ctx.clock.now(), ...dueNow(ctx) };
    moveSubmission(rows, ctx, submissionId, "seen_at_provider", columns, { actor: { userId } });
    clearReasons(rows, ctx, { submissionId, codes: UNCERTAINTIES }, { userId });
    alarmUnwanted(rows, ctx, row, { event: "seen_at_provider", hasUpdate: false });
    return "done";
  });
  if (outcome === "done") ctx.wake.submission(submissionId);
  return outcome;
}
