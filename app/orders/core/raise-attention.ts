import type { Attention, Prisma } from "../../../prisma/client/client.ts";
import { needsStaffAction, type AttentionCode, type Hold } from "./attention.ts";
import type { WriteContext } from "./context.ts";
import type { Tx } from "../../database/sql.ts";
import { append } from "./append.ts";
import { flowEventRow } from "./enqueue-flow-event.ts";
import { historyRow, type HistoryActor } from "./history.ts";
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

/** Staff approved a hold before it was raised: it is not raised for the same basis. Needs the order's lock. */
export async function recordApproval(tx: Tx, ctx: WriteContext, approved: NewAttention & Hold): Promise<void> {
  const { shopId, orderId, submissionId = null, code, subject, basis, detail } = approved;
  const at = ctx.clock.now();
  const row = { id: ctx.ids.uuid(), shopId, orderId, submissionId, code, subject, basis, deliveryId: null };
  const cleared = { openedAt: at, clearedAt: at, clearedBy: "person" } as const;
  await append(tx, "Attention", [{ ...row, ...cleared, detail: detail as Prisma.InputJsonObject }]);
}

export interface AttentionFilter {
  /** undefined: of the order and of every submission. */
  submissionId?: SubmissionId | null;
  /** undefined: whatever is open. */
  codes?: readonly AttentionCode[];
  subject?: string;
}
