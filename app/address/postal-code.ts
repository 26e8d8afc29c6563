/**
 * What Shopify's checkout asks of a postal code, by country (ISO 3166-1 alpha-2). In the countries that are not listed, the checkout
 * requires one.
 *
 * Source: Shopify/worldwide (MIT), data/regions/*.yml at 2514b31c of 2026-08-06: `zip_requirement` where it is set; without it, a
 * postal code is required where there is a `zip_regex`. `format.edit` shows whether the form has the field, `zip_autofill_enabled` that
 * the checkout fills it in.
 */
const NOT_IN_FORM = listed(
  "AE AG AO AW BI BJ BO BQ BS BW BZ CD CF CG CI CK CM CW DJ DM ER FJ GA GD GM GQ GY HK JM KM ML MO MR QA RW SB SC SL SR " +
    "SS ST SX TD TG TK TL TO TV UG VU YE ZW",
);

/** The form has the field, which may stay empty: optional, or merely recommended. */
const OPTIONAL = listed(
  "AF AL AM AZ BB BD BF BH BT BV BY CL CO CR CU CV DO DZ EC EG EH ET GH GN GT GW HM HN HT IL IO IQ IR JO KE KG KH KI KN KP " +
    "KW KY KZ LA LB LC LK LR LS LY MA MD MM MN MU MV MW MZ NA NE NG NI NP OM PA PE PG PK PS PY RO SA SD SN SO SV SY SZ TF " +
    "TJ TM TN TR TT TW TZ UY UZ VC VE VN WS ZM",
);

/** The country has one postal code, which the checkout fills in; an order that did not pass a checkout may lack it. */
const ONLY_CODE: ReadonlyMap<string, string> = new Map([
  ["AI", "AI-2640"],
  ["CC", "6799"],
  ["CX", "6798"],
  ["FK", "FIQQ 1ZZ"],
  ["GI", "GX11 1AA"],
  ["GS", "SIQQ 1ZZ"],
  ["NF", "2899"],
  ["NR", "NRU68"],
  ["NU", "9974"],
  ["PN", "PCRN 1ZZ"],
  ["SH", "STHL 1ZZ"],
  ["TC", "TKCA 1ZZ"],
  ["VA", "00120"],
]);

function listed(codes: string): ReadonlySet<string> {
  return new Set(codes.split(" "));
}

/** Whether the checkout takes no address of the country without one: the customer was asked, so a person can complete it. */
export const isPostalCodeRequired = (country: string): boolean =>
  !NOT_IN_FORM.has(country) && !OPTIONAL.has(country) && !ONLY_CODE.has(country);

/** Whether addresses of the country have a postal code at all. */
export const hasPostalCodes = (country: string): boolean => !NOT_IN_FORM.has(country);

/** The postal code of a country that has one alone; undefined elsewhere. */
export const onlyPostalCode = (country: string): string | undefined => ONLY_CODE.get(country);
