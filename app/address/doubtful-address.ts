import { isPostalCodeRequired } from "./postal-code.ts";
import { isKnownRegion, regionsOfPostalCode, writePostalCode } from "./postal-regions.ts";

/** What makes an address doubtful. `zip`: the postal code is not one of the country; `zip_region`: it is one of another region. */
export type AddressDoubt = "zip" | "zip_region" | "house_number" | "line_too_long" | "po_box";

/** The parts of an address as they are sent (print-service: createOrder). */
interface SentAddress {
  address1: string;
  address2: string;
  zip: string;
  provinceCode: string;
  countryCode: string;
  /** null: Standard. */
  /** Whether carriers of a shipping service take such addresses, nobody knows. */
  method: number | string | null;
}

/** A doubt with the field that it is about, and what may be meant instead. */
export interface AddressFinding {
  doubt: AddressDoubt;
  field: "zip" | "address1" | "address2" | "method";
  suggestion: Partial<Pick<SentAddress, "address1" | "address2" | "zip" | "provinceCode">> | null;
}

/** The interface names no limit. The labels of carriers hold 35 to 50 characters of a line, and cut the rest. */
export const LINE_MAX = 50;

/** There, a street address has a number; elsewhere a house may have a name alone. */
const NUMBERED: ReadonlySet<string> = new Set(["US", "CA", "AT", "BE", "DE", "DK", "NL"]);
/** Places in the country that are reached without a number. */
const WITHOUT_NUMBER = /\b(?:general delivery|poste restante|one|two|three|four|five|six|seven|eight|nine|ten)\b/i;

/** A box at a post office: couriers bring parcels to doors. A street may be called after a box, and has no number behind it. */
const PO_BOX =
  /\b(?:p\.?\s?o\.?\s?b(?:ox)?|post(?:al)?\s+office\s+box|gpo\s+box|locked\s+bag|private\s+bag)\.?\s*(?:no\.?|#)?\s*\d/i;
/** Addresses of the forces, which only the post serves. */
const MILITARY: ReadonlySet<string> = new Set(["AA", "AE", "AP"]);

/** What a parcel may not arrive for. A doubt is no proof: rural addresses and new postal codes differ. */
export function findAddressDoubts(address: SentAddress): AddressFinding[] {
  const { address1, address2, provinceCode, countryCode, method } = address;
  const hasNumber = /\d/.test(`${address1} ${address2}`) || WITHOUT_NUMBER.test(address1);
  const isBox = PO_BOX.test(`${address1} ${address2}`) || (countryCode === "US" && MILITARY.has(provinceCode));
  return [
    ...zipFindings(address),
    ...(NUMBERED.has(countryCode) && !hasNumber ? [found("house_number", "address1")] : []),
    ...lineFindings(address),
    ...(typeof method === "number" && isBox ? [found("po_box", "method")] : []),
  ];
}

const found = (
  doubt: AddressDoubt,
  field: AddressFinding["field"],
  suggestion: AddressFinding["suggestion"] = null,
): AddressFinding => ({ doubt, field, suggestion });

/** Whether a code of the country's form is one of the region; true where the codes of the region are not known. */
function isInRegion(zip: string, { countryCode, provinceCode }: SentAddress): boolean {
  if (countryCode === "US" && regionsOfPostalCode(zip, "US")?.length === 0) return false;
  return (
    !isKnownRegion(provinceCode, countryCode) || regionsOfPostalCode(zip, countryCode)?.includes(provinceCode) !== false
  );
}

function zipFindings(address: SentAddress): AddressFinding[] {
  const { zip, countryCode } = address;
  // Where the checkout asks for none, there is no telling what was meant.
  if (!isPostalCodeRequired(countryCode) || zip === "") return [];
  const written = writePostalCode(zip, countryCode);
  const meant = mendedCodes(zip, countryCode).find((one) => isInRegion(one, address));
  const suggestion = meant === undefined ? null : { zip: meant };
  if (written === null) return [found("zip", "zip", suggestion)];
  if (isInRegion(written, address)) return [];
  const [region, ...others] = regionsOfPostalCode(written, countryCode) ?? [];
  if (region === undefined) return [found("zip", "zip", suggestion)];
  return [found("zip_region", "zip", suggestion ?? (others.length === 0 ? { provinceCode: region } : null))];
}

/** Codes of the country's form that may be meant: letters for digits that look alike, and a first zero that a spreadsheet drops. */
function mendedCodes(zip: string, country: string): string[] {
  const upper = zip.trim().toUpperCase();
  const digits = upper.replace(/O/g, "0").replace(/[IL]/g, "1");
  const tried = [digits, `0${digits}`].filter((one) => one !== upper);
  return tried.flatMap((one) => writePostalCode(one, country) ?? []);
}

function lineFindings({ address1, address2 }: SentAddress): AddressFinding[] {
  const isLong = (text: string) => [...text].length > LINE_MAX;
  const second = isLong(address2) ? [found("line_too_long", "address2")] : [];
  if (!isLong(address1)) return second;
  const start = [...address1].slice(0, LINE_MAX + 1).join("");
  const end = start.search(/[\s,]+\S*$/);
  const rest = address1.slice(end).replace(/^[\s,]+/, "");
  const isSplit = address2 === "" && end > 0 && !isLong(rest);
  return [
    found("line_too_long", "address1", isSplit ? { address1: address1.slice(0, end), address2: rest } : null),
    ...second,
  ];
}
