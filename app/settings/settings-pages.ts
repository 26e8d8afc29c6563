import type { SettingName } from "./settings.ts";

/** The pages below Settings that have a form, with what each of them saves. Every setting but the rules is on one page. */
export const SETTINGS_PAGES = {
  sending: ["approval", "editWindowMinutes", "sending", "goLiveAt", "printableRule"],
  personalization: [
    "noteTemplate",
    "personalizationProperties",
    "unusedProperties",
    "ignoredProperties",
    "orderNotes",
    "attributesToReview",
  ],
  payment: ["payment", "testOrders", "serviceCurrency", "minimumMarginPercent", "nightlySkuCheck"],
  shipping: [
    "shippingRules",
    "addressChecks",
    "fallbackEmail",
    "fallbackPhone",
    "fulfillWhen",
    "notifyCustomer",
    "lateAfterDays",
  ],
  artwork: ["artworkProperties", "artworkMetafields", "replacedArtwork", "printSizes"],
  shopify: ["inShopify"],
  account: ["printServiceEmail"],
} as const satisfies Record<string, readonly (SettingName | "goLiveAt")[]>;

export type SettingsPage = keyof typeof SETTINGS_PAGES;

/** The page of a setting. */
export function settingsPageOf(name: SettingName): SettingsPage | "rules" {
  if (name === "rules") return "rules";
  const pages = Object.keys(SETTINGS_PAGES) as SettingsPage[];
  const isOn = (page: SettingsPage) => (SETTINGS_PAGES[page] as readonly string[]).includes(name);
  // Held by a test.
  return pages.find(isOn) ?? "sending";
}
