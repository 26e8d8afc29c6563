import type { Prisma } from "../../../prisma/client/client.ts";
import type { DecideContext, WriteContext } from "../core/context.ts";
import { clearReasons, followNow, submissionIn, type OrderRows } from "../core/order-rows.ts";
import { addressHold } from "../fulfill/address-hold.ts";
import { raiseOnce } from "./raise-once.ts";
import { idsOf } from "../core/history.ts";
import { basisOf, type MatchedUpdate, statusMeaning } from "./status-meaning.ts";
import { SHIPPED_STATES } from "../core/states.ts";

/**
 * `Not verify`: raises one attention for all lines, and requests a hold on the lines' fulfillment orders in Shopify
 * (written later, outside the transaction: fulfill/address-hold.ts). Returns whether a hold is to be placed.
 */
export function raiseAddressProblem(rows: OrderRows, ctx: DecideContext, matched: MatchedUpdate): boolean {
  const affected = matched.items.filter((entry) => entry.meaning === "address_problem" && entry.lines.length > 0);
  const { state, replacedAt } = matched.submission;
  // A replaced submission is not to be printed, and its lines are the replacement's.
  if (affected.length === 0 || replacedAt || SHIPPED_STATES.includes(state)) return false;
  const raised = raiseOnce(rows, ctx, {
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
  if (raised) followNow(rows, ctx, matched.submission.id);
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
export function clearAddressProblem(rows: OrderRows, ctx: WriteContext, matched: MatchedUpdate): boolean {
  if (matched.reportedBy === "event") return false;
  const { id: submissionId } = matched.submission;
  const open = rows.attentions.find(
    (one) => one.submissionId === submissionId && one.code === "address_not_verified" && one.clearedAt === null,
  );
  if (!open) return false;
  const held = addressHold(open.detail).lines;
  const lines = submissionIn(rows, submissionId).lines.filter(({ id }) => held.includes(id));
  if (lines.some((line) => statusMeaning(line.orderStatus) !== "in_production")) return false;
  clearReasons(rows, ctx, { submissionId, codes: ["address_not_verified"] }, "facts");
  followNow(rows, ctx, submissionId);
  return true;
}
