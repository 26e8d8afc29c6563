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
/** Half of what a scan may have (print-service/list.ts): others may use the account, and items may fill its pages. */
const MAX_LIST_PAGES = 250;
/** No scan begins where as many orders, or more, were sent since. */
export const MAX_LIST_ORDERS = MAX_LIST_PAGES * PAGE_SIZE;

/** How many orders as many requests of a scan show. */
export const ordersForRequests = (requests: number): number => requests * PAGE_SIZE;

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
    ...candidates
      .filter(({ sentSince }) => sentSince < MAX_LIST_ORDERS)
      .map(({ from, sentSince }) => ({
        listFrom: from,
        // One more for the page without rows that ends a scan.
        requests: Math.ceil(sentSince / PAGE_SIZE) + 1 + details(from),
      })),
  ];
  return plans.reduce((best, plan) => (plan.requests < best.requests ? plan : best));
}
