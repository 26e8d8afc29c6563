/**
 * Shopify's names of carriers (shopify: FulfillmentTrackingInput.company) by the host of their own tracking pages.
 * Only hosts that belong to one carrier: with another company's name Shopify would build a wrong link.
 */
const BY_HOST: readonly (readonly [host: string, company: string])[] = [
  ["usps.com", "USPS"],
  ["ups.com", "UPS"],
  ["fedex.com", "FedEx"],
  ["royalmail.com", "Royal Mail"],
  ["canadapost.ca", "Canada Post"],
  ["canadapost-postescanada.ca", "Canada Post"],
  ["auspost.com.au", "Australia Post"],
  ["dpd.co.uk", "DPD UK"],
];

/** null: not known for sure. */
export function carrierOf(trackingUrl: string): string | null {
  if (!URL.canParse(trackingUrl)) return null;
  const host = new URL(trackingUrl).hostname;
  return BY_HOST.find(([known]) => host === known || host.endsWith(`.${known}`))?.[1] ?? null;
}
