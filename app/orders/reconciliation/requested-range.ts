import type { OrdersContext } from "../core/context.ts";
import type { LedgerShop } from "./reconcile.ts";
import { dayOf, problemOf, readRange, type LedgerRange } from "./date-range.ts";

export interface AskedRange {
  range: LedgerRange;
  /** The shop's present day, YYYY-MM-DD. */
  today: string;
  sound: boolean;
}

/** The range of days that an address asks for in a shop's zone. */
export function askedRange(ctx: Pick<OrdersContext, "clock">, shop: LedgerShop, params: URLSearchParams): AskedRange {
  const today = dayOf(ctx.clock.now(), shop.timezone);
  const range = readRange(params, today);
  return { range, today, sound: problemOf(range, today) === null };
}
