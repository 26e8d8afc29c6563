import { isLive, routeLines, updateStatuses } from "./fulfillment-orders.ts";
import { gid, plainId } from "./ids.ts";
import type { FinancialStatus, Line, Order, Refund, RiskLevel, Shop } from "./model.ts";
import { orderChanged } from "./order-changed.ts";
import { address, line, riskOf, type AddressInput, type LineInput } from "./place-order.ts";
import { restId } from "./rest/number.ts";
import { restOrder } from "./rest/order.ts";
import { restRefund } from "./rest/parts.ts";
import { restTime } from "./time.ts";
import { now, type Store } from "./store.ts";

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
export function editOrder(store: Store, shop: Shop, order: Order, edit: OrderEdit): void {
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
  if (paid) store.emit(shop, "orders/paid", restOrder(shop, order));
  if (edit.risk) assessRisk(store, shop, order, edit.risk);
  if (edit.addLines || edit.quantities) editLines(store, shop, order, edit);
  if (edit.refund) refund(store, shop, order, edit.refund);
  orderChanged(store, shop, order);
}

function assessRisk(store: Store, shop: Shop, order: Order, level: RiskLevel): void {
  order.risk = riskOf(level);
  store.emit(shop, "orders/risk_assessment_changed", {
    provider_id: null,
    provider_title: "Shopify",
    risk_level: level.toLowerCase(),
    created_at: restTime(now(store)),
    order_id: restId(order.id),
    admin_graphql_api_order_id: gid("Order", order.id),
  });
}

function editLines(store: Store, shop: Shop, order: Order, edit: OrderEdit): void {
  const additions: { id: string; delta: number }[] = [];
  const removals: { id: string; delta: number }[] = [];
  for (const [id, newQuantity] of Object.entries(edit.quantities ?? {})) {
    const target = lineOfOrder(order, id);
    const delta = newQuantity - target.currentQuantity;
    if (delta < 0) removeUnits(store, order, target, -delta);
    if (delta > 0) {
      target.quantity += delta;
      target.currentQuantity += delta;
      target.unfulfilled += delta;
    }
    (delta < 0 ? removals : additions).push({ id: target.id, delta: Math.abs(delta) });
  }
  for (const input of edit.addLines ?? []) {
    const added = line(store, shop, input);
    order.lines.push(added);
    additions.push({ id: added.id, delta: added.quantity });
  }
  routeLines(store, shop, order);
  order.edited = true;
  order.givenTotals = null;
  const rows = (changes: { id: string; delta: number }[]) =>
    changes.map(({ id, delta }) => ({ id: restId(id), delta }));
  store.emit(shop, "orders/edited", {
    order_edit: {
      id: restId(store.nextId()),
      app_id: null,
      created_at: restTime(now(store)),
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
function removeUnits(store: Store, order: Order, target: Line, quantity: number): void {
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
    updateStatuses(store, each);
  }
}

function refund(store: Store, shop: Shop, order: Order, units: Record<string, number>): void {
  const made: Refund = { id: store.nextId(), createdAt: now(store), note: null, lines: [] };
  for (const [id, quantity] of Object.entries(units)) {
    const target = lineOfOrder(order, id);
    const restockType = target.unfulfilled >= quantity ? "cancel" : "no_restock";
    removeUnits(store, order, target, quantity);
    made.lines.push({ id: store.nextId(), lineId: target.id, quantity, restockType });
  }
  order.refunds.push(made);
  order.givenTotals = null;
  const everything = order.lines.every((each) => each.currentQuantity === 0);
  order.financialStatus = everything ? "REFUNDED" : "PARTIALLY_REFUNDED";
  store.emit(shop, "refunds/create", restRefund(order, made));
}

/** Cancels, refunds and restocks what was not sent. */
export function cancelOrder(store: Store, shop: Shop, order: Order, reason = "CUSTOMER"): void {
  if (order.cancelledAt) throw new Error(`${order.name} is already cancelled`);
  order.cancelledAt = now(store);
  order.closedAt = now(store);
  order.cancelReason = reason;
  const open = order.lines.filter((each) => each.unfulfilled > 0).map((each) => [each.id, each.unfulfilled] as const);
  if (order.financialStatus === "PENDING" || order.financialStatus === "AUTHORIZED") {
    for (const [id, quantity] of open) removeUnits(store, order, lineOfOrder(order, id), quantity);
    order.financialStatus = "VOIDED";
  } else if (open.length > 0) {
    refund(store, shop, order, Object.fromEntries(open));
  }
  orderChanged(store, shop, order);
  store.emit(shop, "orders/cancelled", restOrder(shop, order));
}
