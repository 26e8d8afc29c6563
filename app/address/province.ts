/** Longest province code the print service takes (print-service: createOrder). */
export const PROVINCE_CODE_MAX = 4;

/** Shopify's codes that stay too long without a country prefix, as ISO 3166-2 has them. */
const SHORT_CODES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  MX: { "Q ROO": "ROO", TAMPS: "TAM" },
};

/** A province code without its country prefix, e.g. JP-13 → 13. May still be too long; "" when nothing is left. */
export function provinceCode(code: string, country: string): string {
  const upper = code.toUpperCase();
  const bare = upper.startsWith(`${country}-`) ? code.slice(country.length + 1).trim() : code;
  return SHORT_CODES[country]?.[upper] ?? bare;
}

/** shopify: names that an order has for a province which is chosen under another one. */
const NAMES_IN_ORDERS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  US: { "DISTRICT OF COLUMBIA": "DC", "FEDERATED STATES OF MICRONESIA": "FM", "VIRGIN ISLANDS": "VI" },
};

/** The code of a province that has to be chosen by name, given as its name or code; null where the country has none of it. */
export function provinceNamed(country: string, given: string): string | null {
  const folded = given.trim().toUpperCase();
  const named = provincesOf(country).find(({ name, code }) => name.toUpperCase() === folded || code === folded);
  return named?.code ?? NAMES_IN_ORDERS[country]?.[folded] ?? null;
}

/**
 * The province code that the print service wants for a country (ISO alpha-2, capitals), given as a code or a name: as in
 * an order, without its country prefix, and the country code where there is none. null when it is longer than the service takes
 * (print-service: testPrice).
 */
export function provinceFor(country: string, given: string): string | null {
  const code = provinceNamed(country, given) ?? (provinceCode(given.trim().toUpperCase(), country) || country);
  return code.length <= PROVINCE_CODE_MAX ? code : null;
}

/** Countries whose states and provinces are chosen by name: code and English name, as Shopify has them. */
const LISTS: Readonly<Record<string, string>> = {
  US:
    "AL Alabama|AK Alaska|AS American Samoa|AZ Arizona|AR Arkansas|CA California|CO Colorado|CT Connecticut|DE Delaware|" +
    "DC Washington DC|FM Micronesia|FL Florida|GA Georgia|GU Guam|HI Hawaii|ID Idaho|IL Illinois|IN Indiana|IA Iowa|" +
    "KS Kansas|KY Kentucky|LA Louisiana|ME Maine|MH Marshall Islands|MD Maryland|MA Massachusetts|MI Michigan|" +
    "MN Minnesota|MS Mississippi|MO Missouri|MT Montana|NE Nebraska|NV Nevada|NH New Hampshire|NJ New Jersey|" +
    "NM New Mexico|NY New York|NC North Carolina|ND North Dakota|MP Northern Mariana Islands|OH Ohio|OK Oklahoma|" +
    "OR Oregon|PW Palau|PA Pennsylvania|PR Puerto Rico|RI Rhode Island|SC South Carolina|SD South Dakota|TN Tennessee|" +
    "TX Texas|VI U.S. Virgin Islands|UT Utah|VT Vermont|VA Virginia|WA Washington|WV West Virginia|WI Wisconsin|" +
    "WY Wyoming|AA Armed Forces Americas|AE Armed Forces Europe|AP Armed Forces Pacific",
  CA:
    "AB Alberta|BC British Columbia|MB Manitoba|NB New Brunswick|NL Newfoundland and Labrador|NT Northwest Territories|" +
    "NS Nova Scotia|NU Nunavut|ON Ontario|PE Prince Edward Island|QC Quebec|SK Saskatchewan|YT Yukon",
  AU:
    "ACT Australian Capital Territory|NSW New South Wales|NT Northern Territory|QLD Queensland|SA South Australia|" +
    "TAS Tasmania|VIC Victoria|WA Western Australia",
};

interface Province {
  code: string;
  name: string;
}

/** The provinces of a country (ISO alpha-2, capitals) by name; none where they are typed as a code. */
export const provincesOf = (country: string): readonly Province[] => PROVINCES.get(country) ?? [];

const PROVINCES: ReadonlyMap<string, readonly Province[]> = new Map(
  Object.entries(LISTS).map(([country, list]) => [country, list.split("|").map(readProvince)]),
);

function readProvince(entry: string): Province {
  const space = entry.indexOf(" ");
  return { code: entry.slice(0, space), name: entry.slice(space + 1) };
}
