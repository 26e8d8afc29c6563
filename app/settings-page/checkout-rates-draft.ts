import { z } from "zod";
import { isoCountry } from "../address/country.ts";
import {
  AMOUNT,
  FAST_METHODS,
  MAX_RATE_NAME,
  MAX_ZONES,
  RATE_ROUNDINGS,
  type CheckoutRatesSettings,
  type FastMethod,
} from "../settings/checkout-rates.ts";

/** What is wrong with a field of the rates. */
const FIELD_ERRORS = {
  amount: "Enter an amount from 0 to 9,999,999.99, such as 4.90.",
  percent: "Enter a percentage from 0 to 100.",
  name: `Enter a name of up to ${MAX_RATE_NAME} characters.`,
  countries: "Enter two-letter country codes with commas, such as US, CA.",
  tooManyZones: `Add up to ${MAX_ZONES} zones.`,
} as const;

/** The rates as typed. Amounts are in the shop's currency. */
export interface CheckoutRatesDraft {
  on: boolean;
  name: string;
  mixed: CheckoutRatesSettings["mixed"];
  otherGoods: string;
  handlingPercent: string;
  handling: string;
  rounding: CheckoutRatesSettings["rounding"];
  /** "": never. */
  freeOver: string;
  /** `surcharge`: "" until the merchant says what a method costs, which may be 0. */
  faster: Record<FastMethod, { on: boolean; name: string; surcharge: string }>;
  /** `countries`: codes with commas; "" for all that no other zone names. */
  fallback: ZoneDraft[];
}

export interface ZoneDraft {
  countries: string;
  first: string;
  further: string;
}

/** Names of the faster rates until the merchant gives them others. */
const FAST_NAMES: Readonly<Record<FastMethod, string>> = { "US-1": "Express", "US-2": "Ground", "AU-1": "Express" };

export function ratesToDraft(settings: CheckoutRatesSettings): CheckoutRatesDraft {
  const { on, name, mixed, otherGoods, handling, rounding } = settings;
  const faster = FAST_METHODS.map((method) => {
    const chosen = settings.faster.find((one) => one.method === method);
    const { name, surcharge } = chosen ?? { name: FAST_NAMES[method], surcharge: "" };
    return [method, { on: chosen !== undefined, name, surcharge }];
  });
  return {
    ...{ on, name, mixed, otherGoods, handling, rounding },
    handlingPercent: String(settings.handlingPercent),
    freeOver: settings.freeOver ?? "",
    faster: Object.fromEntries(faster) as CheckoutRatesDraft["faster"],
    fallback: settings.fallback.map((zone) => ({ ...zone, countries: zone.countries.join(", ") })),
  };
}

const amount = z.string().trim().regex(AMOUNT, FIELD_ERRORS.amount);
const rateName = z.string().trim().min(1, FIELD_ERRORS.name).max(MAX_RATE_NAME, FIELD_ERRORS.name);
const countryCodes = z
  .string()
  .transform((text) => text.split(/[\s,;]+/).filter(Boolean))
  .refine((codes) => codes.every((code) => isoCountry(code) !== null), FIELD_ERRORS.countries)
  .transform((codes) => [...new Set(codes.map((code) => code.toUpperCase()))]);
/** A method that is not offered keeps whatever was typed for it, and is not stored. */
const fasterRate = z
  .strictObject({ on: z.boolean(), name: z.string().trim(), surcharge: z.string().trim() })
  .superRefine(({ on, name, surcharge }, problems) => {
    if (!on) return;
    const fields = [
      ["name", rateName.safeParse(name)],
      ["surcharge", amount.safeParse(surcharge)],
    ] as const;
    for (const [field, { error }] of fields)
      for (const { message } of error?.issues.slice(0, 1) ?? [])
        problems.addIssue({ code: "custom", path: [field], message });
  });

/** The rates as typed, read. */
export const checkoutRatesDraft = z.strictObject({
  on: z.boolean(),
  name: rateName,
  mixed: z.enum(["none", "printed"]),
  otherGoods: amount,
  handlingPercent: z
    .string()
    .trim()
    .regex(/^\d{1,3}(\.\d{1,2})?$/, FIELD_ERRORS.percent)
    .transform(Number)
    .refine((percent) => percent <= 100, FIELD_ERRORS.percent),
  handling: amount,
  rounding: z.enum(RATE_ROUNDINGS),
  freeOver: z
    .string()
    .trim()
    .refine((text) => text === "" || AMOUNT.test(text), FIELD_ERRORS.amount)
    .transform((text) => (text === "" ? null : text)),
  faster: z.strictObject({ "US-1": fasterRate, "US-2": fasterRate, "AU-1": fasterRate }).transform((methods) =>
    FAST_METHODS.flatMap((method) => {
      const { on, name, surcharge } = methods[method];
      return on ? [{ method, name, surcharge }] : [];
    }),
  ),
  fallback: z
    .array(z.strictObject({ countries: countryCodes, first: amount, further: amount }))
    .max(MAX_ZONES, FIELD_ERRORS.tooManyZones),
});
