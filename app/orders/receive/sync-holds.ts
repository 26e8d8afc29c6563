import type { Attention } from "@prisma/client";
import { ATTENTION, isHold, TELLING, type AttentionCode } from "../core/attention.ts";
import { clear, raise } from "../core/raise-attention.ts";
import type { OrdersContext, Tx } from "../core/context.ts";
import type { Hold } from "./find-holds.ts";

/** Facts that only Shopify's own picture shows: a webhook's picture neither raises nor clears them. */
const NEEDS_COMPLETE: readonly AttentionCode[] = [
  "risk_high",
  "risk_pending",
  "held_in_shopify",
  "line_changed",
  "order_not_found",
  "order_unreadable",
];
/** Found by the checks just before sending: only these checks clear them. */
const PRE_SEND: readonly AttentionCode[] = ["artwork_unreadable", "margin_low", "quote_unavailable"];
/** Nobody's facts: they stand until somebody lifts them, or the submission goes. */
const STANDING: readonly AttentionCode[] = ["held_by_person", ...TELLING];

export interface HoldsInput {
  shopId: string;
  orderId: string;
  submissionId: string;
  holds: readonly Hold[];
  complete: boolean;
  /** Hash of the content now: what a check before sending found stands for the content it saw. */
  payloadHash: string | null;
  /** The checks before sending ran for exactly this content. */
  preSendChecked: boolean;
}

/** Brings a submission's open holds in line with the facts; returns those that stay open. Needs the order's lock. */
export async function syncHolds(tx: Tx, ctx: OrdersContext, input: HoldsInput): Promise<Attention[]> {
  const { orderId, submissionId } = input;
  const before = await tx.attention.findMany({ where: { orderId, submissionId } });
  const wanted = input.holds.filter((hold) => !answered(before, hold));
  for (const hold of wanted) {
    await raise(tx, ctx, { shopId: input.shopId, orderId, submissionId, ...hold });
  }
  const stays = new Set(wanted.map((hold) => `${hold.code} ${hold.subject}`));
  const over = before.filter(
    (row) =>
      row.clearedAt === null &&
      isHold(row.code as AttentionCode) &&
      !stays.has(`${row.code} ${row.subject}`) &&
      mayClear(row, input),
  );
  for (const row of over) {
    const what = { orderId, submissionId, codes: [row.code as AttentionCode], subject: row.subject };
    await clear(tx, ctx, what, "facts");
  }
  const unchanged = wanted.length === 0 && over.length === 0;
  const after = unchanged ? before : await tx.attention.findMany({ where: { orderId, submissionId } });
  return after.filter((row) => row.clearedAt === null && isHold(row.code as AttentionCode));
}

/** A person's word on the same thing holds. */
function answered(rows: readonly Attention[], hold: Hold): boolean {
  if (ATTENTION[hold.code].clears === "facts") return false;
  return rows.some(
    (r) => r.clearedBy === "person" && r.code === hold.code && r.subject === hold.subject && r.basis === hold.basis,
  );
}

function mayClear(row: Attention, input: HoldsInput): boolean {
  const code = row.code as AttentionCode;
  if (STANDING.includes(code)) return false;
  if (PRE_SEND.includes(code)) return input.preSendChecked || row.basis !== (input.payloadHash ?? "");
  return input.complete || !NEEDS_COMPLETE.includes(code);
}
