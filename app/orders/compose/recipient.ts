import type { ShopSettings } from "../../settings/settings.ts";
import type { Address, OrderSnapshot, PrintOrder } from "../../ports/order-model.ts";
import { firstText, labelText, isMasked } from "../../common/clean-text.ts";
import { countryName, isoCountry } from "../../address/country.ts";
import { hasPostalCodes, isPostalCodeRequired, onlyPostalCode } from "../../address/postal-code.ts";
import { isSendableEmail, isSendablePhone, type Capabilities } from "../../ports/print-service.ts";
import { PROVINCE_CODE_MAX, provinceCode, provinceNamed, provincesOf } from "../../address/province.ts";

/** Who gets the parcel, and where: the order to create without its items (print-service: createOrder). */
export type Recipient = Omit<PrintOrder, "reference" | "method" | "items">;

interface MissingPart {
  code:
    | "address_missing"
    | "address_incomplete"
    | "recipient_masked"
    | "country_unknown"
    | "contact_missing"
    | "protected_data_withheld";
  fields: (keyof Recipient)[];
  /** Those of them that the order has, in a form that the account does not take. */
  unusable?: (keyof Recipient)[];
}

type RecipientResult = { ok: true; recipient: Recipient } | { ok: false; missing: MissingPart[] };

/** The field is required (print-service: createOrder), also where an address may lack a postal code. */
const NO_POSTAL_CODE = "00000";

/** The recipient of an order, or everything that is missing for one. Nothing in it is empty but `address2`. */
export function buildRecipient(
  snapshot: OrderSnapshot,
  settings: ShopSettings,
  { enforcesContact = false }: Partial<Pick<Capabilities, "enforcesContact">> = {},
): RecipientResult {
  const contact = buildContact(snapshot, settings, enforcesContact);
  const missingContact = emptyFields(contact);
  const missing: MissingPart[] =
    missingContact.length > 0
      ? [{ code: "contact_missing", fields: missingContact, ...unusableOf(snapshot, settings, missingContact) }]
      : [];
  if (!snapshot.shippingAddress) return { ok: false, missing: [{ code: "address_missing", fields: [] }, ...missing] };

  if (isProtectedDataWithheld(snapshot))
    return { ok: false, missing: [{ code: "protected_data_withheld", fields: [] }] };

  const code = isoCountry(snapshot.shippingAddress.countryCode ?? "");
  if (!code) missing.unshift({ code: "country_unknown", fields: ["countryCode"] });
  const label = buildLabel(snapshot.shippingAddress, snapshot.billingAddress);
  const place = code ? buildPlace(snapshot.shippingAddress, code) : null;
  const maskedFields = fieldsWhere({ ...label, ...place }, isMasked);
  if (maskedFields.length > 0) missing.unshift({ code: "recipient_masked", fields: maskedFields });
  const incompleteFields = [...emptyFields(label), ...emptyFields(place ?? {})];
  if (place && place.provinceCode.length > PROVINCE_CODE_MAX) incompleteFields.push("provinceCode");
  if (incompleteFields.length > 0) missing.unshift({ code: "address_incomplete", fields: incompleteFields });
  if (missing.length > 0 || !place) return { ok: false, missing };
  return { ok: true, recipient: { ...label, ...place, ...contact } };
}

/**
 * shopify: without access to protected customer data of level 2, names, streets, emails and phones come as null, while the place may
 * come. A customer who left out all of them cannot order.
 */
function isProtectedDataWithheld({ shippingAddress, billingAddress, ...order }: OrderSnapshot): boolean {
  const personal = [order.email, order.phone, order.customerEmail, order.customerPhone];
  const label = [shippingAddress, billingAddress].flatMap((address) =>
    address ? [personName(address), address.company, address.address1, address.address2, address.phone] : [],
  );
  return [...personal, ...label].every((value) => labelText(value) === "");
}

type Contact = Pick<Recipient, "email" | "phone">;
type Label = Pick<Recipient, "name" | "address1" | "address2">;
type Place = Omit<Recipient, keyof Contact | keyof Label>;

/**
 * Shopify's addresses have a phone, and no email. A masked one reaches nobody. Where the account enforces the forms of both, the first
 * counts that has it.
 */
function buildContact(snapshot: OrderSnapshot, settings: ShopSettings, enforced: boolean): Contact {
  const { shippingAddress, billingAddress } = snapshot;
  const emails = [snapshot.email, snapshot.customerEmail, settings.fallbackEmail];
  const phones = [shippingAddress?.phone, snapshot.phone, snapshot.customerPhone, billingAddress?.phone];
  return {
    email: firstUnmasked(emails, enforced ? isSendableEmail : anyText),
    phone: firstUnmasked([...phones, settings.fallbackPhone], enforced ? isSendablePhone : anyText),
  };
}

const anyText = (): boolean => true;

const firstUnmasked = (texts: readonly (string | null | undefined)[], fits: (text: string) => boolean): string =>
  firstText(...texts.map(labelText).filter((text) => !isMasked(text) && fits(text)));

function unusableOf(
  snapshot: OrderSnapshot,
  settings: ShopSettings,
  missing: readonly (keyof Recipient)[],
): Pick<MissingPart, "unusable"> {
  const any = buildContact(snapshot, settings, false);
  const unusable = (["email", "phone"] as const).filter((field) => missing.includes(field) && any[field] !== "");
  return unusable.length === 0 ? {} : { unusable };
}

function buildLabel(address: Address, billing: Address | null): Label {
  const company = named(address.company);
  const person = personName(address);
  const name = firstText(person, company, billing && personName(billing));
  const above = person === "" ? "" : company;
  const address2 = [above, labelText(address.address2)].filter((part) => part !== "").join(", ");
  return { name, address1: named(address.address1), address2 };
}

function personName(address: Address): string {
  return firstText(named(address.name), named(`${labelText(address.firstName)} ${labelText(address.lastName)}`));
}

/** "" where the text has neither a letter nor a digit: "-" and "." fill a field that a form requires. Masks stay, to be told apart. */
function named(text: string | null | undefined): string {
  const clean = labelText(text);
  return /[\p{Letter}\p{Number}]/u.test(clean) || isMasked(clean) ? clean : "";
}

/** Their addresses have a postal code, and no city besides. */
const WITHOUT_CITY: ReadonlySet<string> = new Set(["GI", "GS", "MC", "PN", "SG", "VA"]);

/**
 * Every part has a substitute where an address of the country may lack it. What it has to have is no guess: a parcel with a wrong state
 * or city is lost. An order that did not pass a checkout (API, draft, point of sale) may name its state without the code.
 */
function buildPlace(address: Address, countryCode: string): Place {
  const country = firstText(labelText(address.country), countryName(countryCode));
  const city = firstText(named(address.city), mayLackCity(countryCode) ? country : "");
  const code =
    provinceCode(named(address.provinceCode), countryCode) || provinceNamed(countryCode, labelText(address.province));
  return {
    city,
    zip: firstText(
      named(address.zip),
      onlyPostalCode(countryCode),
      isPostalCodeRequired(countryCode) ? "" : NO_POSTAL_CODE,
    ),
    province: firstText(named(address.province), code, city),
    provinceCode: firstText(code, provincesOf(countryCode).length > 0 ? "" : countryCode),
    country,
    countryCode,
  };
}

const mayLackCity = (countryCode: string): boolean => WITHOUT_CITY.has(countryCode) || !hasPostalCodes(countryCode);

/** `address2` is the one field that may be empty (print-service: createOrder). */
const emptyFields = ({ address2: _, ...part }: Partial<Recipient>): (keyof Recipient)[] =>
  fieldsWhere(part, (text) => text === "");

const fieldsWhere = (part: Partial<Recipient>, matches: (text: string) => boolean): (keyof Recipient)[] =>
  (Object.keys(part) as (keyof Recipient)[]).filter((key) => matches(part[key] ?? ""));
