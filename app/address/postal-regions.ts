import { POSTAL_DATA } from "./postal-data.ts";

/** What stands between the parts of a postal code. */
const SEPARATORS = /[\s.\-\u2010-\u2015]+/g;

/** A postal code as its country writes it; null where it has not the form of the country's codes. As it is where that is not known. */
export function writePostalCode(zip: string, country: string): string | null {
  const upper = zip.trim().toUpperCase();
  const { pattern, example = "" } = POSTAL_DATA[country] ?? {};
  if (pattern === undefined) return upper;
  const isForm = new RegExp(`^(?:${pattern})$`);
  const letters = upper.replace(SEPARATORS, "");
  // On envelopes, the letters of the country stand before the code: D-10115, SE-114 55.
  const bare = upper
    .replace(/^[A-Z]{1,3}[\s-]+(?=\d)/, "")
    .replace(SEPARATORS, "")
    .replace(new RegExp(`^${country}`), "");
  const plus4 = letters.replace(/^(\d{5})(\d{4})$/, "$1-$2");
  const writings = [
    likeExample(letters, example),
    plus4,
    letters,
    upper,
    likeExample(bare, example),
    bare,
    `${country}-${bare}`,
  ];
  return writings.find((one) => isForm.test(one)) ?? null;
}

/** With the separator where the country's example has it, counted from the end: British codes differ in how they begin. */
function likeExample(letters: string, example: string): string {
  const [separator] = /[ -]/.exec(example) ?? [];
  if (separator === undefined) return letters;
  const end = example.length - 1 - example.indexOf(separator);
  return letters.length > end ? `${letters.slice(0, -end)}${separator}${letters.slice(-end)}` : letters;
}

/** The regions of a country that have a postal code, as it is written; null where the regions are not known. */
export function regionsOfPostalCode(zip: string, country: string): string[] | null {
  const regions = country === "US" ? US_PREFIXES : POSTAL_DATA[country]?.regions;
  if (!regions) return null;
  const has = country === "US" ? hasPrefix : (beginnings: string) => new RegExp(`^(?:${beginnings})`).test(zip);
  return Object.keys(regions).filter((region) => has(regions[region] ?? "", zip));
}

/** Whether it is known which postal codes a region has. */
export const isKnownRegion = (region: string, country: string): boolean =>
  Object.hasOwn((country === "US" ? US_PREFIXES : POSTAL_DATA[country]?.regions) ?? {}, region);

function hasPrefix(ranges: string, zip: string): boolean {
  const prefix = Number(zip.slice(0, 3));
  return ranges.split(" ").some((range) => {
    const [first, last = first] = range.split("-").map(Number);
    return prefix >= (first ?? 0) && prefix <= (last ?? 0);
  });
}

/**
 * The first three digits of the ZIP codes of each state, as ranges. A range spans numbers that are not in use, and one number
 * may be in two states where a post office serves both, which Google's data lacks.
 *
 * Source: USPS, Domestic Mail Manual, labeling list L002 (3-digit ZIP code prefixes).
 */
const US_PREFIXES: Readonly<Record<string, string>> = {
  AA: "340",
  AE: "090-099",
  AK: "995-999",
  AL: "350-369",
  AP: "962-966",
  AR: "716-729",
  AS: "967",
  AZ: "845 850-865",
  CA: "900-961",
  CO: "800-816",
  CT: "060-069",
  DC: "200-205 569",
  DE: "197-199",
  FL: "320-349",
  FM: "969",
  GA: "300-319 398-399",
  GU: "969",
  HI: "967-968",
  IA: "500-528",
  ID: "832-838",
  IL: "600-629",
  IN: "460-479",
  KS: "660-679",
  KY: "400-427",
  LA: "700-714",
  MA: "010-027 055",
  MD: "203-219",
  ME: "039-049",
  MH: "969",
  MI: "480-499",
  MN: "550-567",
  MO: "630-658",
  MP: "969",
  MS: "386-397",
  MT: "590-599",
  NC: "270-289",
  ND: "580-588",
  NE: "680-693",
  NH: "030-038",
  NJ: "070-089",
  NM: "865 870-884",
  NV: "889-898",
  NY: "004-005 063 100-149",
  OH: "430-459",
  OK: "730-749",
  OR: "970-979",
  PA: "150-196",
  PR: "006-009",
  PW: "969",
  RI: "028-029",
  SC: "290-299",
  SD: "570-577",
  TN: "370-385 422",
  TX: "733 739 750-799 885",
  UT: "840-847",
  VA: "201 220-246",
  VI: "008",
  VT: "050-059",
  WA: "980-994",
  WI: "530-549",
  WV: "247-268",
  WY: "820-831 834",
};
