import type { BulkAction } from "../../orders/actions/bulk-actions.ts";
import { BULK_APPROVED, codesOffering } from "../../orders/core/attention.ts";
import { MUTABLE_STATES, UNSENT_STATES } from "../../orders/core/states.ts";
import type { OrderSummary } from "../../orders/pages/list/order-summary.ts";
import { BULK_LABELS, SEND_AGAIN, type BulkDialog } from "./copy.ts";

export interface OfferedAction {
  action: BulkAction;
  label: string;
  /** What asks before it; null: nothing. */
  dialog: BulkDialog | null;
}

type Row = Pick<OrderSummary, "state" | "reasons" | "ignoredReason">;

const DISMISSED = codesOffering("acknowledge");

const hasReason = ({ reasons }: Row, codes: typeof DISMISSED): boolean => reasons.some((code) => codes.includes(code));

/** The actions that do something for at least one of these orders. */
export function offeredActions(orders: readonly Row[]): OfferedAction[] {
  const mutable = orders.filter(({ state }) => state !== null && MUTABLE_STATES.includes(state));
  const isAgain = mutable.length > 0 && mutable.every(({ state }) => state === "rejected");
  const offered: readonly (OfferedAction & { fits: boolean })[] = [
    { ...named("approve", "approve"), fits: orders.some((order) => hasReason(order, BULK_APPROVED)) },
    { ...named("send_ignored", "send_ignored"), fits: orders.some((one) => one.ignoredReason === "before_go_live") },
    { ...named("acknowledge", "acknowledge"), fits: orders.some((order) => hasReason(order, DISMISSED)) },
    { ...named("hold", null), fits: orders.some(({ state }) => state !== null && UNSENT_STATES.includes(state)) },
    isAgain
      ? { action: "send_now", label: SEND_AGAIN, dialog: "send_again", fits: true }
      : { ...named("send_now", "send_now"), fits: mutable.length > 0 },
  ];
  return offered.filter(({ fits }) => fits).map(({ fits: _, ...action }) => action);
}

const named = (action: BulkAction, dialog: BulkDialog | null): OfferedAction => ({
  action,
  label: BULK_LABELS[action],
  dialog,
});
