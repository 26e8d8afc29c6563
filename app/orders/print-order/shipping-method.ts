import type { OrderSnapshot, ShippingMethod } from "../../ports/order-model.ts";
import type { ShopSettings } from "../../settings/settings.ts";

/**
 * The method of the shop's first rule that fits the Shopify shipping line and the destination; null is Standard.
 * Settings hold no rule for a method that the destination does not have (print-service: createOrder).
 */
export function chooseShippingMethod(
  chosen: OrderSnapshot["shippingMethod"],
  countryCode: string,
  rules: ShopSettings["shippingRules"],
): ShippingMethod {
  if (!chosen) return null;
  const texts = [chosen.title, chosen.code ?? ""].map((text) => text.toLowerCase());
  const rule = rules.find(
    ({ contains, country }) => country === countryCode && texts.some((text) => text.includes(contains.toLowerCase())),
  );
  return rule?.method ?? null;
}
