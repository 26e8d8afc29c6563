import { expect, it } from "vitest";
import {
  changedSettings,
  changeStoredSettings,
  readSettings,
  settingsToReview,
  shopSettings,
  unreadableSettings,
} from "./settings.ts";
import { SETTINGS_PAGES } from "./settings-pages.ts";

const DEFAULTS = shopSettings.parse({});

it("older rows take the defaults", () => {
  expect(readSettings({ approval: "automatic" })).toEqual(DEFAULTS);
  expect(readSettings(null)).toEqual(DEFAULTS);
  expect(unreadableSettings({ approval: "automatic" })).toEqual([]);
});

it("an unreadable setting holds every order and emails no customer; the other settings stay", () => {
  const stored = { ...DEFAULTS, editWindowMinutes: -5, minimumMarginPercent: "12", serviceCurrency: "EUR" };
  expect(unreadableSettings(stored).sort()).toEqual(["editWindowMinutes", "minimumMarginPercent"]);
  expect(readSettings(stored)).toEqual({
    ...DEFAULTS,
    serviceCurrency: "EUR",
    approval: "manual",
    notifyCustomer: false,
  });
});

it.each(["text", 7, [], { approval: "perhaps" }])(
  "a row of %j stops nothing and sends nothing on its own",
  (stored) => {
    expect(readSettings(stored)).toMatchObject({ approval: "manual", notifyCustomer: false });
    expect(unreadableSettings(stored)).not.toEqual([]);
  },
);

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

it("each setting is on one page", () => {
  const onPages = [...Object.values(SETTINGS_PAGES).flat(), "rules"];
  expect(onPages.sort()).toEqual([...Object.keys(DEFAULTS), "goLiveAt"].sort());
});

it("names the settings that a change made different, and no others", () => {
  const goLiveAt = new Date("2026-11-01T00:00:00Z");
  const before = { settings: { ...OWN, approval: "automatic" }, goLiveAt };
  const after = (settings: object, at = goLiveAt) => ({ settings: { ...before.settings, ...settings }, goLiveAt: at });
  expect(changedSettings(before, after({ approval: "automatic" }))).toEqual([]);
  expect(changedSettings(before, after({ approval: "manual", editWindowMinutes: 17 })).sort()).toEqual([
    "approval",
    "editWindowMinutes",
  ]);
  expect(changedSettings(before, after({}, new Date(0)))).toEqual(["goLiveAt"]);
});
