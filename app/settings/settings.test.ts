import { expect, it } from "vitest";
import { readSettings, shopSettings, unreadableSettings } from "./settings.ts";

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
