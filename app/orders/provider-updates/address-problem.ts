import type { Prisma } from "@prisma/client";
import { clear } from "../core/raise-attention.ts";
import type { OrdersContext, Tx } from "../core/context.ts";
import { addressHold } from "../fulfil/address-hold-state.ts";
import { makeDue } from "../fulfil/reschedule-now.ts";
import { raiseReported } from "./raise-once.ts";
import { basisOf, idsOf, type StatusSeen } from "./status-items.ts";
import { meaning } from "./status-meaning.ts";

/**
 * `Not verify`: asks for attention once for all lines, and wants Shopify's fulfillment orders of those lines on hold
 * (the write itself is made later, outside the transaction: fulfil/address-hold.ts). Returns whether a hold is to be placed.
 */
export async function addressRefused(tx: Tx, ctx: OrdersContext, seen: StatusSeen): Promise<boolean> {
  const refused = seen.read.filter((entry) => entry.means === "address_problem" && entry.lines.length > 0);
  const { state, replacedAt } = seen.submission;
  // One that was replaced is not to be printed: that it is stuck is as it should be, and its lines are the replacement's now.
  if (refused.length === 0 || replacedAt || state === "shipped" || state === "fulfilled") return false;
  const raised = await raiseReported(tx, ctx, {
    ...idsOf(seen.submission),
    code: "address_not_verified",
    subject: "",
    basis: basisOf(ctx, refused),
    detail: (open) =>
      withHold(
        open,
        refused.flatMap((entry) => entry.lines.map((line) => line.id)),
      ),
    deliveryId: seen.deliveryId,
    seenBy: seen.seenBy,
    changed: refused.some((entry) => entry.changed),
  });
  if (raised) await makeDue(tx, ctx, seen.submission.id);
  return raised;
}

function withHold(open: Prisma.JsonObject | null, lines: readonly string[]): Prisma.InputJsonObject {
  const before = addressHold(open);
  const all = [...new Set([...before.lines, ...lines])];
  return { lines: all, hold: all.length > before.lines.length ? "wanted" : before.hold };
}

/**
 * The list and the detail show the present: when they have every line of the problem in production, the address is fine,
 * and our hold goes. An event alone does not clear it, for events may come late and out of order.
 */
export async function addressVerified(tx: Tx, ctx: OrdersContext, seen: StatusSeen): Promise<boolean> {
  if (seen.seenBy === "event") return false;
  const ids = idsOf(seen.submission);
  const open = await tx.attention.findFirst({
    where: { submissionId: ids.submissionId, code: "address_not_verified", clearedAt: null },
  });
  if (!open) return false;
  const lines = await tx.submissionLine.findMany({ where: { id: { in: addressHold(open.detail).lines } } });
  if (lines.some((line) => meaning(line.orderStatus) !== "in_production")) return false;
  await clear(tx, ctx, { ...ids, codes: ["address_not_verified"] }, "facts");
  await makeDue(tx, ctx, ids.submissionId);
  return true;
}
