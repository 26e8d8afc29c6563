import type { OrderDetails } from "../../app/orders/pages/details/order-details.ts";

/** Codes of the open reasons of an order's first submission, or of another one; undefined without such a submission. */
export function reasonCodes(order: OrderDetails | null, index = 0): string[] | undefined {
  const submission = order?.submissions[index];
  return submission && order.reasons.filter((one) => one.submissionId === submission.id).map(({ code }) => code);
}

export const hasReason = (order: OrderDetails | null, code: string): boolean =>
  reasonCodes(order)?.includes(code) === true;
