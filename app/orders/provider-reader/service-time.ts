const DAY = 24 * 60 * 60 * 1000;

/**
 * YYYY-MM-DD HH:MM:SS (print-service: listOrders). The service's time zone is not shown, so ranges are widened by a
 * day.
 */
export function serviceTime(at: Date): string {
  return at.toISOString().slice(0, 19).replace("T", " ");
}

/** A range on the service's clock that holds everything between two instants, whatever its time zone. */
export function serviceRange(from: Date, to: Date): { from: string; to: string } {
  return { from: serviceTime(new Date(from.getTime() - DAY)), to: serviceTime(new Date(to.getTime() + DAY)) };
}

/**
 * The dates (YYYY-MM-DD) under which detail may know an order sent at an instant: that UTC day first, then the days
 * around it.
 */
export function serviceDates(sentAt: Date): string[] {
  return [0, -DAY, DAY].map((shift) => new Date(sentAt.getTime() + shift).toISOString().slice(0, 10));
}
