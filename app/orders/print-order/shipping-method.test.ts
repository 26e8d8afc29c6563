import { expect, it } from "vitest";
import { settings } from "../../../tests/support/order-fixtures.ts";
import { chooseShippingMethod } from "./shipping-method.ts";

const rules = settings({
  shippingRules: [
    { contains: "EXPRESS", country: "US", method: 1 },
    { contains: "ground", country: "US", method: 2 },
    { contains: "exp", country: "AU", method: 1 },
  ],
}).shippingRules;

it.each([
  ["US", { title: "Express shipping", code: null }, 1],
  ["US", { title: "Cheap", code: "us-GROUND" }, 2],
  ["US", { title: "Standard", code: null }, null],
  ["AU", { title: "Express", code: null }, 1],
  ["AU", { title: "Ground", code: null }, null],
  ["DE", { title: "Express", code: null }, null],
  ["US", null, null],
] as const)("%s %j: %s", (country, chosen, method) => {
  expect(chooseShippingMethod(chosen, country, rules)).toBe(method);
});

it("Australia has no Ground: no settings hold a rule for it", () => {
  expect(() => settings({ shippingRules: [{ contains: "express", country: "AU", method: 2 }] })).toThrow();
});
