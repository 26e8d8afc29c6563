import { BULK_APPROVED, isHold, type AttentionCode } from "../../orders/core/attention.ts";
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
  const holds = [...new Set(orders.flatMap(({ reasons }) => reasons.filter(isHold)))].map((code) => ({
    code,
    names: orders.filter(({ reasons }) => reasons.includes(code)).map(({ name }) => name),
  }));
  return {
    ends: holds.filter(({ code }) => BULK_APPROVED.includes(code)),
    stays: holds.filter(({ code }) => !BULK_APPROVED.includes(code)),
  };
}
