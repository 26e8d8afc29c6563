import { findDestination } from "../../address/shipping-destination.ts";
import {
  methodsTo,
  type LineSnapshot,
  type OrderSnapshot,
  type ShippingChoice,
  type ShippingMethod,
} from "../../ports/order-model.ts";
import { methodOfRate } from "../../settings/checkout-rates.ts";
import type { ShopSettings } from "../../settings/settings.ts";
import { newHold, type Hold } from "../core/attention.ts";
import type { ShippingAccount } from "../core/shop-row.ts";

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
  const rankOf = (choice: ShippingChoice | null) => rank(methodFor(choice, countryCode, rules), rules);
  return choices.toSorted((a, b) => rankOf(a) - rankOf(b))[0] ?? null;
}

/**
 * The fastest first (print-service: createOrder). How fast a service is, nobody tells: the merchant's rules name the most wanted first, and
 * whoever chose one did not choose Standard.
 */
function rank(method: ShippingMethod, rules: ShopSettings["shippingRules"]): number {
  if (method === null) return Number.MAX_SAFE_INTEGER;
  return typeof method === "number" ? method : 3 + rules.findIndex((rule) => rule.method === method);
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
    ({ contains, country }) =>
      (country === "" || country === countryCode) && texts.some((text) => text.includes(contains.toLowerCase())),
  );
  return rule?.method ?? methodOfRate(chosen.code, countryCode);
}

/**
 * Why the print account does not ship by a method: it has services and no Express, it has no services, the service is gone, or is for
 * other countries. null: nothing is known against it.
 */
export function methodProblem(
  method: ShippingMethod,
  countryCode: string,
  { capabilities, services }: ShippingAccount,
): "no_such_method" | "no_services" | "service_gone" | "service_destination" | null {
  if (method === null || !capabilities) return null;
  if (typeof method === "number") return capabilities.shippingServices ? "no_such_method" : null;
  if (!capabilities.shippingServices) return "no_services";
  if (!services || services.length === 0) return null;
  const service = services.find(({ code }) => code === method);
  if (!service) return "service_gone";
  return findDestination(service.destinations, countryCode) === "none" ? "service_destination" : null;
}

/** Whether staff may choose the method for an order to this country. */
export const isOffered = (method: ShippingMethod, countryCode: string, account: ShippingAccount): boolean =>
  methodProblem(method, countryCode, account) === null &&
  (typeof method === "string" || methodsTo(countryCode).includes(method));

/** The customer did not pay for Standard: what cannot be sent as chosen waits for a person. */
export function methodHolds(method: ShippingMethod, countryCode: string, account: ShippingAccount): Hold[] {
  const reason = methodProblem(method, countryCode, account);
  if (!reason) return [];
  const offered = (account.services ?? []).filter(
    ({ destinations }) => findDestination(destinations, countryCode) !== "none",
  );
  const services = reason === "no_services" ? [] : offered.map(({ name, code }) => name || code);
  const chosen = typeof method === "string" ? { service: method } : {};
  return [newHold("shipping_service_unavailable", { detail: { reason, ...chosen, services } })];
}
