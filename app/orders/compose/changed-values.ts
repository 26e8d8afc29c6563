import { isoCountry, countryName } from "../../address/country.ts";
import { firstText, labelText } from "../../common/clean-text.ts";
import type { ChangeBasis, ChangedAddress, ChangedValues, LineValues, OrderValues } from "../core/order-change.ts";
import {
  LINE_CHANGE_FIELDS,
  ORDER_CHANGE_FIELDS,
  type Address,
  type ChangedField,
  type LineSnapshot,
  type MappingRule,
  type OrderSnapshot,
  type PrintSide,
} from "../../ports/order-model.ts";
import type { ShopSettings } from "../../settings/settings.ts";
import {
  givenLink,
  type ChangedLinks,
  type OwnSide,
  buildNote,
  placedText,
  visibleProperties,
  withAddition,
} from "./line-content.ts";
import { chooseShippingMethod } from "./shipping-method.ts";

/** What a line without a mapping prints as: nothing yet. */
const NO_MAPPING: Readonly<MappingRule> = {
  itemSku: "",
  artworkFront: "",
  artworkBack: "",
  mockup: "",
  note: "",
  requiredSides: [],
  mappedTitle: null,
  variantChange: null,
};

/** What the line prints as, a SKU of staff first. undefined: neither a mapping nor staff says so. */
export function mappingWith(
  mapping: MappingRule | undefined,
  changed: Partial<LineValues> | undefined,
): MappingRule | undefined {
  if (changed?.itemSku === undefined) return mapping;
  // Staff chose the product for this very item: what the mapping was made for says nothing any more.
  return { ...(mapping ?? NO_MAPPING), itemSku: changed.itemSku, variantChange: null };
}

export function changedLinks(changed: Partial<LineValues> | undefined): ChangedLinks {
  const { artworkFront: front, artworkBack: back, mockup } = changed ?? {};
  return {
    ...(front === undefined ? {} : { front }),
    ...(back === undefined ? {} : { back }),
    ...(mockup === undefined ? {} : { mockup }),
  };
}

/** The order with the address and the contact of staff in place of Shopify's. */
export function withChangedRecipient(snapshot: OrderSnapshot, changed: Partial<OrderValues>): OrderSnapshot {
  const { address, email, phone } = changed;
  const shipping = address ? toAddress(address, snapshot.shippingAddress) : snapshot.shippingAddress;
  return {
    ...snapshot,
    ...(email === undefined ? {} : { email }),
    ...(phone === undefined ? {} : { phone }),
    shippingAddress: shipping && phone !== undefined ? { ...shipping, phone } : shipping,
  };
}

function toAddress(address: ChangedAddress, shown: Address | null): Address {
  return {
    ...address,
    name: `${address.firstName} ${address.lastName}`.trim(),
    country: shown?.countryCode === address.countryCode ? shown.country : countryName(address.countryCode),
    phone: shown?.phone ?? null,
  };
}

/** What Shopify, the mapping and the settings give for a line; `byRules`: what the shop's rules choose (`contentByRules`). */
export function lineValues(
  line: LineSnapshot,
  mapping: MappingRule | undefined,
  settings: ShopSettings,
  byRules = { itemSku: "", note: "" },
): LineValues {
  const rule = mapping ?? NO_MAPPING;
  const link = (side: OwnSide) => givenLink(line, rule, settings, side)?.text ?? "";
  const text = (side: PrintSide) => (rule.texts?.[side] ? placedText(line, rule.texts[side]) : "");
  return {
    itemSku: labelText(mapping && byRules.itemSku !== "" ? byRules.itemSku : rule.itemSku),
    artworkFront: link("front"),
    artworkBack: link("back"),
    mockup: link("mockup"),
    note: withAddition(buildNote(line, rule, settings), byRules.note).note,
    textFront: text("front"),
    textBack: text("back"),
    quantity: line.quantity,
  };
}

/** What Shopify and the settings give for the order; `lines`: what is printed of it, `countryCode`: of the address that counts. */
export function orderValues(
  snapshot: OrderSnapshot,
  lines: readonly LineSnapshot[],
  settings: ShopSettings,
  countryCode: string,
): OrderValues {
  const method = chooseShippingMethod(snapshot, lines, countryCode, settings.shippingRules);
  return { ...recipientValues(snapshot), method };
}

/** The address and the contact that Shopify shows. */
export const recipientValues = (snapshot: OrderSnapshot): Omit<OrderValues, "method"> => ({
  address: addressIn(snapshot),
  email: labelText(snapshot.email),
  phone: firstText(labelText(snapshot.shippingAddress?.phone), labelText(snapshot.phone)),
});

/** The ISO code of the country that the order goes to; "" when there is none. */
export const destinationOf = ({ shippingAddress }: OrderSnapshot): string =>
  isoCountry(shippingAddress?.countryCode ?? "") ?? "";

/** The address that Shopify shows. */
export function addressIn({ shippingAddress: address }: OrderSnapshot): ChangedAddress {
  const named = firstText(address?.firstName, address?.lastName) !== "";
  return {
    firstName: labelText(address?.firstName),
    lastName: named ? labelText(address?.lastName) : labelText(address?.name),
    company: labelText(address?.company),
    address1: labelText(address?.address1),
    address2: labelText(address?.address2),
    city: labelText(address?.city),
    zip: labelText(address?.zip),
    province: labelText(address?.province),
    provinceCode: labelText(address?.provinceCode),
    countryCode: labelText(address?.countryCode),
  };
}

/** Whether two addresses are one: Shopify derives the province's name from its code. */
export function isSameAddress(one: ChangedAddress, other: ChangedAddress): boolean {
  return comparable(one) === comparable(other);
}

const comparable = (address: ChangedAddress): string => JSON.stringify({ ...address, province: "" });

/** Whether a changed value is what Shopify and the mapping give by now. */
export function isAsGiven(field: ChangedField, given: ChangedValues, changed: ChangedValues): boolean {
  if (field === "address")
    return (
      given.address !== undefined && changed.address !== undefined && isSameAddress(given.address, changed.address)
    );
  return given[field] === changed[field];
}

type Hash = (value: string) => string;

/** Of the line's fields: a keyed hash of what gives each of them. A note is written for the texts of the customer. */
export function lineBasis(line: LineSnapshot, values: LineValues, hash: Hash): ChangeBasis {
  const texts = visibleProperties(line).map(({ name, value }) => [name, value]);
  const parts = { ...values, note: [values.note, texts], quantity: [line.quantity, line.remaining] };
  return Object.fromEntries(LINE_CHANGE_FIELDS.map((field) => [field, hash(JSON.stringify([field, parts[field]]))]));
}

/** The same for the order. A method is chosen for a destination. */
export function orderBasis(snapshot: OrderSnapshot, values: OrderValues, countryCode: string, hash: Hash): ChangeBasis {
  const { title = "", code = "" } = snapshot.shippingMethod ?? {};
  const parts = { ...values, address: comparable(values.address), method: [values.method, title, code, countryCode] };
  return Object.fromEntries(ORDER_CHANGE_FIELDS.map((field) => [field, hash(JSON.stringify([field, parts[field]]))]));
}
