import type { CostChange, MonthEffect } from "../../sku-checks/findings.ts";
import { countryNames, formatMoney, pluralize } from "./format.ts";

/** `One item for the United States: $7.80 USD → $8.40 USD. $126.00 USD more a month (210 items sent in the last 30 days).` */
export function costChangeText({
  country,
  previous,
  now,
  currency,
  month,
}: Omit<CostChange, "at" | "isRaised">): string {
  const costs = `${formatMoney(previous, currency)} → ${formatMoney(now, currency)}`;
  return `One item for ${countryNames([country])}: ${costs}. ${effectText(month, currency)}.`;
}

function effectText({ units, effect, isAtLeast }: MonthEffect, currency: string): string {
  if (units === 0) return "None were sent in the last 30 days";
  const most = isAtLeast ? "at least " : "";
  const amount = `${formatMoney(effect.replace("-", ""), currency)} ${effect.startsWith("-") ? "less" : "more"} a month`;
  const text = `${most}${amount} (${most}${pluralize(units, "item")} sent in the last 30 days)`;
  return text.charAt(0).toUpperCase() + text.slice(1);
}
