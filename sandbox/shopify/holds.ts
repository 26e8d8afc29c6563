import { isLive, splitOff, supportedActions } from "./fulfillment-orders.ts";
import { gid } from "./ids.ts";
import type { FulfillmentOrder, Hold, Order, Shop } from "./model.ts";
import { orderChanged } from "./order-changed.ts";
import { UserError } from "./user-error.ts";
import { now, type Store } from "./store.ts";

export interface HoldInput {
  reason: string;
  reasonNotes?: string | null;
  handle?: string | null;
  externalId?: string | null;
  byApp: boolean;
  /** Only these lines (FulfillmentOrderLineItem ids); the rest goes into a fulfillment order of its own. */
  lines?: { id: string; quantity: number }[];
}

const MOST_HOLDS_OF_AN_APP = 10;

/** shopify: fulfillmentOrderHold. Handles are unique per app and fulfillment order. */
export function hold(store: Store, shop: Shop, order: Order, target: FulfillmentOrder, input: HoldInput) {
  if (!supportedActions(target).includes("HOLD")) {
    throw new UserError("The fulfillment order is not in a holdable state.", ["id"], "TAKEN");
  }
  const same = target.holds.filter((each) => each.byApp === input.byApp);
  if (same.some((each) => (each.handle ?? "") === (input.handle ?? ""))) {
    throw new UserError(
      "The handle provided for the fulfillment hold is already in use by this app for another hold on this fulfillment order.",
      ["fulfillmentHold", "handle"],
      "DUPLICATE_FULFILLMENT_HOLD_HANDLE",
    );
  }
  if (same.length >= MOST_HOLDS_OF_AN_APP) {
    throw new UserError(
      "The maximum number of fulfillment holds was reached.",
      ["id"],
      "FULFILLMENT_ORDER_HOLD_LIMIT_REACHED",
    );
  }
  const remaining = splitOffRemaining(store, order, target, input.lines ?? []);
  const made: Hold = {
    id: store.nextId(),
    reason: input.reason,
    reasonNotes: input.reasonNotes ?? null,
    handle: input.handle || null,
    externalId: input.externalId ?? null,
    byApp: input.byApp,
  };
  target.holds.push(made);
  target.status = "ON_HOLD";
  target.updatedAt = now(store);
  store.emit(shop, "fulfillment_orders/placed_on_hold", {
    fulfillment_order: { id: gid("FulfillmentOrder", target.id), status: "on_hold" },
    remaining_fulfillment_order: remaining
      ? { id: gid("FulfillmentOrder", remaining.id), status: remaining.status.toLowerCase() }
      : null,
    held_fulfillment_order_line_items: target.lines.map((line) => ({
      id: gid("FulfillmentOrderLineItem", line.id),
      quantity: line.remaining,
    })),
    created_fulfillment_hold: { id: gid("FulfillmentHold", made.id), reason: made.reason.toLowerCase() },
  });
  orderChanged(store, shop, order);
  return { hold: made, remaining };
}

function splitOffRemaining(
  store: Store,
  order: Order,
  target: FulfillmentOrder,
  held: { id: string; quantity: number }[],
) {
  if (held.length === 0) return null;
  if (target.holds.length > 0) {
    throw new UserError("The fulfillment order is not splittable.", ["id"], "FULFILLMENT_ORDER_NOT_SPLITTABLE");
  }
  if (new Set(held.map((each) => each.id)).size < held.length) {
    throw new UserError(
      "Duplicated line items.",
      ["fulfillmentHold", "fulfillmentOrderLineItems"],
      "DUPLICATED_FULFILLMENT_ORDER_LINE_ITEMS",
    );
  }
  const rest = target.lines.map((line) => {
    const quantity = held.find((each) => each.id === line.id)?.quantity ?? 0;
    if (quantity < 0 || quantity > line.remaining) {
      throw new UserError(
        "Invalid quantity.",
        ["fulfillmentHold", "fulfillmentOrderLineItems"],
        "INVALID_LINE_ITEM_QUANTITY",
      );
    }
    return { id: line.id, quantity: line.remaining - quantity };
  });
  const wanted = rest.filter((each) => each.quantity > 0);
  return wanted.length > 0 ? splitOff(store, order, target, wanted) : null;
}

/** shopify: fulfillmentOrderReleaseHold. Without `holdIds` all holds go. */
export function release(
  store: Store,
  shop: Shop,
  order: Order,
  target: FulfillmentOrder,
  which: { holdIds?: string[] | null; externalId?: string | null } = {},
): void {
  if (!isLive(target))
    throw new UserError("The fulfillment order was not found.", ["id"], "FULFILLMENT_ORDER_NOT_FOUND");
  const goes = (each: Hold) =>
    (!which.holdIds || which.holdIds.includes(each.id)) && (!which.externalId || each.externalId === which.externalId);
  const before = target.holds.length;
  target.holds = target.holds.filter((each) => !goes(each));
  if (target.holds.length === before) {
    throw new UserError("The fulfillment order has no such hold.", ["holdIds"], "INVALID_ACCESS");
  }
  if (target.holds.length === 0) target.status = "OPEN";
  target.updatedAt = now(store);
  if (target.status !== "ON_HOLD") {
    store.emit(shop, "fulfillment_orders/hold_released", {
      fulfillment_order: { id: gid("FulfillmentOrder", target.id), status: target.status.toLowerCase() },
    });
  }
  orderChanged(store, shop, order);
}
