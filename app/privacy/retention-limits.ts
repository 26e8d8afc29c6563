const DAY = 24 * 60 * 60 * 1000;

/** Up to when each kind of row goes. */
export interface RetentionLimits {
  /** What names people goes when it is older: bodies, contents and words of submissions, and what only they give sense to. */
  personal: Date;
  /** Rows of deliveries go when they are older. */
  deliveries: Date;
  /** Prices, which hold nobody's data and are of no use after a week. */
  prices: Date;
  /** Leases that nobody came back for. */
  leases: Date;
}

/**
 * The row of a delivery stays as long again as its body did: its unique id is what tells a repeat, which Shopify sends within
 * four hours and an outage of ours may put off; and a person can still see that it came. That many days are plenty.
 */
export function retentionLimits(now: Date, retentionDays: number): RetentionLimits {
  const daysAgo = (days: number) => new Date(now.getTime() - days * DAY);
  return {
    personal: daysAgo(retentionDays),
    deliveries: daysAgo(2 * retentionDays),
    prices: daysAgo(7),
    leases: daysAgo(1),
  };
}
