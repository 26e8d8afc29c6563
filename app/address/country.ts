import countries from "i18n-iso-countries";

/** User-assigned: the library knows it, ISO 3166-1 does not. */
const NOT_ISO: ReadonlySet<string> = new Set(["XK"]);

/** ISO 3166-1 alpha-2 in capitals, or null (Shopify also has AC, AN, TA, XK and others that ISO does not assign). */
export function isoCountry(code: string): string | null {
  const upper = code.trim().toUpperCase();
  return upper.length === 2 && countries.isValid(upper) && !NOT_ISO.has(upper) ? upper : null;
}

/** The English name of an ISO country. */
export function countryName(code: string): string {
  return countries.getName(code, "en") ?? code;
}
