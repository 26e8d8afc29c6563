import { expect, it } from "vitest";
import { provinceFor } from "./province.ts";

it.each([
  ["US", "OR", "OR"],
  ["US", " or ", "OR"],
  ["US", "oregon", "OR"],
  ["US", "District of Columbia", "DC"],
  ["US", "washington dc", "DC"],
  ["US", "Virgin Islands", "VI"],
  ["US", "Federated States of Micronesia", "FM"],
  ["GB", "DC", "DC"],
  ["US", "Kent", "KENT"],
  ["CA", "Quebec", "QC"],
  ["AU", "new south wales", "NSW"],
  ["US", "Ontario", null],
  ["US", "", "US"],
  ["US", "US-CA", "CA"],
  ["JP", "JP-13", "13"],
  ["MX", "Q ROO", "ROO"],
  ["MX", "TAMPS", "TAM"],
  ["DE", "DE-", "DE"],
  ["GB", "LONDON", null],
])("%s %j: %j", (country, given, code) => expect(provinceFor(country, given)).toBe(code));
