import type { RatesProblem, RatesResult } from "../../checkout-rates/answer-rates.ts";
import type { CarrierServiceView } from "../../checkout-rates/carrier-service.ts";
import type { FastMethod, RateRounding } from "../../settings/checkout-rates.ts";
import { formatNumber, pluralize } from "../common/format.ts";

type Problem = NonNullable<CarrierServiceView["problem"]>;

/** Texts of the page Rates at checkout. */
export const RATES = {
  switch: {
    title: "Carrier in Shopify",
    description:
      "While a customer is at the checkout, Shopify asks Inkbridge what shipping costs. Inkbridge answers with the print service's price for the cart and the destination.",
    on: "Give Shopify shipping rates",
    onHelp:
      "Saving adds the carrier “Inkbridge” to your store. Then, in Shopify, open Settings > Shipping and delivery, add a rate to each shipping zone, and choose “Use carrier or app to calculate rates” with Inkbridge.",
    access: "Inkbridge needs access to your store's shipping settings.",
    request: "Allow access",
    granted: "Access granted. You can turn rates on.",
    failed: { title: "Access wasn't granted", text: "Shopify couldn't be reached, or doesn't offer this access." },
    check: "Check again",
    checkFailed: { title: "Shopify wasn't checked", text: "Inkbridge couldn't be reached. Try again in a moment." },
    checked: "Last checked",
  },
  prices: {
    title: "Prices",
    description:
      "The standard rate is the print service's shipping fee, plus handling, rounded up. Your rules for products, quantities, and countries count. Tax is added by Shopify.",
    name: "Name of the standard rate",
    nameHelp: "Customers see it at the checkout.",
    handlingPercent: "Handling, percent of the fee",
    handling: "Handling, amount for each order",
    rounding: "Rounding",
    roundings: [
      { value: "exact", label: "None" },
      { value: "whole", label: "Up to the next whole amount" },
      { value: "half", label: "Up to the next .00 or .50" },
      { value: "ninety_nine", label: "Up to the next .99" },
    ] satisfies { value: RateRounding; label: string }[],
    freeOver: "Free standard shipping from",
    freeOverHelp:
      "Subtotal of the cart before discounts. Faster shipping then costs its surcharge alone. Leave blank for never.",
    mixed: "Carts with items that aren't printed",
    mixedChoices: [
      {
        value: "none",
        label: "No rates from Inkbridge",
        helpText: "Your other rates in Shopify apply.",
      },
      {
        value: "printed",
        label: "Rates for the printed items, plus an amount for the others",
        helpText: "The customer pays one rate for the whole cart.",
      },
    ] as const,
    otherGoods: "Amount for the other items",
  },
  faster: {
    title: "Faster shipping",
    description:
      "Offered beside the standard rate where the print service has it. Orders with such a rate are sent with that method.",
    services: "Your print account has shipping services of its own instead of Express and Ground.",
    standardAlone:
      "The checkout offers the standard rate alone, at the price of the service that your rules and shipping methods give to its orders.",
    offer: (label: string) => `Offer ${label}`,
    name: (label: string) => `Name of the rate, ${label}`,
    surcharge: (label: string) => `Surcharge, ${label}`,
    surchargeHelp: "Added to the standard rate: the print service names prices for standard shipping only.",
    methods: {
      "US-1": "United States: Express",
      "US-2": "United States: Ground",
      "AU-1": "Australia: Express",
    } satisfies Record<FastMethod, string>,
  },
  fallback: {
    title: "Fallback prices",
    description:
      "What the standard rate costs while the print service doesn't answer and no earlier price is known. Without a fallback price, Shopify shows your backup rates.",
    empty: "No fallback prices yet.",
    zone: (number: number) => `Zone ${number}`,
    remove: (number: number) => `Remove zone ${number}`,
    countries: "Countries",
    countriesHelp: "Two-letter codes, such as US, CA. Leave blank for all countries that no other zone names.",
    first: "First item",
    further: "Each further item",
    add: "Add zone",
  },
  try: {
    title: "Try it",
    description: "See what the checkout would show with the settings on this page, saved or not.",
    product: "Product",
    productPlaceholder: "Select a product",
    noProducts: "Map a product first: rates are for printed items.",
    quantity: "Quantity",
    country: "Country",
    countryPlaceholder: "Select a country",
    others: "Add an item that isn't printed",
    submit: "Show rates",
    productMissing: "Select a product.",
    countryMissing: "Select a country.",
    quantityInvalid: "Enter a whole number from 1 to 999.",
    invalid: "Fix the highlighted fields above first.",
    failed: { title: "The rates weren't computed", text: "Inkbridge couldn't be reached. Try again in a moment." },
    rates: "Rates",
    free: "Free",
  },
  figures: {
    title: "Last 24 hours",
    description: "How Shopify's requests were answered. Shopify keeps an answer for 15 minutes and asks again then.",
    none: "Shopify hasn't asked for rates in the last 24 hours.",
    asked: "Asked",
    quote: "Print service's price",
    kept: "Earlier price",
    fallback: "Fallback price",
    noRates: "No rates, Shopify's backup rates",
    notOurs: "Not our carts",
    p95: "95% answered within",
    milliseconds: (ms: number) => `${formatNumber(ms)} ms`,
    requests: (count: number) => pluralize(count, "request"),
  },
} as const;

/** The state of the carrier service, as a badge. */
export const STATES: Readonly<
  Record<CarrierServiceView["state"], { label: string; tone?: "success" | "attention" | "critical" }>
> = {
  off: { label: "Off" },
  on: { label: "On", tone: "success" },
  waiting: { label: "Turning on", tone: "attention" },
  removing: { label: "Turning off", tone: "attention" },
  problem: { label: "Not working", tone: "critical" },
};

/** What is wrong with the carrier service, and what to do. */
export const PROBLEMS: Readonly<Record<Problem, { title: string; text: string }>> = {
  scope_missing: {
    title: "Inkbridge has no access to your shipping settings",
    text: "Shopify doesn't ask for rates until you allow access again.",
  },
  plan: {
    title: "Your Shopify plan doesn't include rates from apps",
    text: "Shopify offers them on the Advanced plan and higher, on the Grow plan with yearly billing, or as a monthly add-on. Ask Shopify Support to add carrier-calculated shipping, then check again.",
  },
  refused: {
    title: "Shopify refused the carrier",
    text: "Inkbridge tries again. If the problem continues, contact Inkbridge support.",
  },
  unavailable: { title: "Shopify isn't responding", text: "Inkbridge tries again in a moment." },
};

/** Where the rates come from. */
export const SOURCES: Readonly<Record<Exclude<RatesResult["source"], "none" | "not_ours">, string>> = {
  quote: "From the print service's price, asked",
  kept: "The print service didn't answer in time, so an earlier price counts, asked",
  fallback: "From your settings: no price of the print service is known.",
};

/** Why there are no rates, and what the customer sees. */
export const NO_RATES: Readonly<Record<RatesProblem, string>> = {
  off: "Rates are off.",
  not_printed: "No rates: nothing in this cart is printed. Your other rates in Shopify apply.",
  mixed: "No rates: the cart has items that aren't printed. Your other rates in Shopify apply.",
  destination: "No rates: the print service doesn't know this country. Shopify shows your backup rates.",
  no_price:
    "No rates: no price of the print service is known, and no fallback price applies. Shopify shows your backup rates.",
  overloaded: "No rates: too many customers are at the checkout. Shopify shows your backup rates.",
  unreadable: "No rates: Shopify's request couldn't be read. Shopify shows your backup rates.",
};
