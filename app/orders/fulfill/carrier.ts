/**
 * Shopify's names of carriers (shopify: FulfillmentTrackingInput.company) by the host of their own tracking pages.
 * Only hosts that belong to one carrier: with another company's name Shopify would build a wrong link. The tracking number is not
 * asked: numbers of several carriers look alike.
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
  ["evri.com", "Evri"],
  ["dhlecs.com", "DHL eCommerce"],
  ["dhlglobalmail.com", "DHL eCommerce"],
  ["deutschepost.de", "Deutsche Post"],
  ["postnl.nl", "PostNL"],
  ["postnl.post", "PostNL"],
  ["asendiausa.com", "Asendia USA"],
  ["ontrac.com", "OnTrac"],
  ["lasership.com", "Lasership"],
  ["purolator.com", "Purolator"],
  ["yuntrack.com", "YunExpress"],
  ["4px.com", "4PX"],
  ["anpost.com", "An Post"],
  ["correos.es", "Correos"],
  ["nzpost.co.nz", "New Zealand Post"],
  ["singpost.com", "Singapore Post"],
];

/** null: not known for sure. */
export function carrierOf(trackingUrl: string): string | null {
  if (!URL.canParse(trackingUrl)) return null;
  const host = new URL(trackingUrl).hostname;
  return BY_HOST.find(([known]) => host === known || host.endsWith(`.${known}`))?.[1] ?? null;
}
