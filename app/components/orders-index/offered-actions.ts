import type { BulkAction } from "../../orders/actions/bulk-actions.ts";
import { BULK_APPROVED, type AttentionCode } from "../../orders/core/attention.ts";
import { MUTABLE_STATES, UNSENT_STATES } from "../../orders/core/states.ts";
import type { OrderSummary } from "../../orders/pages/list/order-summary.ts";
import type { OrderId } from "../../ports/ids.ts";
import { DISMISSED } from "./bulk-approval.ts";
import { BULK_LABELS, SEND_AGAIN, type BulkDialog } from "./copy.ts";

export interface OfferedAction {
  action: BulkAction;
  label: string;
  /** What asks before it; null: nothing. */
  dialog: BulkDialog | null;
  /** Those that it concerns, which the dialog counts. */
  orderIds: OrderId[];
}

type Row = Pick<OrderSummary, "id" | "state" | "reasons" | "ignoredReason">;

const hasReason =
  (codes: readonly AttentionCode[]) =>
  ({ reasons }: Row): boolean =>
    reasons.some((code) => codes.includes(code));

const isIn =
  (states: typeof UNSENT_STATES) =>
  ({ state }: Row): boolean =>
    state !== null && states.includes(state);

/** The actions that do something for at least one of these orders, each with the orders for which it does. */
export function offeredActions(orders: readonly Row[]): OfferedAction[] {
  const mutable = orders.filter(isIn(MUTABLE_STATES));
  const isAgain = mutable.every(({ state }) => state === "rejected");
  const offered = [
    named("approve", "approve", orders.filter(hasReason(BULK_APPROVED))),
    named(
      "send_ignored",
      "send_ignored",
      orders.filter((one) => one.ignoredReason === "before_go_live"),
    ),
    named("acknowledge", "acknowledge", orders.filter(hasReason(DISMISSED))),
    named("hold", null, orders.filter(isIn(UNSENT_STATES))),
    isAgain
      ? { ...named("send_now", "send_again", mutable), label: SEND_AGAIN }
      : named("send_now", "send_now", mutable),
    named("exclude", "exclude", mutable),
  ];
  return offered.filter(({ orderIds }) => orderIds.length > 0);
}

const named = (action: BulkAction, dialog: BulkDialog | null, orders: readonly Row[]): OfferedAction => ({
  action,
  label: BULK_LABELS[action],
  dialog,
  orderIds: orders.map(({ id }) => id),
});
