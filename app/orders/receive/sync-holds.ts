import type { Attention } from "@prisma/client";
import { ATTENTION, isHold, NOTICES, type AttentionCode } from "../core/attention.ts";
import { clearAttentions, raiseAttention } from "../core/raise-attention.ts";
import type { OrdersContext } from "../core/context.ts";
import type { Tx } from "../../database/transaction.ts";
import type { Hold } from "../core/attention.ts";

/** Facts that only Shopify's own picture shows: a webhook's picture neither raises nor clears them. */
const NEEDS_COMPLETE_SNAPSHOT: readonly AttentionCode[] = [
  "risk_high",
  "risk_pending",
  "held_in_shopify",
  "line_changed",
  "order_not_found",
  "order_unreadable",
];
/** Found by the checks just before sending: only these checks clear them. */
const PRE_SEND_CODES: readonly AttentionCode[] = ["artwork_unreadable", "margin_low", "quote_unavailable"];
/** Nobody's facts: they stand until somebody lifts them, or the submission goes. */
const NOT_CLEARED_BY_FACTS: readonly AttentionCode[] = ["held_by_staff", ...NOTICES];

export interface SyncHoldsInput {
  shopId: string;
  orderId: string;
  submissionId: string;
  holds: readonly Hold[];
  complete: boolean;
  /** Hash of the content now: what a check before sending found stands for the content it saw. */
  payloadHash: string | null;
  /** The checks before sending ran for exactly this content. */
  preSendCurrent: boolean;
}

/** Brings a submission's open holds in line with the facts; returns those that stay open. Needs the order's lock. */
export async function syncHolds(tx: Tx, ctx: OrdersContext, input: SyncHoldsInput): Promise<Attention[]> {
  const { orderId, submissionId } = input;
  const before = await tx.attention.findMany({ where: { orderId, submissionId } });
  const activeHolds = input.holds.filter((hold) => !isApproved(before, hold));
  for (const hold of activeHolds) {
    await raiseAttention(tx, ctx, { shopId: input.shopId, orderId, submissionId, ...hold });
  }
  const activeKeys = new Set(activeHolds.map((hold) => `${hold.code} ${hold.subject}`));
  const outdated = before.filter(
    (row) =>
      row.clearedAt === null &&
      isHold(row.code as AttentionCode) &&
      !activeKeys.has(`${row.code} ${row.subject}`) &&
      mayClear(row, input),
  );
  for (const row of outdated) {
    const filter = { orderId, submissionId, codes: [row.code as AttentionCode], subject: row.subject };
    await clearAttentions(tx, ctx, filter, "facts");
  }
  const unchanged = activeHolds.length === 0 && outdated.length === 0;
  const after = unchanged ? before : await tx.attention.findMany({ where: { orderId, submissionId } });
  return after.filter((row) => row.clearedAt === null && isHold(row.code as AttentionCode));
}

/** A person's word on the same thing holds. */
function isApproved(rows: readonly Attention[], hold: Hold): boolean {
  if (ATTENTION[hold.code].clears === "facts") return false;
  return rows.some(
    (r) => r.clearedBy === "person" && r.code === hold.code && r.subject === hold.subject && r.basis === hold.basis,
  );
}

function mayClear(row: Attention, input: SyncHoldsInput): boolean {
  const code = row.code as AttentionCode;
  if (NOT_CLEARED_BY_FACTS.includes(code)) return false;
  if (PRE_SEND_CODES.includes(code)) return input.preSendCurrent || row.basis !== (input.payloadHash ?? "");
  return input.complete || !NEEDS_COMPLETE_SNAPSHOT.includes(code);
}
