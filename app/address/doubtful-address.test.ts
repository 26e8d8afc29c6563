import { expect, it } from "vitest";
import { findAddressDoubts, fitsProvince } from "./doubtful-address.ts";
import { provincesOf } from "./province.ts";

const US = { address1: "12 Elm Road", address2: "", zip: "40202", provinceCode: "KY", countryCode: "US" };

it.each([
  ["an ordinary address", {}],
  ["a ZIP+4", { zip: "40202-1234" }],
  ["a number in the second line", { address1: "The Old Mill", address2: "Unit 4" }],
  ["a number in words", { address1: "One Main Street" }],
  ["a post office that serves two states", { zip: "42223", provinceCode: "TN" }],
  ["a military address", { address1: "Unit 2050 Box 4190", zip: "96278", provinceCode: "AP" }],
  ["a Canadian code in small letters", { zip: "k1a0b1", provinceCode: "ON", countryCode: "CA" }],
  ["a house with a name abroad", { address1: "Rose Cottage", zip: "SW1A 1AA", provinceCode: "ENG", countryCode: "GB" }],
  ["a code that stands for none", { zip: "00000", provinceCode: "AE", countryCode: "AE" }],
])("does not doubt %s", (_what, over) => expect(findAddressDoubts({ ...US, ...over })).toEqual([]));

it.each([
  ["a ZIP code of no state", { zip: "00000" }, ["zip"]],
  ["a ZIP code of another state", { zip: "10001" }, ["zip"]],
  ["a ZIP code with a digit too few", { zip: "4020" }, ["zip"]],
  ["a Canadian code of another province", { zip: "V5K 0A1", provinceCode: "ON", countryCode: "CA" }, ["zip"]],
  ["a street without a number", { address1: "Elm Road" }, ["house_number"]],
  ["a line of 70 characters", { address1: `12 ${"E".repeat(67)}` }, ["line_too_long"]],
])("doubts %s", (_what, over, doubts) => expect(findAddressDoubts({ ...US, ...over })).toEqual(doubts));

it("knows the ZIP codes of every state that Shopify has", () => {
  for (const { code } of provincesOf("US"))
    expect([code, fitsProvince({ zip: "00000", provinceCode: code, countryCode: "US" })]).toEqual([code, false]);
});
