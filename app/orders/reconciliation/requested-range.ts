import type { OrdersContext } from "../core/context.ts";
import type { ReconciliationShop } from "./reconcile.ts";
import { dayOf, rangeProblem, readRange, type DateRange } from "./date-range.ts";

export interface RequestedRange {
  range: DateRange;
  /** The shop's present day, YYYY-MM-DD. */
  today: string;
  valid: boolean;
}

/** The range of days that an address asks for in a shop's zone. */
export function requestedRange(
  ctx: Pick<OrdersContext, "clock">,
  shop: ReconciliationShop,
  params: URLSearchParams,
): RequestedRange {
  const today = dayOf(ctx.clock.now(), shop.timezone);
  const range = readRange(params, today);
  return { range, today, valid: rangeProblem(range, today) === null };
}
