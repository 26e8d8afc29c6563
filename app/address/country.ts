import countries from "i18n-iso-countries";

/** User-assigned: the library knows it, ISO 3166-1 does not. */
const NOT_ISO: ReadonlySet<string> = new Set(["XK"]);

/** ISO 3166-1 alpha-2 in capitals, or null (Shopify also has AC, AN, TA, XK and others that ISO does not assign). */
export function isoCountry(code: string): string | null {
  const upper = code.trim().toUpperCase();
  return upper.length === 2 && countries.isValid(upper) && !NOT_ISO.has(upper) ? upper : null;
}

/**
 * Shopify's English names of countries, by code, where they are others than the library's.
 *
 * Source: Shopify/worldwide (MIT), `name` in data/regions/*.yml at 2514b31c of 2026-08-06.
 */
const NAMES: Readonly<Record<string, string>> = {
  AG: "Antigua And Barbuda",
  AX: "Aland Islands",
  BA: "Bosnia And Herzegovina",
  BN: "Brunei",
  BQ: "Caribbean Netherlands",
  CD: "Congo, The Democratic Republic Of The",
  CG: "Congo",
  CI: "Côte d'Ivoire",
  CM: "Republic of Cameroon",
  CN: "China",
  GM: "Gambia",
  GS: "South Georgia And The South Sandwich Islands",
  GW: "Guinea Bissau",
  HM: "Heard Island And Mcdonald Islands",
  IM: "Isle Of Man",
  IR: "Iran, Islamic Republic Of",
  KN: "Saint Kitts And Nevis",
  KP: "Korea, Democratic People's Republic Of",
  LY: "Libyan Arab Jamahiriya",
  MF: "Saint Martin",
  MK: "North Macedonia",
  PM: "Saint Pierre And Miquelon",
  PS: "Palestinian Territory, Occupied",
  RU: "Russia",
  SJ: "Svalbard And Jan Mayen",
  ST: "Sao Tome And Principe",
  SX: "Sint Maarten",
  SY: "Syria",
  TL: "Timor Leste",
  TR: "Turkey",
  TW: "Taiwan",
  TZ: "Tanzania, United Republic Of",
  US: "United States",
  VC: "St. Vincent",
  WF: "Wallis And Futuna",
};

/** The English name of an ISO country, as Shopify writes it: labels and customs papers get the same one as the order's page. */
export function countryName(code: string): string {
  return NAMES[code] ?? countries.getName(code, "en") ?? code;
}

/** `code`: ISO 3166 alpha-2; `name` as Shopify has it. */
export interface Country {
  code: string;
  name: string;
}

export const namedCountry = (code: string): Country => ({ code, name: countryName(code) });
