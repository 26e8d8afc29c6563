import { BULK_APPROVED, codesOffering, isHold, type AttentionCode } from "../../orders/core/attention.ts";
import type { OrderSummary } from "../../orders/pages/list/order-summary.ts";

interface HeldOrders {
  code: AttentionCode;
  /** Names of the orders, in the sequence of the list. */
  names: string[];
}

/** What an approval of these orders ends, and what still holds them afterwards, by reason. */
export function bulkApproval(orders: readonly Pick<OrderSummary, "name" | "reasons">[]): {
  ends: HeldOrders[];
  stays: HeldOrders[];
} {
  const holds = byReason(orders, isHold);
  return {
    ends: holds.filter(({ code }) => BULK_APPROVED.includes(code)),
    stays: holds.filter(({ code }) => !BULK_APPROVED.includes(code)),
  };
}

/** The problems that marking an order as resolved dismisses. */
export const DISMISSED = codesOffering("acknowledge");

/** The problems that are dismissed where these orders are marked as resolved. */
export const bulkDismissal = (orders: readonly Pick<OrderSummary, "name" | "reasons">[]): HeldOrders[] =>
  byReason(orders, (code) => DISMISSED.includes(code));

function byReason(
  orders: readonly Pick<OrderSummary, "name" | "reasons">[],
  matches: (code: AttentionCode) => boolean,
): HeldOrders[] {
  const codes = new Set(orders.flatMap(({ reasons }) => reasons.filter(matches)));
  return [...codes].map((code) => ({
    code,
    names: orders.filter(({ reasons }) => reasons.includes(code)).map(({ name }) => name),
  }));
}
