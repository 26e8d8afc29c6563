/** What makes an address doubtful. `zip`: it does not exist, or not in the state. */
export const ADDRESS_DOUBTS = ["zip", "line_too_long", "house_number"] as const;
export type AddressDoubt = (typeof ADDRESS_DOUBTS)[number];

/** The parts of an address as they are sent (print-service: createOrder). */
interface SentAddress {
  address1: string;
  address2: string;
  zip: string;
  provinceCode: string;
  countryCode: string;
}

/** The interface names no limit. The labels of carriers hold 35 to 50 characters of a line, and cut the rest. */
const LINE_MAX = 50;

/** There, a street address has a number; elsewhere a house may have a name alone. */
const NUMBERED: ReadonlySet<string> = new Set(["US", "CA"]);
/** Places in the country that are reached without a number. */
const WITHOUT_NUMBER = /\b(?:general delivery|poste restante|one|two|three|four|five|six|seven|eight|nine|ten)\b/i;

/** What a parcel may not arrive for. A doubt is no proof: rural addresses and new postal codes differ. */
export function findAddressDoubts({ address1, address2, ...place }: SentAddress): AddressDoubt[] {
  const hasNumber = /\d/.test(`${address1} ${address2}`) || WITHOUT_NUMBER.test(address1);
  return [
    ...(fitsProvince(place) ? [] : ["zip" as const]),
    ...([address1, address2].some((text) => [...text].length > LINE_MAX) ? ["line_too_long" as const] : []),
    ...(NUMBERED.has(place.countryCode) && !hasNumber ? ["house_number" as const] : []),
  ];
}

/**
 * The first three digits of the ZIP codes of each state, as ranges. A range spans numbers that are not in use, and one number
 * may be in two states where a post office serves both.
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

/** The first letters of the postal codes of each province. Source: Canada Post, postal code format. */
const CA_LETTERS: Readonly<Record<string, string>> = {
  AB: "T",
  BC: "V",
  MB: "R",
  NB: "E",
  NL: "A",
  NS: "B",
  NT: "X",
  NU: "X",
  // K1A: offices of the government on both banks of the river.
  ON: "KLMNP",
  PE: "C",
  QC: "GHJK",
  SK: "S",
  YT: "Y",
};

interface Place {
  zip: string;
  provinceCode: string;
  countryCode: string;
}

/** Whether a postal code can be one of the state; true for a country or state whose codes are not known here. */
export function fitsProvince({ zip, provinceCode, countryCode }: Place): boolean {
  if (countryCode === "US") return fitsState(zip.trim(), provinceCode);
  if (countryCode === "CA") return fitsCanadianProvince(zip.trim().toUpperCase(), provinceCode);
  return true;
}

function fitsState(zip: string, state: string): boolean {
  if (!/^\d{5}(?:[-\s]?\d{4})?$/.test(zip)) return false;
  const ranges = US_PREFIXES[state]?.split(" ");
  const prefix = Number(zip.slice(0, 3));
  return (
    !ranges ||
    ranges.some((range) => {
      const [first, last = first] = range.split("-").map(Number);
      return prefix >= (first ?? 0) && prefix <= (last ?? 0);
    })
  );
}

function fitsCanadianProvince(zip: string, province: string): boolean {
  if (!/^[A-Z]\d[A-Z][-\s]?\d[A-Z]\d$/.test(zip)) return false;
  return CA_LETTERS[province]?.includes(zip.charAt(0)) ?? true;
}
