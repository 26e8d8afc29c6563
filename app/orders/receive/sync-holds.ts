import type { Attention } from "@prisma/client";
import { ATTENTION, isHold, type AttentionCode, type Hold } from "../core/attention.ts";
import { clearAttentions, raiseAttention } from "../core/raise-attention.ts";
import type { OrdersContext } from "../core/context.ts";
import type { Tx } from "../../database/transaction.ts";

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

/** Staff approved the same hold before: same code, subject and basis. */
function isApproved(rows: readonly Attention[], hold: Hold): boolean {
  if (ATTENTION[hold.code].clearedBy === "facts") return false;
  return rows.some(
    (r) => r.clearedBy === "person" && r.code === hold.code && r.subject === hold.subject && r.basis === hold.basis,
  );
}

/** Only what finds a hold can find that its cause is gone. */
function mayClear(row: Attention, input: SyncHoldsInput): boolean {
  switch (ATTENTION[row.code as AttentionCode].foundBy) {
    case "staff":
      return false;
    case "pre_send_check":
      return input.preSendCurrent || row.basis !== (input.payloadHash ?? "");
    case "complete_snapshot":
    case "shopify_read":
      return input.complete;
    default:
      return true;
  }
}
