import type { FieldProblem } from "../../orders/changes/find-problems.ts";
import { ARTWORK_PROBLEMS } from "../common/copy.ts";
import type { ChangedField, ShippingMethod } from "../../ports/order-model.ts";

/** Within a sentence. */
export const CHANGED_FIELD_NAMES: Readonly<Record<ChangedField, string>> = {
  itemSku: "print SKU",
  artworkFront: "front artwork",
  artworkBack: "back artwork",
  mockup: "mockup",
  note: "print note",
  textFront: "text on front artwork",
  textBack: "text on back artwork",
  quantity: "quantity",
  address: "address",
  email: "email",
  phone: "phone",
  method: "shipping method",
};

export const CHANGE_FIELD_LABELS: Readonly<Record<ChangedField, string>> = {
  itemSku: "Print SKU",
  artworkFront: "Front artwork",
  artworkBack: "Back artwork",
  mockup: "Mockup",
  note: "Print note",
  textFront: "Text on front artwork",
  textBack: "Text on back artwork",
  quantity: "Quantity to print",
  address: "Address",
  email: "Email",
  phone: "Phone",
  method: "Shipping method",
};

export const ADDRESS_LABELS = {
  firstName: "First name",
  lastName: "Last name",
  company: "Company",
  address1: "Address",
  address2: "Apartment, suite, etc.",
  city: "City",
  province: "State or province",
  provinceCode: "State or province code",
  zip: "Postal code",
  countryCode: "Country",
} as const;

export const CHANGE = {
  item: "Change item…",
  order: "Change address or shipping…",
  decide: "Compare and decide…",
  addText: "Add text to print note…",
  itemTitle: (title: string) => `Change ${title}`,
  orderTitle: "Change address or shipping",
  badge: "Changed",
  reason: "Reason (optional)",
  reasonHelp: "Shown in the order's history.",
  saveAddress: "Also save the address and contact in Shopify",
  maySaveAddress: "Shopify replaces the shipping address of the order.",
  mayNotSaveAddress: "Inkbridge isn't allowed to edit orders in this store.",
  allowEditing: "Allow editing orders",
  editingAllowed: "Editing orders allowed",
  editingNotRequested: "Access can't be requested right now. Correct the address in Shopify yourself.",
  pictureOnly: "This text is drawn for your review only. The print service gets the print note: correct it there, too.",
  customerEntered: "Entered by the customer",
  preview: "Preview",
  back: "Back",
  save: "Save change",
  saveAndSend: "Save and send",
  saveAndApprove: "Save and approve",
  sends: "Nothing else holds the order: saving the change sends it to print.",
  approves:
    "Save and approve sends the order to print once nothing else holds it, at the time that your settings say. Save change keeps it on hold for review.",
  withdraw: "Withdraw change",
  keep: "Keep change",
  keepAndSend: "Keep and send",
  close: "Close",
  previewTitle: "This is what's sent to print",
  noPrintOrder: "The print order isn't complete yet. These values are used once it is:",
  stillHeld: "Still needed before sending:",
  none: "None",
  doubtful: "The address may be wrong:",
  useZip: (zip: string) => `Use ${zip}`,
  useProvince: (name: string) => `Change state to ${name}`,
  splitLine: "Use two lines",
  outdatedTitle: "Shopify or the mapping has changed since",
  outdatedText: "Keep your change to print it as it is, withdraw it, or change it again below.",
  outdatedSends: "Nothing else holds the order: the order is sent to print once you keep or withdraw your change.",
  nowGiven: (label: string) => `${label} in Shopify or the mapping now`,
  yourValue: (label: string) => `${label} in your change`,
  unreadable: "Shopify can't be read right now. Try again in a moment.",
  closed: "This order can't be changed anymore. The order was sent to print, canceled, or has nothing left to print.",
  outdated: "The order changed in the meantime. Check the new preview, then save again.",
  saved: "Change saved",
  savedAndSent: "Change saved. Sending order",
  savedAndApproved: "Change saved and approved",
  kept: "Change kept",
  keptAndSent: "Change kept. Sending order",
  withdrawn: "Change withdrawn",
  badQuantity: (count: number) => `Enter a whole number from 1 to ${count}.`,
  needed: (count: number) => `At most ${count}. Items that you leave out aren't printed later.`,
};

const METHODS: Readonly<Record<string, string>> = { "1": "Express", "2": "Ground", "": "Standard" };

const NO_SERVICE = "Standard, without a named service";

/** A service has its name where `services` tell it, else its code. */
export const methodLabel = (
  method: ShippingMethod,
  services: readonly { code: string; name: string }[] | null = null,
): string => {
  if (typeof method === "string") return services?.find(({ code }) => code === method)?.name || method;
  // A service may be called Standard.
  return method === null && services ? NO_SERVICE : (METHODS[String(method ?? "")] ?? "Standard");
};

const PROBLEMS: Readonly<Record<FieldProblem["code"], string>> = {
  missing: "Enter a value.",
  too_long: "Use at most 4 characters.",
  too_many: "Enter a quantity that is still to be printed.",
  text_characters: "The font can't draw some of these characters.",
  text_too_many: "Use fewer characters. The product's page says how many are allowed.",
  text_too_long: "This text doesn't fit into its box. Shorten the text.",
  bad_email: "Enter a valid email.",
  bad_phone: "Enter a phone number with its area code, such as +1 212 555 0142.",
  unknown_country: "Choose a country.",
  method_unavailable: "Not available for this country.",
  nothing_changed: "Change at least one value.",
  ...ARTWORK_PROBLEMS,
};

/** The text beside a field; undefined: nothing is wrong with it. */
export function problemText(problems: readonly FieldProblem[], field: FieldProblem["field"]): string | undefined {
  const problem = problems.find((one) => one.field === field);
  if (problem?.characters)
    return `The font can't draw: ${problem.characters.join(" ")}. Remove or replace these characters.`;
  return problem && PROBLEMS[problem.code];
}
