import type { Order } from "../../../prisma/client/client.ts";
import { codesWhere } from "../core/attention.ts";
import type { OrderAction } from "../core/attention-registry.ts";
import { changeOrder } from "../core/change-orders.ts";
import type { OrdersContext } from "../core/context.ts";
import type { Staff } from "../core/history.ts";
import { clearReasons, noteHistory, setOrder, type OrderRows } from "../core/order-rows.ts";
import { dueNow } from "../core/reschedule.ts";
import type { Gid } from "../../ports/gid.ts";
import { saveAddressAgain } from "../changes/write-address.ts";
import type { ActionResult } from "../core/order-rows.ts";
import type { ShopId } from "../../ports/ids.ts";

export interface OrderRef extends Staff {
  shopId: ShopId;
  shopifyGid: Gid<"Order">;
}

/** Whether an action is accepted, and changes something, for the order as it is now. */
export const isOrderActionAvailable: Readonly<
  Record<
    OrderAction,
    (
      order: Pick<Order, "ignoredReason" | "printFulfilledAt" | "cancelledAt" | "redactedAt">,
      hasOpenReason: boolean,
    ) => boolean
  >
> = {
  print_fulfilled: (order, hasOpenReason) => isActive(order) && hasOpenReason && order.printFulfilledAt === null,
  send_ignored: (order) => isActive(order) && order.ignoredReason === "before_go_live",
  save_address: (order, hasOpenReason) => isActive(order) && hasOpenReason,
  resolve: (_order, hasOpenReason) => hasOpenReason,
};

/** Neither canceled nor erased. */
export const isActive = (order: Pick<Order, "cancelledAt" | "redactedAt">): boolean =>
  order.cancelledAt === null && order.redactedAt === null;

/** Reasons of an order without a submission that staff may end. */
const ORDER_REASONS = codesWhere(({ orderActions }) => orderActions !== undefined);

const codesOfferingToOrder = (action: OrderAction) =>
  codesWhere(({ orderActions }) => orderActions?.includes(action) ?? false);

/** Every action of staff on a whole order. What they change shows once the order has been read from Shopify again. */
export const ORDER_ACTIONS: Readonly<
  Record<OrderAction, (ctx: OrdersContext, ref: OrderRef) => Promise<ActionResult>>
> = {
  /** Prints what Shopify shows as fulfilled by somebody else; its tracking is added to that fulfillment. */
  print_fulfilled: (ctx, ref) => onOrder(ctx, ref, "print_fulfilled", (now) => ({ printFulfilledAt: now })),
  /** Sends an order that was placed before the start date. */
  send_ignored: (ctx, ref) => onOrder(ctx, ref, "send_ignored", () => ({ ignoredReason: null })),
  /** Saves the corrected address in Shopify once more. */
  save_address: async (ctx, { shopId, shopifyGid, userId }) => {
    const order = await ctx.db.order.findFirst({ where: { shopId, shopifyGid }, select: { id: true } });
    return order ? saveAddressAgain(ctx, { id: order.id, shopId }, { userId }) : "not_found";
  },
  /** Staff has resolved the order's own reasons. */
  resolve: (ctx, ref) => onOrder(ctx, ref, "resolve", () => ({})),
};

async function onOrder(
  ctx: OrdersContext,
  ref: OrderRef,
  action: Exclude<OrderAction, "save_address">,
  change: (now: Date) => Partial<Pick<Order, "printFulfilledAt" | "ignoredReason">>,
): Promise<ActionResult> {
  const { shopId, shopifyGid } = ref;
  const found = await ctx.db.order.findFirst({ where: { shopId, shopifyGid }, select: { id: true } });
  if (!found) return "not_found";
  const orderId = found.id;
  const result = await changeOrder(ctx, orderId, (rows): ActionResult => {
    if (!isOrderActionAvailable[action](rows.order, hasOpenReason(rows, action))) return "invalid_state";
    setOrder(rows, { ...change(ctx.clock.now()), ...dueNow(ctx) });
    const codes = action === "print_fulfilled" ? codesOfferingToOrder(action) : ORDER_REASONS;
    clearReasons(rows, ctx, { submissionId: null, codes }, ref);
    noteHistory(rows, ctx, { shopId, orderId, code: `order.${action}`, actor: ref });
    return "done";
  });
  if (result === "done") ctx.wake.order(orderId);
  return result;
}

function hasOpenReason({ attentions }: OrderRows, action: OrderAction): boolean {
  const codes = codesOfferingToOrder(action);
  return attentions.some((one) => one.submissionId === null && one.clearedAt === null && codes.includes(one.code));
}
