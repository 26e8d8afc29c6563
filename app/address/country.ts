import countries from "i18n-iso-countries";

/**
 * Countries whose addresses carry no postal code.
 * Source: UPU's list of countries that have no postcode system or do not use it, and libaddressinput's address forms.
 * Ireland is not here: its Eircode exists, so a person completes it.
 */
const WITHOUT_POSTAL_CODE: ReadonlySet<string> = new Set(
  (
    "AE AG AO AW BF BI BJ BO BQ BS BW BZ CD CF CG CI CK CM CW DJ DM ER FJ GA GD GH GM GQ GY HK JM KI KM KN KP " +
    "LY ML MO MR MW NR NU PA QA RW SB SC SL SR SS ST SX SY TD TG TK TL TO TV UG VU YE ZW"
  ).split(" "),
);

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

/** `code`: ISO 3166, two letters. */
export function hasPostalCodes(code: string): boolean {
  return !WITHOUT_POSTAL_CODE.has(code);
}
