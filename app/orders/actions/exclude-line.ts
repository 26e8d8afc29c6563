import type { OrderLine } from "../../../prisma/client/client.ts";
import type { OrdersContext } from "../core/context.ts";
import { dueNow } from "../core/reschedule.ts";
import type { Tx } from "../../database/transaction.ts";
import { markNotPrinted } from "../receive/not-printed.ts";
import { addHistory, type Staff } from "../core/history.ts";
import { withOrderLock } from "../core/lock.ts";
import { MUTABLE_STATES, type SubmissionState } from "../core/states.ts";
import type { ActionResult } from "./submission-actions.ts";
import type { OrderId, OrderLineId, ShopId } from "../../ports/ids.ts";

export interface LineRef extends Staff {
  shopId: ShopId;
  lineId: OrderLineId;
}

const excluded = ({ clock }: OrdersContext): LineChange => ({
  code: "line.excluded",
  eligibility: "excluded",
  eligibilityReason: "excluded_by_staff",
  excludedAt: clock.now(),
});

/**
 * Staff excludes a line: its unsent quantity is not sent, whatever Shopify shows later. `invalid_state`: nothing of the
 * line is unsent.
 */
const excludeLine = (ctx: OrdersContext, ref: LineRef): Promise<ActionResult> =>
  changeLine(ctx, ref, async (tx, line) => {
    if (line.excludedAt || line.eligibility !== "printable" || !(await isUnsent(tx, line.id))) return null;
    return excluded(ctx);
  });

/**
 * Staff excludes every line of an order that has something unsent, in one transaction: after the first line alone, nothing might hold
 * the others. `unchanged`: nothing of the order is unsent.
 */
export async function excludeOrder(
  ctx: OrdersContext,
  { shopId, orderId, userId }: Staff & { shopId: ShopId; orderId: OrderId },
): Promise<"done" | "unchanged"> {
  const count = await withOrderLock(ctx, orderId, async (tx) => {
    const lines = await tx.orderLine.findMany({
      where: { orderId, order: { shopId }, excludedAt: null, eligibility: "printable" },
    });
    let done = 0;
    for (const line of lines) {
      if (!(await isUnsent(tx, line.id))) continue;
      await changeLockedLine(tx, ctx, { shopId, userId }, line, excluded(ctx));
      done += 1;
    }
    return done;
  });
  if (count === 0) return "unchanged";
  ctx.wake.order(orderId);
  return "done";
}

/** Staff includes the line again. A line without a mapping is held. */
const includeLine = (ctx: OrdersContext, ref: LineRef): Promise<ActionResult> =>
  changeLine(ctx, ref, (_tx, line) =>
    Promise.resolve(
      line.excludedAt && {
        code: "line.included",
        eligibility: "printable",
        eligibilityReason: "previously_printable",
        excludedAt: null,
      },
    ),
  );

/** Staff says that the print service never prints the line's variant: this and every other order continues without it. */
async function markVariantNotPrinted(ctx: OrdersContext, ref: LineRef): Promise<ActionResult> {
  const { shopId, lineId } = ref;
  const line = await ctx.db.orderLine.findFirst({ where: { id: lineId, order: { shopId } } });
  if (!line) return "not_found";
  const { productGid, variantGid } = line;
  if (!productGid || !variantGid || !isMarkable(line)) return "invalid_state";
  const { orderId, shopifyGid: subject } = line;
  await markNotPrinted(ctx, shopId, { productGid, variantGid }, async (tx) => {
    // Nothing holds an order for an unmatched line: only its own order shows that the line is decided.
    if (isUnmatched(line)) await tx.order.update({ where: { id: orderId }, data: dueNow(ctx) });
    await addHistory(tx, ctx, { shopId, orderId, code: "line.not_printed", actor: ref, data: { subject } });
  });
  if (isUnmatched(line)) ctx.wake.order(orderId);
  return "done";
}

type Eligibility = Pick<OrderLine, "eligibility" | "eligibilityReason">;

/** Nobody has said whether the line's product is printed: no mapping, rule or mark fits. */
const isUnmatched = ({ eligibilityReason }: Eligibility): boolean => eligibilityReason === "no_match";

/** A mapping of the variant is missing: the order waits for it, or the line is skipped without anybody's decision. */
export const isMarkable = (line: Eligibility): boolean =>
  isUnmatched(line) || (line.eligibility === "printable" && line.eligibilityReason !== "mapped_variant");

/** Acts of a person on one line. */
export const LINE_ACTIONS = {
  exclude_line: excludeLine,
  include_line: includeLine,
  mark_not_printed: markVariantNotPrinted,
} as const;
export type LineAction = keyof typeof LINE_ACTIONS;

/** The action to offer for a line; null: none. `states`: of the submissions that contain the line. */
export function availableLineAction(
  line: Eligibility & Pick<OrderLine, "excludedAt" | "quantity" | "productGid" | "variantGid">,
  states: readonly SubmissionState[],
  orderActive: boolean,
): LineAction | null {
  if (!orderActive) return null;
  if (line.excludedAt) return "include_line";
  if (isUnmatched(line)) return line.quantity > 0 && line.productGid && line.variantGid ? "mark_not_printed" : null;
  return line.eligibility === "printable" && states.some((state) => MUTABLE_STATES.includes(state))
    ? "exclude_line"
    : null;
}

interface LineChange extends Pick<OrderLine, "eligibility" | "eligibilityReason" | "excludedAt"> {
  code: "line.excluded" | "line.included";
}

/** Changes the line under the order's lock and makes the order due, so that holds and submission follow. */
async function changeLine(
  ctx: OrdersContext,
  ref: LineRef,
  changeFor: (tx: Tx, line: OrderLine) => Promise<LineChange | null>,
): Promise<ActionResult> {
  const { shopId, lineId } = ref;
  const found = await ctx.db.orderLine.findFirst({ where: { id: lineId, order: { shopId } } });
  if (!found) return "not_found";
  const { orderId } = found;
  const result = await withOrderLock(ctx, orderId, async (tx): Promise<ActionResult> => {
    const line = await tx.orderLine.findUniqueOrThrow({ where: { id: lineId } });
    const change = await changeFor(tx, line);
    if (!change) return "invalid_state";
    await changeLockedLine(tx, ctx, ref, line, change);
    return "done";
  });
  if (result === "done") ctx.wake.order(orderId);
  return result;
}

/** Needs the order's lock. */
async function changeLockedLine(
  tx: Tx,
  ctx: OrdersContext,
  { shopId, userId }: Staff & { shopId: ShopId },
  { id, orderId, shopifyGid: subject }: OrderLine,
  { code, ...data }: LineChange,
): Promise<void> {
  await tx.orderLine.update({ where: { id }, data });
  await tx.order.update({ where: { id: orderId }, data: dueNow(ctx) });
  await addHistory(tx, ctx, { shopId, orderId, code, actor: { userId }, data: { subject } });
}

async function isUnsent(tx: Tx, orderLineId: OrderLineId): Promise<boolean> {
  const open = await tx.submissionLine.findFirst({
    where: { orderLineId, submission: { kind: { not: "reprint" }, state: { in: [...MUTABLE_STATES] } } },
  });
  return open !== null;
}
