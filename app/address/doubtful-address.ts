import { fitsProvince } from "./zip-provinces.ts";

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
