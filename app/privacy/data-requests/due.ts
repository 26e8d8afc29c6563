const DAY = 24 * 60 * 60_000;

/** Shopify's rule for apps, and the month that the GDPR gives the merchant. */
export const DAYS_TO_ANSWER = 30;

/** Until when the merchant has to answer the customer. */
export const dueOf = (request: { requestedAt: Date }): Date =>
  new Date(request.requestedAt.getTime() + DAYS_TO_ANSWER * DAY);
