import { ATTENTION, type AttentionCode } from "../attention.ts";
import type { OrdersContext } from "../context.ts";

export interface AttentionView {
  code: string;
  phase: "hold" | "problem";
  says: string;
  mend: string;
  /** Which line, parcel or SKU; "" for the whole. */
  subject: string;
  /** UTC, ISO 8601. */
  since: string;
}

export interface OrderView {
  id: string;
  shopifyGid: string;
  name: string;
  /** Why the whole order is left alone, or null. */
  leftAlone: string | null;
  cancelled: boolean;
  lines: { gid: string; title: string; quantity: number; remaining: number; fate: string; reason: string }[];
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

/** One order of a shop as a person may see it: no personal data. null when the shop has none such. */
export async function viewOrder(
  ctx: Pick<OrdersContext, "db">,
  shopId: string,
  shopifyGid: string,
): Promise<OrderView | null> {
  // One snapshot for all that is read: a state and its reasons belong together.
  const one = ctx.db.order.findUnique({
    where: { shopId_shopifyGid: { shopId, shopifyGid } },
    include: {
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
    },
  });
  const [order] = await ctx.db.$transaction([one], { isolationLevel: "RepeatableRead" });
  if (!order) return null;
  const reasons = (submissionId: string | null) =>
    order.attentions.filter((a) => a.submissionId === submissionId).map(attentionView);
  return {
    id: order.id,
    shopifyGid,
    name: order.name,
    leftAlone: order.leftAlone,
    cancelled: order.cancelledAt !== null,
    lines: order.lines.map((l) => ({
      gid: l.shopifyGid,
      title: l.title,
      quantity: l.quantity,
      remaining: l.remaining,
      fate: l.fate,
      reason: l.fateReason,
    })),
    submissions: order.submissions.map((s) => ({
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
      attention: reasons(s.id),
    })),
    attention: reasons(null),
    history: order.history.map((h) => ({ at: h.at.toISOString(), code: h.code, actor: h.actor, data: h.data })),
  };
}

function attentionView(row: { code: string; subject: string; openedAt: Date }): AttentionView {
  const { phase, says, mend } = ATTENTION[row.code as AttentionCode];
  return { code: row.code, phase, says, mend, subject: row.subject, since: row.openedAt.toISOString() };
}
