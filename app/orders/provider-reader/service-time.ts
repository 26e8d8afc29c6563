import { serviceTime } from "../../ports/print-service.ts";
import { DAY_MS } from "../../ports/clock.ts";

/**
 * A range on the service's clock that holds everything between two instants. The service's time zone is not shown, so that the range
 * is wider by a day.
 */
export function serviceRange(from: Date, to: Date): { from: string; to: string } {
  return { from: serviceTime(new Date(from.getTime() - DAY_MS)), to: serviceTime(new Date(to.getTime() + DAY_MS)) };
}

/**
 * The dates (YYYY-MM-DD) under which detail may know an order sent at an instant: that UTC day first, then the days
 * around it.
 */
export function serviceDates(sentAt: Date): string[] {
  return [0, -DAY_MS, DAY_MS].map((shift) => new Date(sentAt.getTime() + shift).toISOString().slice(0, 10));
}
