import { raiseAttention } from "../core/raise-attention.ts";
import type { OrdersContext } from "../core/context.ts";
import { applyTransition } from "../core/apply-transition.ts";
import { idsOf } from "../core/history.ts";
import { withOrderLock } from "../core/lock.ts";
import { readableSince } from "../core/order-access.ts";
import { UNSENT_STATES } from "../core/states.ts";
import { ALL_ORDERS_SCOPE } from "../../ports/shopify.ts";
import { wakeOrders } from "./wake-orders.ts";
import type { OrderId } from "../../ports/ids.ts";

/**
 * Holds what is unsent of an order that Shopify does not show for its age. Time changes nothing: the order continues once the
 * merchant allows access to older orders.
 */
export async function holdTooOld(ctx: OrdersContext, orderId: OrderId): Promise<void> {
  await withOrderLock(ctx, orderId, async (tx) => {
    const unsent = await tx.submission.findMany({ where: { orderId, state: { in: [...UNSENT_STATES] } } });
    for (const row of unsent) {
      await raiseAttention(tx, ctx, { ...idsOf(row), code: "order_too_old_to_send" });
      await applyTransition(tx, ctx, row.id, "wait", { patch: { dueAt: null } });
    }
  });
}

/**
 * Has orders that grew too old while something held them read once more: nothing else would tell before somebody releases
 * them. Returns how many.
 */
export function wakeTooOld(ctx: Pick<OrdersContext, "db" | "clock" | "wake">): Promise<number> {
  return wakeOrders(ctx, {
    shopifyCreatedAt: { lt: readableSince(ctx) },
    shop: { uninstalledAt: null, NOT: { scopes: { contains: ALL_ORDERS_SCOPE } } },
    submissions: { some: { state: { in: [...UNSENT_STATES] } } },
    attentions: { none: { code: "order_too_old_to_send", clearedAt: null } },
  });
}
