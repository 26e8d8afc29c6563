import { Prisma, type OrderLine } from "../../../prisma/client/client.ts";
import type { OrdersContext } from "../core/context.ts";
import { dueNow } from "../core/reschedule.ts";
import { readRows } from "../../database/rows.ts";
import type { Tx } from "../../database/sql.ts";
import { markNotPrinted } from "../receive/not-printed.ts";
import { addHistory, historyRow, type Staff } from "../core/history.ts";
import { withOrderLock } from "../core/lock.ts";
import { stateIn } from "../core/state-in.ts";
import { MUTABLE_STATES, type SubmissionState } from "../core/states.ts";
import type { ActionResult } from "../core/order-rows.ts";
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
    const lines = await readRows(
      tx,
      "OrderLine",
      Prisma.sql`WHERE "orderId" = (SELECT "id" FROM "Order" WHERE "id" = ${orderId}::uuid AND "shopId" = ${shopId}::uuid)
        AND "excludedAt" IS NULL AND "eligibility" = 'printable'`,
    );
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
    const entry = { shopId, orderId, code: "line.not_printed", actor: ref, data: { subject } } as const;
    await tx.history.create({ data: historyRow(ctx, entry) });
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
    const [line] = await readRows(tx, "OrderLine", Prisma.sql`WHERE "id" = ${lineId}::uuid`);
    const change = line && (await changeFor(tx, line));
    if (!line) return "not_found";
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
  { code, eligibility, eligibilityReason, excludedAt }: LineChange,
): Promise<void> {
  const { dueAt, tries } = dueNow(ctx);
  await Promise.all([
    tx.execute`
      UPDATE "OrderLine" SET "eligibility" = ${eligibility}::"LineEligibility", "eligibilityReason" = ${eligibilityReason}::"EligibilityReason",
        "excludedAt" = ${excludedAt} WHERE "id" = ${id}::uuid`,
    tx.execute`UPDATE "Order" SET "dueAt" = ${dueAt}, "tries" = ${tries} WHERE "id" = ${orderId}::uuid`,
  ]);
  await addHistory(tx, ctx, { shopId, orderId, code, actor: { userId }, data: { subject } });
}

async function isUnsent(tx: Tx, orderLineId: OrderLineId): Promise<boolean> {
  const open = await tx.query`
    SELECT 1 FROM "SubmissionLine" l JOIN "Submission" s ON s."id" = l."submissionId"
    WHERE l."orderLineId" = ${orderLineId}::uuid AND s."kind" <> 'reprint' AND ${stateIn("s", MUTABLE_STATES)} LIMIT 1`;
  return open.length > 0;
}
