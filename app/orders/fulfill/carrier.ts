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

/**
 * Other carriers of Shopify's list that a print service may use. Without those whose name stands for several in the list (DHL, DPD and
 * PostNord by country), since Shopify would build the link of one.
 */
const FURTHER = [
  "Amazon",
  "Anjun Logistics",
  "APC",
  "BPost",
  "China Post",
  "Chronopost",
  "Colissimo",
  "DHL Express",
  "DPD Local",
  "DTD Express",
  "GLS",
  "Israel Post",
  "Japan Post (EN)",
  "La Poste",
  "Mondial Relay",
  "Pitney Bowes",
  "Poste Italiane",
  "Sagawa (EN)",
  "Sendle",
  "SF Express",
  "StarTrack",
  "Swiss Post",
  "TNT",
  "Whistl",
  "Yamato (EN)",
  "YiFan Express",
];

/** Without capitals, blanks and marks: as names and as codes (`Canada Post`, `canada-post`). */
const fold = (name: string): string => name.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, "");

const BY_NAME: ReadonlyMap<string, string> = new Map([
  ...[...BY_HOST.map(([, company]) => company), ...FURTHER].map((company) => [fold(company), company] as const),
  ...([
    ["unitedstatespostalservice", "USPS"],
    ["uspostalservice", "USPS"],
    ["unitedparcelservice", "UPS"],
    ["federalexpress", "FedEx"],
    ["dhlglobalmail", "DHL eCommerce"],
    ["asendia", "Asendia USA"],
    ["yunexpresslogistics", "YunExpress"],
    ["singpost", "Singapore Post"],
    ["auspost", "Australia Post"],
    ["nzpost", "New Zealand Post"],
    ["belgianpost", "BPost"],
  ] as const),
]);

/**
 * The carrier of a parcel as Shopify names it, else as the print service does; null: not known for sure. The link decides first, since
 * Shopify shows the link. A name that Shopify does not know is passed on beside a link alone: Shopify then shows that link, and builds none
 * of its own (shopify: FulfillmentTrackingInput.url).
 */
export function carrierOf(trackingUrl: string, named: string | null = null): string | null {
  const host = URL.parse(trackingUrl)?.hostname;
  const byHost =
    host === undefined ? undefined : BY_HOST.find(([known]) => host === known || host.endsWith(`.${known}`))?.[1];
  if (byHost !== undefined || named === null) return byHost ?? null;
  return BY_NAME.get(fold(named)) ?? (host === undefined ? null : named);
}
