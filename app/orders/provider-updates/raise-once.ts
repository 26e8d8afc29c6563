import type { Prisma, ReportedBy } from "../../../prisma/client/client.ts";
import type { AttentionCode } from "../core/attention.ts";
import type { WriteContext } from "../core/context.ts";
import { raiseReason, type OrderRows } from "../core/order-rows.ts";
import type { NewAttention } from "../core/raise-attention.ts";
import type { ShopId, OrderId, SubmissionId, WebhookDeliveryId } from "../../ports/ids.ts";

export interface ReportedProblem {
  shopId: ShopId;
  orderId: OrderId;
  submissionId: SubmissionId;
  code: AttentionCode;
  subject: string;
  basis: string;
  /** Merged into the detail of the open attention. */
  detail: (open: Prisma.JsonObject | null) => Prisma.InputJsonObject;
  deliveryId: WebhookDeliveryId | null;
  reportedBy: ReportedBy;
  /** A line's status has just changed to this. */
  changed: boolean;
}

/**
 * Raises what the service reports, except what was answered: events repeat, and the list shows the same status for
 * weeks. A list row opens an attention but does not change an open one, since only events have the service's message.
 * Returns whether it was raised.
 */
export function raiseOnce(rows: OrderRows, ctx: WriteContext, problem: ReportedProblem): boolean {
  const { detail, reportedBy, changed, ...attention } = problem;
  const { submissionId, code, subject } = attention;
  const same = rows.attentions.filter(
    (one) => one.submissionId === submissionId && one.code === code && one.subject === subject,
  );
  const open = same.find((one) => one.clearedAt === null);
  const answered = same.some(
    (one) => one.clearedAt !== null && (reportedBy !== "event" || one.basis === attention.basis),
  );
  if (open ? reportedBy !== "event" : answered && !changed) return false;
  raiseReason(rows, ctx, { ...attention, detail: detail(open ? (open.detail as Prisma.JsonObject) : null) });
  return true;
}

/** Raises a difference between what was sent and what the service shows. One that staff has answered is not raised again. */
export function raiseUnlessAnswered(
  rows: OrderRows,
  ctx: WriteContext,
  reason: Omit<NewAttention, "submissionId"> & { submissionId: SubmissionId; basis: string },
): void {
  const { submissionId, code, basis } = reason;
  const answered = rows.attentions.some(
    (one) =>
      one.submissionId === submissionId && one.code === code && one.basis === basis && one.clearedBy === "person",
  );
  if (!answered) raiseReason(rows, ctx, reason);
}
