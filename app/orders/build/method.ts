import type { ShopSettings } from "../../shops/settings.ts";
import type { OrderSnapshot, ShippingMethod } from "../model.ts";

/** Where which method exists (service-interface 2.4). */
const METHODS: Readonly<Record<string, readonly ShippingMethod[]>> = { US: [1, 2], AU: [1] };

/** The method of the shop's first rule that fits the Shopify shipping line and the destination; null is Standard. */
export function chooseMethod(
  chosen: OrderSnapshot["shippingMethod"],
  countryCode: string,
  rules: ShopSettings["shippingRules"],
): ShippingMethod {
  if (!chosen) return null;
  const texts = [chosen.title, chosen.code ?? ""].map((text) => text.toLowerCase());
  const rule = rules.find(
    ({ contains, country, method }) =>
      country === countryCode &&
      METHODS[country]?.includes(method) &&
      texts.some((text) => text.includes(contains.toLowerCase())),
  );
  return rule?.method ?? null;
}
