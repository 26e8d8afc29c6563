const SETTING_NAMES: Readonly<Record<string, string>> = {
  approval: "approval",
  editWindowMinutes: "time for changes",
  printableRule: "which lines are printed",
  artworkProperties: "artwork in line item properties",
  artworkMetafields: "artwork in metafields",
  personalizationProperties: "personalization",
  shippingRules: "shipping methods",
  fallbackEmail: "fallback e-mail",
  fallbackPhone: "fallback phone",
  notifyCustomer: "messages to customers",
  minimumMarginPercent: "least margin",
  serviceCurrency: "currency of the print service",
};

/** Settings as they are called on their page, e.g. `least margin, shipping methods`. */
export const settingNames = (keys: readonly string[]): string =>
  keys.map((key) => SETTING_NAMES[key] ?? key).join(", ");
