import type { Prisma } from "@prisma/client";
import { ATTENTION, type AttentionCode, type AttentionPhase } from "../../core/attention.ts";
import type { OrdersContext } from "../../core/context.ts";
import { inRepeatableRead } from "../../../database/repeatable-read.ts";

export interface AttentionView {
  code: string;
  phase: AttentionPhase;
  message: string;
  fix: string;
  /** Which line, parcel or SKU; "" for the whole. */
  subject: string;
  /** UTC, ISO 8601. */
  since: string;
}

export interface OrderApiView {
  id: string;
  shopifyGid: string;
  name: string;
  /** Why the whole order is left alone, or null. */
  ignoredReason: string | null;
  cancelled: boolean;
  lines: { gid: string; title: string; quantity: number; remaining: number; eligibility: string; reason: string }[];
  submissions: {
    id: string;
    reference: string;
    kind: string;
    state: string;
    replaced: boolean;
    dueAt: string | null;
    items: {
      itemSku: string;
      quantity: number;
      fulfilled: number;
      orderStatus: string | null;
      paymentStatus: string | null;
    }[];
    attempts: { number: number; outcome: string | null }[];
    parcels: { trackingNumber: string; trackingUrl: string; state: string }[];
    attention: AttentionView[];
  }[];
  /** Of the order as a whole. */
  attention: AttentionView[];
  history: { at: string; code: string; actor: string; data: unknown }[];
}

const INCLUDE = {
  lines: { orderBy: { id: "asc" } },
  attentions: { where: { clearedAt: null }, orderBy: { openedAt: "asc" } },
  history: { orderBy: [{ at: "asc" }, { id: "asc" }], take: 500 },
  submissions: {
    orderBy: { createdAt: "asc" },
    include: {
      lines: { orderBy: { position: "asc" } },
      attempts: { orderBy: { number: "asc" } },
      parcels: { orderBy: { firstSeenAt: "asc" } },
    },
  },
} as const satisfies Prisma.OrderInclude;

/** One order of a shop as a person may see it: no personal data. null when the shop has none such. */
export async function readOrderApiView(
  ctx: Pick<OrdersContext, "db">,
  shopId: string,
  shopifyGid: string,
): Promise<OrderApiView | null> {
  const order = await inRepeatableRead(ctx.db, (tx) =>
    tx.order.findUnique({ where: { shopId_shopifyGid: { shopId, shopifyGid } }, include: INCLUDE }),
  );
  if (!order) return null;
  const reasons = (submissionId: string | null) =>
    order.attentions.filter((a) => a.submissionId === submissionId).map(attentionView);
  return {
    id: order.id,
    shopifyGid,
    name: order.name,
    ignoredReason: order.ignoredReason,
    cancelled: order.cancelledAt !== null,
    lines: order.lines.map((l) => ({
      gid: l.shopifyGid,
      title: l.title,
      quantity: l.quantity,
      remaining: l.remaining,
      eligibility: l.eligibility,
      reason: l.eligibilityReason,
    })),
    submissions: order.submissions.map((s) => ({ ...submissionView(s), attention: reasons(s.id) })),
    attention: reasons(null),
    history: order.history.map((h) => ({ at: h.at.toISOString(), code: h.code, actor: h.actor, data: h.data })),
  };
}

type Stored = Prisma.OrderGetPayload<{ include: typeof INCLUDE }>["submissions"][number];

function submissionView(s: Stored): Omit<OrderApiView["submissions"][number], "attention"> {
  return {
    id: s.id,
    reference: s.reference,
    kind: s.kind,
    state: s.state,
    replaced: s.replacedAt !== null,
    dueAt: s.dueAt?.toISOString() ?? null,
    items: s.lines.map(({ itemSku, quantity, fulfilled, orderStatus, paymentStatus }) => ({
      itemSku,
      quantity,
      fulfilled,
      orderStatus,
      paymentStatus,
    })),
    attempts: s.attempts.map(({ number, outcome }) => ({ number, outcome })),
    parcels: s.parcels.map(({ trackingNumber, trackingUrl, state }) => ({ trackingNumber, trackingUrl, state })),
  };
}

function attentionView(row: { code: string; subject: string; openedAt: Date }): AttentionView {
  const { phase, message, fix } = ATTENTION[row.code as AttentionCode];
  return { code: row.code, phase, message, fix, subject: row.subject, since: row.openedAt.toISOString() };
}
