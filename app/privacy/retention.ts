import { DAY_MS } from "../ports/clock.ts";

/** For how many days each kind of row is kept. The privacy page shows them. */
export const retentionPeriods = (retentionDays: number) => ({
  /**
   * Personal data: bodies of deliveries, payloads of submissions, the service's answers to them, lookups, and the
   * customer in the orders list.
   */
  personal: retentionDays,
  /**
   * The row of a delivery stays twice as long as its body: its unique id detects a repetition, which Shopify sends
   * within four hours and an outage of the app may delay, and staff can still see that the delivery came.
   */
  deliveries: 2 * retentionDays,
  /**
   * History, cleared reasons for attention and attempts of orders that came to their end: longer than anybody complains
   * about an order.
   */
  history: 365,
  /** Events for Shopify Flow that are settled. */
  flowEvents: 30,
  /** Lookups of a submission that is still uncertain. */
  openLookups: 7,
  /** Prices, which are used for some minutes. */
  prices: 7,
  /** Abandoned leases. */
  leases: 1,
  dryRuns: 30,
  /** Imports of mappings that staff left. */
  imports: 7,
  /** Nightly SKU checks. */
  skuCheckRuns: 30,
  /** Names of staff, which are asked for again while people act in the app. */
  staff: 365,
  /** The log of who opened buyers' data. */
  accessLog: 365,
  /** Data requests that ended: longer than a customer's complaint about an answer takes. */
  dataRequests: 365,
});

export type RetentionPeriods = ReturnType<typeof retentionPeriods>;

/** Rows older than the limit of their kind are deleted or erased. */
export type RetentionLimits = Readonly<Record<keyof RetentionPeriods, Date>>;

export function retentionLimits(now: Date, retentionDays: number): RetentionLimits {
  const limits = Object.entries(retentionPeriods(retentionDays)).map(([kind, days]) => [
    kind,
    new Date(now.getTime() - days * DAY_MS),
  ]);
  return Object.fromEntries(limits) as RetentionLimits;
}
