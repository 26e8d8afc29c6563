import type { Order } from "@prisma/client";
import type { OrdersContext } from "../core/context.ts";
import { clearAttentions, raiseAttention } from "../core/raise-attention.ts";
import { MUTABLE_STATES, SENT_STATES } from "../core/states.ts";
import type { Tx } from "../../database/transaction.ts";
import type { DecidedLine } from "./apply-lines.ts";
import type { SubmissionWithLines } from "./open-submission.ts";

interface FulfilledElsewhereInput {
  order: Pick<Order, "id" | "shopId" | "printFulfilledAt">;
  created: boolean;
  cancelled: boolean;
  lines: readonly DecidedLine[];
  submissions: readonly SubmissionWithLines[];
}

const KEY = { code: "fulfilled_elsewhere", submissionId: null } as const;

/**
 * Shopify shows every item to print as fulfilled, and nothing was sent, or only what staff had replaced since: the store fulfills
 * automatically, or somebody fulfilled by hand. Raised once: what staff resolved stays resolved. Needs the order's lock.
 */
export async function syncFulfilledElsewhere(
  tx: Tx,
  ctx: OrdersContext,
  input: FulfilledElsewhereInput,
): Promise<void> {
  const { order, created, submissions } = input;
  const isFulfilled = isFulfilledElsewhere(input);
  // A new order has no reason yet. Where a submission waits, the last snapshot had something to send, and cleared the reason.
  if (!isFulfilled && (created || submissions.some(({ state }) => MUTABLE_STATES.includes(state)))) return;
  const known = await tx.attention.findFirst({ where: { orderId: order.id, ...KEY }, orderBy: { openedAt: "desc" } });
  if (isFulfilled) {
    if (!known || known.clearedBy === "facts")
      await raiseAttention(tx, ctx, { shopId: order.shopId, orderId: order.id, ...KEY });
  } else if (known?.clearedAt === null) {
    await clearAttentions(tx, ctx, { orderId: order.id, submissionId: null, codes: [KEY.code] }, "facts");
  }
}

function isFulfilledElsewhere({ order, cancelled, lines, submissions }: FulfilledElsewhereInput): boolean {
  if (cancelled || order.printFulfilledAt) return false;
  if (submissions.some(({ state, replacedAt }) => SENT_STATES.includes(state) && replacedAt === null)) return false;
  const toPrint = lines.filter(({ row, snapshot }) => row.eligibility === "printable" && snapshot.quantity > 0);
  return toPrint.length > 0 && toPrint.every(({ snapshot }) => snapshot.remaining === 0);
}
