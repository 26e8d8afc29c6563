import { expect, test } from "vitest";
import { i18nOf } from "./i18n.ts";

const { translate, formatCurrency } = i18nOf({
  heading: "Print order",
  state: { held: "Held since {{ since }} by {{who}}." },
  reasons: { one: "{{count}} reason", other: "{{count}} reasons" },
});

test("a word is found by its path, and its holes are filled", () => {
  expect(translate("heading")).toBe("Print order");
  expect(translate("state.held", { since: "noon", who: "you" })).toBe("Held since noon by you.");
});

test("a word has a form for one and for many", () => {
  expect(translate("reasons", { count: 1 })).toBe("1 reason");
  expect(translate("reasons", { count: 12 })).toBe("12 reasons");
});

test("what is no text stays what it is, between the texts around it", () => {
  const link = { type: "s-link" };
  expect(translate("state.held", { since: "noon", who: link })).toEqual(["Held since ", "noon", " by ", link, "."]);
});

test("money is in the currency that was asked for", () => {
  expect(formatCurrency(7.8, { currency: "EUR" })).toBe("€7.80");
});
