import { isLive, routeLines, settle } from "./fulfillment-orders.ts";
import { gid, plainId } from "./ids.ts";
import type { FinancialStatus, Line, Order, Refund, RiskLevel, Shop } from "./model.ts";
import { orderChanged } from "./order-changed.ts";
import { address, line, riskOf, type AddressInput, type LineInput } from "./place-order.ts";
import { restId } from "./rest/number.ts";
import { restOrder } from "./rest/order.ts";
import { restRefund } from "./rest/parts.ts";
import { restTime } from "./time.ts";
import { now, type World } from "./store.ts";

export interface OrderEdit {
  /** Merged into the present address; null takes it away. */
  shippingAddress?: AddressInput | null;
  email?: string | null;
  phone?: string | null;
  note?: string | null;
  tags?: string[];
  financialStatus?: FinancialStatus;
  risk?: RiskLevel;
  addLines?: LineInput[];
  /** New current quantities, by line id (plain or gid). Only what is unfulfilled can be taken away. */
  quantities?: Record<string, number>;
  /** Units to refund and restock, by line id. */
  refund?: Record<string, number>;
}

/** What a merchant can do to an order in the admin. Fires the webhooks that Shopify fires for it. */
export function editOrder(world: World, shop: Shop, order: Order, edit: OrderEdit): void {
  if (edit.shippingAddress !== undefined) {
    const merged = edit.shippingAddress && { ...order.shippingAddress, ...edit.shippingAddress };
    order.shippingAddress = address(merged);
  }
  if (edit.email !== undefined) order.email = edit.email;
  if (edit.phone !== undefined) order.phone = edit.phone;
  if (edit.note !== undefined) order.note = edit.note;
  if (edit.tags) order.tags = edit.tags;
  const paid = edit.financialStatus === "PAID" && order.financialStatus !== "PAID";
  if (edit.financialStatus) order.financialStatus = edit.financialStatus;
  if (paid) world.emit(shop, "orders/paid", restOrder(shop, order));
  if (edit.risk) assessRisk(world, shop, order, edit.risk);
  if (edit.addLines || edit.quantities) editLines(world, shop, order, edit);
  if (edit.refund) refund(world, shop, order, edit.refund);
  orderChanged(world, shop, order);
}

function assessRisk(world: World, shop: Shop, order: Order, level: RiskLevel): void {
  order.risk = riskOf(level);
  world.emit(shop, "orders/risk_assessment_changed", {
    provider_id: null,
    provider_title: "Shopify",
    risk_level: level.toLowerCase(),
    created_at: restTime(now(world)),
    order_id: restId(order.id),
    admin_graphql_api_order_id: gid("Order", order.id),
  });
}

function editLines(world: World, shop: Shop, order: Order, edit: OrderEdit): void {
  const additions: { id: string; delta: number }[] = [];
  const removals: { id: string; delta: number }[] = [];
  for (const [id, wanted] of Object.entries(edit.quantities ?? {})) {
    const target = lineOfOrder(order, id);
    const delta = wanted - target.currentQuantity;
    if (delta < 0) takeAway(world, order, target, -delta);
    if (delta > 0) {
      target.quantity += delta;
      target.currentQuantity += delta;
      target.unfulfilled += delta;
    }
    (delta < 0 ? removals : additions).push({ id: target.id, delta: Math.abs(delta) });
  }
  for (const input of edit.addLines ?? []) {
    const added = line(world, shop, input);
    order.lines.push(added);
    additions.push({ id: added.id, delta: added.quantity });
  }
  routeLines(world, shop, order);
  order.edited = true;
  order.givenTotals = null;
  const rows = (changes: { id: string; delta: number }[]) =>
    changes.map(({ id, delta }) => ({ id: restId(id), delta }));
  world.emit(shop, "orders/edited", {
    order_edit: {
      id: restId(world.nextId()),
      app_id: null,
      created_at: restTime(now(world)),
      notify_customer: false,
      order_id: restId(order.id),
      staff_note: null,
      user_id: null,
      line_items: { additions: rows(additions), removals: rows(removals) },
      discounts: { line_item: { additions: [], removals: [] } },
      shipping_lines: { additions: [], removals: [] },
    },
  });
}

function lineOfOrder(order: Order, id: string): Line {
  const found = order.lines.find((each) => each.id === plainId(id));
  if (!found) throw new Error(`${order.name} has no line ${id}`);
  return found;
}

/** Takes units out of the order and out of its open fulfillment orders. */
function takeAway(world: World, order: Order, target: Line, quantity: number): void {
  if (quantity > target.currentQuantity)
    throw new Error(`${order.name} has only ${target.currentQuantity} of line ${target.id}`);
  target.currentQuantity -= quantity;
  let open = Math.min(quantity, target.unfulfilled);
  target.unfulfilled -= open;
  for (const each of order.fulfillmentOrders.filter(isLive)) {
    for (const row of each.lines.filter((candidate) => candidate.lineId === target.id)) {
      const taken = Math.min(open, row.remaining);
      row.remaining -= taken;
      row.total -= taken;
      open -= taken;
    }
    settle(world, each);
  }
}

function refund(world: World, shop: Shop, order: Order, units: Record<string, number>): void {
  const made: Refund = { id: world.nextId(), createdAt: now(world), note: null, lines: [] };
  for (const [id, quantity] of Object.entries(units)) {
    const target = lineOfOrder(order, id);
    const restockType = target.unfulfilled >= quantity ? "cancel" : "no_restock";
    takeAway(world, order, target, quantity);
    made.lines.push({ id: world.nextId(), lineId: target.id, quantity, restockType });
  }
  order.refunds.push(made);
  order.givenTotals = null;
  const everything = order.lines.every((each) => each.currentQuantity === 0);
  order.financialStatus = everything ? "REFUNDED" : "PARTIALLY_REFUNDED";
  world.emit(shop, "refunds/create", restRefund(order, made));
}

/** Cancels, refunds and restocks what was not sent. */
export function cancelOrder(world: World, shop: Shop, order: Order, reason = "CUSTOMER"): void {
  if (order.cancelledAt) throw new Error(`${order.name} is already cancelled`);
  order.cancelledAt = now(world);
  order.closedAt = now(world);
  order.cancelReason = reason;
  const open = order.lines.filter((each) => each.unfulfilled > 0).map((each) => [each.id, each.unfulfilled] as const);
  if (order.financialStatus === "PENDING" || order.financialStatus === "AUTHORIZED") {
    for (const [id, quantity] of open) takeAway(world, order, lineOfOrder(order, id), quantity);
    order.financialStatus = "VOIDED";
  } else if (open.length > 0) {
    refund(world, shop, order, Object.fromEntries(open));
  }
  orderChanged(world, shop, order);
  world.emit(shop, "orders/cancelled", restOrder(shop, order));
}
