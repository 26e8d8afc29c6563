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
  payment: ["payment", "testOrders"],
  prices: [
    "serviceCurrency",
    "minimumMarginPercent",
    "fasterShippingCosts",
    "sellingPrices",
    "nightlySkuCheck",
    "profit",
  ],
  shipping: [
    "shippingRules",
    "addressChecks",
    "fallbackEmail",
    "fallbackPhone",
    "fulfillWhen",
    "notifyCustomer",
    "lateAfterDays",
  ],
  rates: ["checkoutRates"],
  artwork: ["artworkProperties", "artworkMetafields", "replacedArtwork", "printSizes"],
  shopify: ["inShopify"],
  account: ["printServiceEmail", "automaticPayment", "cancelAtProvider"],
} as const satisfies Record<string, readonly (SettingName | "goLiveAt")[]>;

export type SettingsPage = keyof typeof SETTINGS_PAGES;

/** The page of a setting, as the address below Settings. A setting on no form has a page of its own, called after it. */
export function settingsPageOf(name: SettingName): string {
  const isOn = ([, names]: [string, readonly string[]]) => names.includes(name);
  return Object.entries(SETTINGS_PAGES).find(isOn)?.[0] ?? name;
}
