/** One submission that is due for a comparison with the service. */
export interface DueSubmission {
  sentAt: Date;
  /** Requests for its detail: one where the date is known, else one per possible date. */
  detailRequests: number;
}

/** The list is scanned from `listFrom` on; older submissions are read one by one. null: no scan. */
export interface ReadingPlan {
  listFrom: Date | null;
  requests: number;
}

/** Largest page of the list (print-service: listOrders). */
const PAGE_SIZE = 200;

/**
 * The cheaper way to read all that is due: one scan for many recent submissions, details for a few old ones.
 * `sentSince`: how many orders of the account were sent since each candidate.
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
      // One more for the page without rows that ends a scan.
      requests: Math.ceil(sentSince / PAGE_SIZE) + 1 + details(from),
    })),
  ];
  return plans.reduce((best, plan) => (plan.requests < best.requests ? plan : best));
}
