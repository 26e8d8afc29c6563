/** One submission that is due for a comparison with the service. */
export interface DueSubmission {
  sentAt: Date;
  /** Requests that its detail would take: one where the date is known, else one per possible date. */
  detailRequests: number;
}

/** From `listFrom` on the list is scanned; what was sent before is asked for one by one. null: no list scan at all. */
export interface ReadingPlan {
  listFrom: Date | null;
  requests: number;
}

/** Largest page of the list (print-service: listOrders). */
const PAGE_SIZE = 200;

/**
 * The cheaper way to read all that is due: one scan of the list for the recent many, details for the old few.
 * `sentSince` tells how many orders of the account were sent from an instant on, for each candidate.
 */
export function planReading(
  due: readonly DueSubmission[],
  candidates: readonly { from: Date; sentSince: number }[],
): ReadingPlan {
  const details = (before: Date | null) =>
    due.filter(({ sentAt }) => before === null || sentAt < before).reduce((sum, one) => sum + one.detailRequests, 0);
  const plans: ReadingPlan[] = [
    { listFrom: null, requests: details(null) },
    ...candidates.map(({ from, sentSince }) => ({
      listFrom: from,
      // One more for the page without rows that ends a reading.
      requests: Math.ceil(sentSince / PAGE_SIZE) + 1 + details(from),
    })),
  ];
  return plans.reduce((best, plan) => (plan.requests < best.requests ? plan : best));
}
