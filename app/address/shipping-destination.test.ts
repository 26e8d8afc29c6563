import { expect, it } from "vitest";
import { findDestination } from "./shipping-destination.ts";

it.each([
  ["US", ["WW", "US"], { name: "US" }],
  ["GB", ["EU", "UK", "WW"], { name: "UK" }],
  ["DE", ["US", "EU", "WW"], { name: "EU" }],
  ["DE", ["germany"], { name: "germany" }],
  ["JP", ["US", "EU", "Rest of World"], { name: "Rest of World" }],
  ["JP", ["US", "EU"], "none"],
  ["JP", ["US", "Zone 7"], "unknown"],
  ["JP", [], "unknown"],
] as const)("%s among %j is %j", (country, destinations, found) =>
  expect(findDestination(destinations, country)).toEqual(found),
);
