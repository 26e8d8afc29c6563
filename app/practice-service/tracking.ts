/** Marks a tracking number of a practice order wherever it is shown. */
const PREFIX = "PRACTICE-";

/** The one tracking number of a practice order, and the link to the page of this app that says what it is. */
export function practiceTracking(appUrl: string, reference: string): { trackingNumber: string; trackingUrl: string } {
  return { trackingNumber: `${PREFIX}${reference}`, trackingUrl: new URL("/practice-tracking", appUrl).href };
}
