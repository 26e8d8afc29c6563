import { PROVINCE_CODE_MAX, provinceCode } from "./province.ts";

/**
 * The province code that the print service wants for a country (ISO alpha-2, capitals): as in an order, without its country
 * prefix, and the country code where there is none. null when it is longer than the service takes (print-service: testPrice).
 */
export function provinceFor(country: string, given: string): string | null {
  const code = provinceCode(given.trim().toUpperCase(), country) || country;
  return code.length <= PROVINCE_CODE_MAX ? code : null;
}
