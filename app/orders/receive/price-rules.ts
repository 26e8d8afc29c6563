import type { ShopSettings } from "../../settings/settings.ts";
import type { PrintAccountId } from "../../ports/ids.ts";

/** What the margin of an order is judged by, as one text to compare: a hold of the check before sending keeps it. */
export const priceRules = (
  { minimumMarginPercent, serviceCurrency }: Pick<ShopSettings, "minimumMarginPercent" | "serviceCurrency">,
  printAccountId: PrintAccountId | null,
): string => `${minimumMarginPercent} ${serviceCurrency} ${printAccountId}`;
