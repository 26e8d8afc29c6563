import type { Prisma, ReportedBy } from "../../../prisma/client/client.ts";
import type { AttentionCode } from "../core/attention.ts";
import { raiseAttention, type NewAttention } from "../core/raise-attention.ts";
import type { OrdersContext } from "../core/context.ts";
import type { Tx } from "../../database/transaction.ts";
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
 * Needs the order's lock. Returns whether it was raised.
 */
export async function raiseOnce(tx: Tx, ctx: OrdersContext, problem: ReportedProblem): Promise<boolean> {
  const { detail, reportedBy, changed, ...attention } = problem;
  const { orderId, submissionId, code, subject } = attention;
  const rows = await tx.attention.findMany({ where: { orderId, submissionId, code, subject } });
  const open = rows.find((row) => row.clearedAt === null);
  const answered = rows.some(
    (row) => row.clearedAt !== null && (reportedBy !== "event" || row.basis === attention.basis),
  );
  if (open ? reportedBy !== "event" : answered && !changed) return false;
  await raiseAttention(tx, ctx, { ...attention, detail: detail(open ? (open.detail as Prisma.JsonObject) : null) });
  return true;
}

/** Raises a difference between what was sent and what the service shows. One that staff has answered is not raised again. */
export async function raiseUnlessAnswered(
  tx: Tx,
  ctx: OrdersContext,
  reason: Omit<NewAttention, "submissionId"> & { submissionId: SubmissionId; basis: string },
): Promise<void> {
  const { submissionId, code, basis } = reason;
  const answered = await tx.attention.findFirst({ where: { submissionId, code, basis, clearedBy: "person" } });
  if (!answered) await raiseAttention(tx, ctx, reason);
}
