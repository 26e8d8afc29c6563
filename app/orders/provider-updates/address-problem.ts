import type { Prisma } from "../../../prisma/client/client.ts";
import { clearAttentions } from "../core/raise-attention.ts";
import type { OrdersContext } from "../core/context.ts";
import type { Tx } from "../../database/transaction.ts";
import { addressHold } from "../fulfill/address-hold.ts";
import { rescheduleNow } from "../core/reschedule.ts";
import { raiseOnce } from "./raise-once.ts";
import { idsOf } from "../core/history.ts";
import { basisOf, type MatchedUpdate, statusMeaning } from "./status-meaning.ts";
import { SHIPPED_STATES } from "../core/states.ts";

/**
 * `Not verify`: raises one attention for all lines, and requests a hold on the lines' fulfillment orders in Shopify
 * (written later, outside the transaction: fulfill/address-hold.ts). Returns whether a hold is to be placed.
 */
export async function raiseAddressProblem(tx: Tx, ctx: OrdersContext, matched: MatchedUpdate): Promise<boolean> {
  const affected = matched.items.filter((entry) => entry.meaning === "address_problem" && entry.lines.length > 0);
  const { state, replacedAt } = matched.submission;
  // A replaced submission is not to be printed, and its lines are the replacement's.
  if (affected.length === 0 || replacedAt || SHIPPED_STATES.includes(state)) return false;
  const raised = await raiseOnce(tx, ctx, {
    ...idsOf(matched.submission),
    code: "address_not_verified",
    subject: "",
    basis: basisOf(ctx, affected),
    detail: (open) =>
      mergeHold(
        open,
        affected.flatMap((entry) => entry.lines.map((line) => line.id)),
      ),
    deliveryId: matched.deliveryId,
    reportedBy: matched.reportedBy,
    changed: affected.some((entry) => entry.changed),
  });
  if (raised) await rescheduleNow(tx, ctx, matched.submission.id);
  return raised;
}

function mergeHold(open: Prisma.JsonObject | null, lines: readonly string[]): Prisma.InputJsonObject {
  const before = addressHold(open);
  const all = [...new Set([...before.lines, ...lines])];
  return { lines: all, hold: all.length > before.lines.length ? "requested" : before.hold };
}

/**
 * List and detail show the present state: once they have every affected line in production, the address is fine, and
 * the app's hold is released. An event alone does not clear it, since events come late and out of order.
 */
export async function clearAddressProblem(tx: Tx, ctx: OrdersContext, matched: MatchedUpdate): Promise<boolean> {
  if (matched.reportedBy === "event") return false;
  const ids = idsOf(matched.submission);
  const open = await tx.attention.findFirst({
    where: { submissionId: ids.submissionId, code: "address_not_verified", clearedAt: null },
  });
  if (!open) return false;
  const lines = await tx.submissionLine.findMany({ where: { id: { in: addressHold(open.detail).lines } } });
  if (lines.some((line) => statusMeaning(line.orderStatus) !== "in_production")) return false;
  await clearAttentions(tx, ctx, { ...ids, codes: ["address_not_verified"] }, "facts");
  await rescheduleNow(tx, ctx, ids.submissionId);
  return true;
}
