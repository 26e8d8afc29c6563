import type { AttentionRow } from "../../orders/core/attention-registry.ts";

type SettingsSection = Exclude<NonNullable<AttentionRow["fixedIn"]>, "products" | "shopify">;

/** The sections of the Settings page in which the cause of a reason is fixed, or the print service is written to. */
export const SETTINGS_LINKS: Readonly<Record<SettingsSection | "support", string>> = {
  print_account: "/app/settings#print-account",
  contact: "/app/settings#contact",
  prices: "/app/settings#prices",
  payment: "/app/settings#payment",
  artwork: "/app/settings#personalization",
  older_orders: "/app/settings#older-orders",
  support: "/app/settings#support",
};
