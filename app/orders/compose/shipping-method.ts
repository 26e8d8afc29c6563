import type { LineSnapshot, OrderSnapshot, ShippingChoice, ShippingMethod } from "../../ports/order-model.ts";
import { methodOfRate } from "../../settings/checkout-rates.ts";
import type { ShopSettings } from "../../settings/settings.ts";

/** The fastest first (print-service: createOrder). */
const BY_SPEED: readonly ShippingMethod[] = [1, 2, null];

/** The method by the shipping line that decides. */
export const chooseShippingMethod = (...input: Parameters<typeof decidingShippingChoice>): ShippingMethod =>
  methodFor(decidingShippingChoice(...input), input[2], input[3]);

/**
 * The shipping line that decides of those of what is printed: of the order's, or with split shipping, of each line's own. Where these
 * differ, the fastest counts: one parcel keeps what the customer paid for, and the margin check sees its price. Without lines,
 * the order's counts.
 */
export function decidingShippingChoice(
  { shippingMethod }: Pick<OrderSnapshot, "shippingMethod">,
  lines: readonly Pick<LineSnapshot, "shippingMethod">[],
  countryCode: string,
  rules: ShopSettings["shippingRules"],
): ShippingChoice | null {
  const choices = lines.length > 0 ? lines.map((line) => line.shippingMethod ?? shippingMethod) : [shippingMethod];
  const speedOf = (choice: ShippingChoice | null) => BY_SPEED.indexOf(methodFor(choice, countryCode, rules));
  return choices.toSorted((a, b) => speedOf(a) - speedOf(b))[0] ?? null;
}

/**
 * The method of the shop's first rule that fits the Shopify shipping line and the destination, else that of a rate which the app gave
 * at the checkout; null is Standard.
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
  return rule?.method ?? methodOfRate(chosen.code, countryCode);
}
