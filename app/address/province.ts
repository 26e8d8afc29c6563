import { provincesOf } from "./province-names.ts";

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
