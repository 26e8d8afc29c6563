import { Prisma, type Attention } from "@prisma/client";
import { needsStaffAction, type AttentionCode, type Hold } from "./attention.ts";
import type { WriteContext } from "./context.ts";
import type { Tx } from "../../database/transaction.ts";
import { enqueueFlowEvent } from "./enqueue-flow-event.ts";
import { addHistory, type HistoryActor, type Staff } from "./history.ts";
import type { ShopId, OrderId, SubmissionId, WebhookDeliveryId } from "../../ports/ids.ts";

export interface NewAttention {
  shopId: ShopId;
  orderId: OrderId;
  submissionId?: SubmissionId | null;
  code: AttentionCode;
  subject?: string;
  basis?: string;
  /** Field names, codes, ids. Never values. */
  detail?: Record<string, unknown>;
  deliveryId?: WebhookDeliveryId | null;
  /** Who opens it. */
  actor?: HistoryActor;
}

/** Opens a reason for attention once: the same code and subject again only updates its detail. Needs the order's lock. */
export async function raiseAttention(tx: Tx, ctx: WriteContext, input: NewAttention): Promise<Attention> {
  const {
    shopId,
    orderId,
    submissionId = null,
    code,
    subject = "",
    basis = "",
    detail = {},
    deliveryId,
    actor,
  } = input;
  const key = { orderId, submissionId, code, subject, clearedAt: null };
  const updates = { basis, detail: detail as Prisma.InputJsonObject, ...(deliveryId ? { deliveryId } : {}) };
  const open = await tx.attention.findFirst({ where: key });
  if (open) return tx.attention.update({ where: { id: open.id }, data: updates });
  await addHistory(tx, ctx, {
    shopId,
    orderId,
    submissionId,
    code: "attention.opened",
    actor,
    data: { code, subject },
  });
  const opened = await tx.attention.create({
    data: { id: ctx.ids.uuid(), shopId, openedAt: ctx.clock.now(), ...key, ...updates },
  });
  if (needsStaffAction(code)) await enqueueFlowEvent(tx, ctx, opened, "order_attention");
  return opened;
}

/** Another one once there is something else to decide on: what staff approves is what staff has seen. */
export const reasonVersion = ({ id, basis }: Pick<Attention, "id" | "basis">): string => `${id} ${basis}`;

/** Whether reasons that staff has seen (`reasonVersion`) still stand. Needs the order's lock. */
export async function areStillOpen(tx: Tx, submissionId: SubmissionId, seen: readonly string[]): Promise<boolean> {
  const open = await tx.attention.findMany({ where: { submissionId, clearedAt: null } });
  const versions = open.map(reasonVersion);
  return seen.every((version) => versions.includes(version));
}

/** Staff approved a hold before it was raised: it is not raised for the same basis. Needs the order's lock. */
export async function recordApproval(tx: Tx, ctx: WriteContext, approved: NewAttention & Hold): Promise<void> {
  const { shopId, orderId, submissionId = null, code, subject, basis, detail } = approved;
  const at = ctx.clock.now();
  await tx.attention.create({
    data: {
      id: ctx.ids.uuid(),
      ...{ shopId, orderId, submissionId, code, subject, basis },
      detail: detail as Prisma.InputJsonObject,
      openedAt: at,
      clearedAt: at,
      clearedBy: "person",
    },
  });
}

export interface AttentionFilter {
  orderId: OrderId;
  /** undefined: of the order and of every submission. */
  submissionId?: SubmissionId | null;
  codes: readonly AttentionCode[];
  subject?: string;
}

type ClearedAttention = Pick<Attention, "shopId" | "orderId" | "submissionId" | "code" | "subject">;

/** Clears open attentions; returns how many. Needs the order's lock. */
export async function clearAttentions(
  tx: Tx,
  ctx: WriteContext,
  { orderId, submissionId, codes, subject }: AttentionFilter,
  cause: "facts" | Staff,
): Promise<number> {
  const actor = cause === "facts" ? "system" : cause;
  const clearedBy = cause === "facts" ? "facts" : "person";
  const ofSubmission =
    submissionId === undefined
      ? Prisma.empty
      : Prisma.sql`AND "submissionId" IS NOT DISTINCT FROM ${submissionId}::uuid`;
  const ofSubject = subject === undefined ? Prisma.empty : Prisma.sql`AND "subject" = ${subject}`;
  const cleared = await tx.$queryRaw<ClearedAttention[]>`
    UPDATE "Attention" SET "clearedAt" = ${ctx.clock.now()}, "clearedBy" = ${clearedBy}::"ClearedBy"
    WHERE "orderId" = ${orderId}::uuid AND "code" = ANY(${[...codes]}::text[]) AND "clearedAt" IS NULL ${ofSubmission} ${ofSubject}
    RETURNING "shopId", "orderId", "submissionId", "code", "subject"`;
  for (const { code, subject: of, ...ids } of cleared)
    await addHistory(tx, ctx, { ...ids, code: "attention.cleared", actor, data: { code, subject: of } });
  return cleared.length;
}
