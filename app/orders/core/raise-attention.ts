import type { Attention, Prisma, ClearedBy } from "@prisma/client";
import { needsStaffAction, type AttentionCode } from "./attention.ts";
import type { OrdersContext } from "./context.ts";
import type { Tx } from "../../database/transaction.ts";
import { enqueueFlowEvent } from "./enqueue-flow-event.ts";
import { addHistory } from "./history.ts";

export interface NewAttention {
  shopId: string;
  orderId: string;
  submissionId?: string | null;
  code: AttentionCode;
  subject?: string;
  basis?: string;
  /** Field names, codes, ids. Never values. */
  detail?: Record<string, unknown>;
  deliveryId?: string | null;
}

/** Opens a reason for attention once: the same code and subject again only updates its detail. Needs the order's lock. */
export async function raiseAttention(
  tx: Tx,
  ctx: Pick<OrdersContext, "clock" | "ids">,
  input: NewAttention,
): Promise<Attention> {
  const key = {
    orderId: input.orderId,
    submissionId: input.submissionId ?? null,
    code: input.code,
    subject: input.subject ?? "",
    clearedAt: null,
  };
  const updates = {
    basis: input.basis ?? "",
    detail: (input.detail ?? {}) as Prisma.InputJsonObject,
    ...(input.deliveryId ? { deliveryId: input.deliveryId } : {}),
  };
  const open = await tx.attention.findFirst({ where: key });
  if (open) return tx.attention.update({ where: { id: open.id }, data: updates });
  await addHistory(tx, ctx, {
    shopId: input.shopId,
    orderId: input.orderId,
    submissionId: input.submissionId,
    code: "attention.opened",
    data: { code: input.code, subject: key.subject },
  });
  const opened = await tx.attention.create({
    data: { id: ctx.ids.uuid(), shopId: input.shopId, openedAt: ctx.clock.now(), ...key, ...updates },
  });
  if (needsStaffAction(input.code)) await enqueueFlowEvent(tx, ctx, opened, "order_attention");
  return opened;
}

export interface AttentionFilter {
  orderId: string;
  /** undefined: of the order and of every submission. */
  submissionId?: string | null;
  codes: readonly AttentionCode[];
  subject?: string;
}

/** Clears open attentions; returns how many. Needs the order's lock. */
export async function clearAttentions(
  tx: Tx,
  ctx: Pick<OrdersContext, "clock" | "ids">,
  filter: AttentionFilter,
  by: ClearedBy,
): Promise<number> {
  const open = await tx.attention.findMany({
    where: {
      orderId: filter.orderId,
      code: { in: [...filter.codes] },
      clearedAt: null,
      ...(filter.submissionId === undefined ? {} : { submissionId: filter.submissionId }),
      ...(filter.subject === undefined ? {} : { subject: filter.subject }),
    },
  });
  for (const row of open) {
    await tx.attention.update({ where: { id: row.id }, data: { clearedAt: ctx.clock.now(), clearedBy: by } });
    await addHistory(tx, ctx, {
      shopId: row.shopId,
      orderId: row.orderId,
      submissionId: row.submissionId,
      code: "attention.cleared",
      actor: by === "person" ? "person" : "system",
      data: { code: row.code, subject: row.subject },
    });
  }
  return open.length;
}
