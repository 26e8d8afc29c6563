import { Prisma, type Attention } from "../../../prisma/client/client.ts";
import { needsStaffAction, type AttentionCode, type Hold } from "./attention.ts";
import type { WriteContext } from "./context.ts";
import type { Tx } from "../../database/transaction.ts";
import { append } from "./append.ts";
import { flowEventRow } from "./enqueue-flow-event.ts";
import { addHistory, historyRow, type HistoryActor, type Staff } from "./history.ts";
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
export async function raiseAttention(tx: Tx, ctx: WriteContext, input: NewAttention): Promise<void> {
  const { orderId, submissionId = null, code, subject = "" } = input;
  const open = await tx.attention.findFirst({ where: { orderId, submissionId, code, subject, clearedAt: null } });
  if (open) return void (await tx.attention.update({ where: { id: open.id }, data: reasonColumns(input) }));
  const opened = openReason(ctx, input);
  await append(tx, "History", opened.history);
  await tx.attention.create({ data: opened.row });
  await append(tx, "FlowEvent", opened.flowEvents);
}

/** The columns that a reason gets when it is opened, and again when its cause is found once more. */
export function reasonColumns({ basis = "", detail = {}, deliveryId }: NewAttention) {
  return { basis, detail: detail as Prisma.JsonObject, ...(deliveryId ? { deliveryId } : {}) };
}

/** A reason that is opened now, with its line of history and its event for Flow. Writes nothing. */
export function openReason(ctx: WriteContext, input: NewAttention) {
  const { shopId, orderId, submissionId = null, code, subject = "", actor } = input;
  const ids = { shopId, orderId, submissionId };
  const row = {
    ...{ id: ctx.ids.uuid(), ...ids, code, subject, openedAt: ctx.clock.now() },
    ...{ clearedAt: null, clearedBy: null, deliveryId: null, ...reasonColumns(input) },
  };
  return {
    row,
    history: [historyRow(ctx, { ...ids, code: "attention.opened", actor, data: { code, subject } })],
    flowEvents: needsStaffAction(code) ? [flowEventRow(ctx, row, "order_attention")] : [],
  };
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
