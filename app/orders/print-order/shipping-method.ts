import type { LineSnapshot, OrderSnapshot, ShippingChoice, ShippingMethod } from "../../ports/order-model.ts";
import type { ShopSettings } from "../../settings/settings.ts";

/** The fastest first (print-service: createOrder). */
const BY_SPEED: readonly ShippingMethod[] = [1, 2, null];

/**
 * The method by the shipping lines of what is printed: of the order's, or with split shipping, of each line's own. Where these differ, the
 * fastest counts: one parcel keeps what the customer paid for, and the margin check sees its price. Without lines, the order's counts.
 */
export function chooseShippingMethod(
  { shippingMethod }: Pick<OrderSnapshot, "shippingMethod">,
  lines: readonly Pick<LineSnapshot, "shippingMethod">[],
  countryCode: string,
  rules: ShopSettings["shippingRules"],
): ShippingMethod {
  const choices = lines.length > 0 ? lines.map((line) => line.shippingMethod ?? shippingMethod) : [shippingMethod];
  const methods = choices.map((choice) => methodFor(choice, countryCode, rules));
  return BY_SPEED.find((method) => methods.includes(method)) ?? null;
}

/**
 * The method of the shop's first rule that fits the Shopify shipping line and the destination; null is Standard.
 * Settings hold no rule for a method that the destination does not have (print-service: createOrder).
 */
function methodFor(
  chosen: ShippingChoice | null,
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
