import type { AddressInput } from "../../../sandbox/shopify/place-order.ts";

/** Words of the run's customers and merchants: rare enough to be looked for wherever they must not stand. */
export const PERSONAL_DATA = [
  { what: "a first name", word: "Zephyrine" },
  { what: "a last name", word: "Quillfeather" },
  { what: "a street", word: "Marlowbrook" },
  { what: "a city", word: "Louisquill" },
  { what: "an e-mail", word: "quillbuyer" },
  { what: "a phone number", word: "555 017" },
] as const;

/** The second line of an address names its order, at the print service, too. */
const addressLine2 = (key: string): string => `Unit ${key}`;

export const orderKeyOf = (address2: string): string | null => /^Unit (\S+)$/.exec(address2)?.[1] ?? null;

/** A whole address in the United States. `key` is unique over the run. */
export const addressOf = (key: string): AddressInput => ({
  firstName: "Zephyrine",
  lastName: "Quillfeather",
  address1: "12 Marlowbrook Road",
  address2: addressLine2(key),
  city: "Louisquill",
  province: "Kentucky",
  provinceCode: "KY",
  country: "United States",
  countryCode: "US",
  zip: "40202",
});

/** The same address with another street, as staff enters it in the app. */
export const changedAddressOf = (key: string) => ({
  firstName: "Zephyrine",
  lastName: "Quillfeather",
  company: "",
  address1: "99 Marlowbrook Road",
  address2: addressLine2(key),
  city: "Louisquill",
  zip: "40202",
  province: "Kentucky",
  provinceCode: "KY",
  countryCode: "US",
});

/** The street of an address that was corrected so many times. */
export const correctedStreet = (times: number): string => `${12 + 2 * times} Marlowbrook Road`;

export const contact = { email: "quillbuyer@mail.example", phone: "+1 555 017 0200" } as const;
