import type { Order } from "../../../prisma/client/client.ts";
import type { WriteContext } from "../core/context.ts";
import { clearReasons, raiseReason, type OrderRows } from "../core/order-rows.ts";
import { MUTABLE_STATES, SENT_STATES } from "../core/states.ts";
import type { DecidedLine } from "../compose/decide-lines.ts";
import type { SubmissionWithLines } from "../core/submission-row.ts";

interface FulfilledElsewhereInput {
  created: boolean;
  cancelled: boolean;
  lines: readonly DecidedLine[];
  /** Without reprints. */
  submissions: readonly SubmissionWithLines[];
}

const CODE = "fulfilled_elsewhere";

/**
 * Shopify shows every item to print as fulfilled, and nothing was sent, or only what staff had replaced since: the store fulfills
 * automatically, or somebody fulfilled by hand. Raised once: what staff resolved stays resolved.
 */
export function syncFulfilledElsewhere(rows: OrderRows, ctx: WriteContext, input: FulfilledElsewhereInput): void {
  const { created, submissions } = input;
  const isFulfilled = isFulfilledElsewhere(rows.order, input);
  // A new order has no reason yet. Where a submission waits, the last snapshot had something to send, and cleared the reason.
  if (!isFulfilled && (created || submissions.some(({ state }) => MUTABLE_STATES.includes(state)))) return;
  const { id: orderId, shopId } = rows.order;
  const known = rows.attentions
    .filter(({ code, submissionId }) => code === CODE && submissionId === null)
    .toSorted((a, b) => b.openedAt.getTime() - a.openedAt.getTime())[0];
  if (!isFulfilled) clearReasons(rows, ctx, { submissionId: null, codes: [CODE] }, "facts");
  else if (!known || known.clearedBy === "facts") raiseReason(rows, ctx, { shopId, orderId, code: CODE });
}

function isFulfilledElsewhere(
  { printFulfilledAt }: Pick<Order, "printFulfilledAt">,
  { cancelled, lines, submissions }: FulfilledElsewhereInput,
): boolean {
  if (cancelled || printFulfilledAt) return false;
  if (submissions.some(({ state, replacedAt }) => SENT_STATES.includes(state) && replacedAt === null)) return false;
  const toPrint = lines.filter(({ row, snapshot }) => row.eligibility === "printable" && snapshot.quantity > 0);
  return toPrint.length > 0 && toPrint.every(({ snapshot }) => snapshot.remaining === 0);
}
