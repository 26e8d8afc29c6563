import { expect, it } from "vitest";
import { changeStoredSettings, settingsToReview } from "./review-settings.ts";
import { readSettings, shopSettings, unreadableSettings } from "./settings.ts";

const DEFAULTS = shopSettings.parse({});
const OWN = { ...DEFAULTS, approval: "automatic", notifyCustomer: true, serviceCurrency: "EUR" } as const;

it("a review shows the merchant's own approval and emails, and defaults for what is unreadable", () => {
  expect(settingsToReview({ ...OWN, minimumMarginPercent: "12" })).toEqual({ ...OWN, minimumMarginPercent: null });
  expect(settingsToReview(OWN)).toEqual(OWN);
});

it("saving a review of unreadable approval and emails as it is shown sends nothing", () => {
  expect(settingsToReview({ ...OWN, approval: "perhaps" })).toEqual({ ...OWN, approval: "manual" });
  expect(settingsToReview({ ...OWN, notifyCustomer: "yes" })).toEqual({ ...OWN, notifyCustomer: false });
  expect(settingsToReview("text")).toEqual({ ...DEFAULTS, approval: "manual", notifyCustomer: false });
});

it("another setting's change leaves an unreadable one as it is stored", () => {
  const stored = { ...OWN, editWindowMinutes: -5, shippingRules: null };
  const changed = changeStoredSettings(stored, { fallbackPhone: "+1 212 555 0142" });
  expect(changed).toEqual({ ...stored, fallbackPhone: "+1 212 555 0142" });
  expect(unreadableSettings(changed).sort()).toEqual(["editWindowMinutes", "shippingRules"]);
  expect(unreadableSettings(changeStoredSettings(changed, { editWindowMinutes: 30 }))).toEqual(["shippingRules"]);
});

it("what applied before applies again once the last unreadable setting is saved", () => {
  const saved = changeStoredSettings({ ...OWN, minimumMarginPercent: "12" }, { minimumMarginPercent: null });
  expect(readSettings(saved)).toEqual(OWN);
});

it.each(["text", 7, [], { approval: "perhaps" }])("a change of one setting makes no other of %j readable", (stored) => {
  const names = unreadableSettings(changeStoredSettings(stored, { testOrders: "print" }));
  expect(names.sort()).toEqual(
    unreadableSettings(stored)
      .filter((name) => name !== "testOrders")
      .sort(),
  );
});
