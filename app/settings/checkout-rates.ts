import { z } from "zod";
import { atMost } from "../common/clean-text.ts";

/** The methods faster than Standard, by country (print-service: createOrder). */
export const FAST_METHODS = ["US-1", "US-2", "AU-1"] as const;
export type FastMethod = (typeof FAST_METHODS)[number];

/** How a rate ends: as it is, or up to the next whole amount, half or .99. */
export const RATE_ROUNDINGS = ["exact", "whole", "half", "ninety_nine"] as const;
export type RateRounding = (typeof RATE_ROUNDINGS)[number];

export const MAX_RATE_NAME = 60;
export const MAX_ZONES = 50;
/** At most seven digits before the point and two behind it. */
export const AMOUNT = /^\d{1,7}(\.\d{1,2})?$/;

const amount = z.string().regex(AMOUNT);
const rateName = z.string().trim().min(1).superRefine(atMost(MAX_RATE_NAME));

/**
 * Shipping rates that Shopify asks the app for at the checkout (docs/decisions/0104-rates-at-the-checkout.md). Amounts are decimal
 * strings in the shop's currency.
 */
export const checkoutRatesSettings = z
  .object({
    on: z.boolean().default(false),
    /** The name of the standard rate, which the customer reads. */
    name: rateName.default("Standard"),
    /** Baskets with goods that are not printed. none: no rates. printed: the rate of the printed goods, and `otherGoods` for the rest. */
    mixed: z.enum(["none", "printed"]).default("none"),
    otherGoods: amount.default("0"),
    /** What is added to the print service's shipping fee: a percentage of the fee, and an amount for each order. */
    handlingPercent: z.number().min(0).max(100).default(0),
    handling: amount.default("0"),
    rounding: z.enum(RATE_ROUNDINGS).default("exact"),
    /** Standard shipping is free from this subtotal on; null: never. */
    freeOver: amount.nullable().default(null),
    /** Methods that are offered beside Standard, where the destination has them, each at most once. */
    faster: z
      .array(z.object({ method: z.enum(FAST_METHODS), name: rateName, surcharge: amount }))
      .max(FAST_METHODS.length)
      .default([]),
    /** What shipping costs while no price is known: the first zone that names the country, else one that names none. */
    fallback: z
      .array(z.object({ countries: z.array(z.string().regex(/^[A-Z]{2}$/)).max(250), first: amount, further: amount }))
      .max(MAX_ZONES)
      .default([]),
  })
  .prefault({});

export type CheckoutRatesSettings = z.infer<typeof checkoutRatesSettings>;

/** The code of a rate in Shopify's order. */
export const rateCode = (method: FastMethod | null): string =>
  method === null ? "inkbridge-standard" : `inkbridge-${method.toLowerCase()}`;

/** The method that a customer chose with a rate of the app, to this country; null: Standard, or no rate of the app. */
export function methodOfRate(code: string | null, countryCode: string): 1 | 2 | null {
  const method = FAST_METHODS.find((one) => rateCode(one) === code && one.startsWith(`${countryCode}-`));
  return method === undefined ? null : method.endsWith("-1") ? 1 : 2;
}
