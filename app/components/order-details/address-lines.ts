import type { ContentView } from "../../orders/pages/details/submission-view.ts";

export type AddressView = Omit<ContentView, "method" | "email" | "phone">;

/** An address as on a label. "" for what is not known. */
export function addressLines(address: AddressView): string[] {
  const { name, address1, address2, city, province, provinceCode, zip, country, countryCode } = address;
  const place = [city, withCode(province, provinceCode), zip].filter((part) => part !== "").join(", ");
  return [name, address1, address2, place, withCode(country, countryCode)].filter((row) => row !== "");
}

const withCode = (name: string, code: string): string =>
  name !== "" && code !== "" ? `${name} (${code})` : name || code;
