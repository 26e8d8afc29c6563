import type { Attention, Prisma } from "@prisma/client";
import type { AttentionCode } from "./attention.ts";
import type { OrdersContext, Tx } from "./context.ts";
import { keepFlowNews } from "./enqueue-flow-event.ts";
import { note } from "./history.ts";
import { waitsForPerson } from "./urgency.ts";

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

/** Opens a reason for attention, once: the same code and subject again only refreshes its detail. Needs the order's lock. */
export async function raise(
  tx: Tx,
  ctx: Pick<OrdersContext, "clock" | "ids">,
  wanted: NewAttention,
): Promise<Attention> {
  const key = {
    orderId: wanted.orderId,
    submissionId: wanted.submissionId ?? null,
    code: wanted.code,
    subject: wanted.subject ?? "",
    clearedAt: null,
  };
  const rest = {
    basis: wanted.basis ?? "",
    detail: (wanted.detail ?? {}) as Prisma.InputJsonObject,
    ...(wanted.deliveryId ? { deliveryId: wanted.deliveryId } : {}),
  };
  const open = await tx.attention.findFirst({ where: key });
  if (open) return tx.attention.update({ where: { id: open.id }, data: rest });
  await note(tx, ctx, {
    shopId: wanted.shopId,
    orderId: wanted.orderId,
    submissionId: wanted.submissionId,
    code: "attention.opened",
    data: { code: wanted.code, subject: key.subject },
  });
  const opened = await tx.attention.create({
    data: { id: ctx.ids.uuid(), shopId: wanted.shopId, openedAt: ctx.clock.now(), ...key, ...rest },
  });
  if (waitsForPerson(wanted.code)) await keepFlowNews(tx, ctx, opened, "order_attention");
  return opened;
}

export interface ClearWhat {
  orderId: string;
  /** undefined: of the order and of every submission. */
  submissionId?: string | null;
  codes: readonly AttentionCode[];
  subject?: string;
}

/** Clears open attentions; returns how many. Needs the order's lock. */
export async function clear(
  tx: Tx,
  ctx: Pick<OrdersContext, "clock" | "ids">,
  what: ClearWhat,
  by: "facts" | "person",
): Promise<number> {
  const open = await tx.attention.findMany({
    where: {
      orderId: what.orderId,
      code: { in: [...what.codes] },
      clearedAt: null,
      ...(what.submissionId === undefined ? {} : { submissionId: what.submissionId }),
      ...(what.subject === undefined ? {} : { subject: what.subject }),
    },
  });
  for (const row of open) {
    await tx.attention.update({ where: { id: row.id }, data: { clearedAt: ctx.clock.now(), clearedBy: by } });
    await note(tx, ctx, {
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
