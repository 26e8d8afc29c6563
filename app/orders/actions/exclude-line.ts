import type { OrderLine } from "@prisma/client";
import type { OrdersContext, Tx } from "../core/context.ts";
import { note } from "../core/history.ts";
import { lockOrder } from "../core/lock.ts";
import { OPEN_STATES, type State } from "../core/transitions.ts";
import type { Acted } from "./submission-actions.ts";

export interface LineOfShop {
  shopId: string;
  lineId: string;
  /** Shopify's id of the user who acts; null where it is not known. */
  userId: string | null;
}

/**
 * A person chooses not to print a line of an order: what is not sent of it stays out, whatever Shopify shows later. Lines
 * beside it go on. `not_now`: nothing of it waits to be sent.
 */
export const excludeLine = (ctx: OrdersContext, whose: LineOfShop): Promise<Acted> =>
  decideLine(ctx, whose, async (tx, line) => {
    if (line.excludedAt || line.fate !== "ours" || !(await waitsToBeSent(tx, line.id))) return null;
    return { code: "line.excluded", fate: "not_ours", fateReason: "excluded_by_person", excludedAt: ctx.clock.now() };
  });

/** A person takes that back: the line is printed again, or held where nobody has said as what. */
export const includeLine = (ctx: OrdersContext, whose: LineOfShop): Promise<Acted> =>
  decideLine(ctx, whose, (_tx, line) =>
    Promise.resolve(
      line.excludedAt && { code: "line.included", fate: "ours", fateReason: "was_ours", excludedAt: null },
    ),
  );

/** Acts of a person on one line. */
export const LINE_ACTS = { exclude_line: excludeLine, include_line: includeLine } as const;
export type LineAct = keyof typeof LINE_ACTS;

/** The act to offer for a line; null where none can work. `states`: of the submissions that it is part of. */
export function lineActFor(
  line: Pick<OrderLine, "fate" | "excludedAt">,
  states: readonly State[],
  wanted: boolean,
): LineAct | null {
  if (!wanted) return null;
  if (line.excludedAt) return "include_line";
  return line.fate === "ours" && states.some((state) => OPEN_STATES.includes(state)) ? "exclude_line" : null;
}

interface Decision extends Pick<OrderLine, "fate" | "fateReason" | "excludedAt"> {
  code: "line.excluded" | "line.included";
}

/** Decides under the order's lock, and has the order read from Shopify again: that brings its holds and submission in line. */
async function decideLine(
  ctx: OrdersContext,
  { shopId, lineId, userId }: LineOfShop,
  decide: (tx: Tx, line: OrderLine) => Promise<Decision | null>,
): Promise<Acted> {
  const found = await ctx.db.orderLine.findFirst({ where: { id: lineId, order: { shopId } } });
  if (!found) return "not_found";
  const { orderId } = found;
  const acted = await ctx.db.$transaction(async (tx): Promise<Acted> => {
    await lockOrder(tx, orderId);
    const line = await tx.orderLine.findUniqueOrThrow({ where: { id: lineId } });
    const decision = await decide(tx, line);
    if (!decision) return "not_now";
    const { code, ...data } = decision;
    await tx.orderLine.update({ where: { id: lineId }, data });
    await tx.order.update({ where: { id: orderId }, data: { dueAt: ctx.clock.now(), attempts: 0 } });
    await note(tx, ctx, { shopId, orderId, code, actor: "person", data: { subject: line.shopifyGid, user: userId } });
    return "done";
  });
  if (acted === "done") ctx.wake.order(orderId);
  return acted;
}

async function waitsToBeSent(tx: Tx, orderLineId: string): Promise<boolean> {
  const open = await tx.submissionLine.findFirst({
    where: { orderLineId, submission: { state: { in: [...OPEN_STATES] } } },
  });
  return open !== null;
}
