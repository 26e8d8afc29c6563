import type { PriceRow } from "../../../sku-checks/country-prices.ts";
import { formatNumber, pluralize } from "../../common/format.ts";

const NAMES_SHOWN = 6;

/** Texts of the prices to sell at. */
export const PRICES = {
  target: "Target margin",
  targetHelp: "What remains of the price.",
  ending: "Round prices up",
  shipping: "Shipping",
  save: "Save as default for all products",
  saved: "Default saved",
  addCountry: "Add a country",
  choose: "Choose a country",
  orderedGroup: "Your orders of the last 90 days",
  allGroup: "All countries",
  ordered: (name: string, orders: number) => `${name} (${pluralize(orders, "order")})`,
  full: (countries: number) => `Up to ${countries} countries are shown. Remove one to add another.`,
  retry: "Try again",
  unavailable: {
    title: "The print service isn't responding",
    text: "Some prices are missing, or older than an hour.",
  },
  noAccount: "Prices come from your print service.",
  noRate: {
    title: "Add an exchange rate to see margins",
    text: (sold: string, billed: string) => `Your store sells in ${sold}, and the print service bills in ${billed}.`,
    action: "Add exchange rate",
    url: "/app/settings/prices#profit",
  },
  names: (names: readonly string[]) =>
    names.length <= NAMES_SHOWN
      ? names.join(", ")
      : `${names.slice(0, NAMES_SHOWN).join(", ")} and ${formatNumber(names.length - NAMES_SHOWN)} more`,
  price: (amount: string) => `Your price ${amount}`,
  noPrice: "Price in Shopify not known yet",
  skus: (skus: readonly string[]) =>
    skus.length === 1 ? `Print SKU ${skus[0] ?? ""}` : pluralize(skus.length, "print SKU"),
  resource: { singular: "country", plural: "countries" },
  headings: (target: string) => [
    "Country",
    "Print cost",
    "Shipping",
    "Total cost",
    "Margin now",
    `Price for ${target}%`,
  ],
  percent: (margin: string) => `${margin}%`,
  below: (margin: string) => `${margin}%, below target`,
  costs: (amount: string) => `Costs ${amount}`,
  parts: (print: string, shipping: string) => `Print ${print}, shipping ${shipping}`,
  marginNow: "Margin now:",
  priceFor: (target: string) => `Price for ${target}%:`,
  everywhere: (target: string) => `Price for ${target}% in all of these countries:`,
  unknown: "Not known",
  problems: {
    rejected: "The print service doesn't accept this SKU here.",
    unavailable: "No price yet.",
    not_asked: "Not asked for yet.",
    not_priced: "Not known: the print service names no price before an order is paid.",
    unbelievable: "The print service named a price of nothing, so Inkbridge doesn't use it.",
    inconsistent: "The print service's total doesn't match its parts.",
  } satisfies Record<Exclude<PriceRow["status"], "priced">, string>,
  moreGroups: (groups: number) => `And ${pluralize(groups, "more price", "more prices")}, not shown here.`,
  unasked: (prices: number) => `${pluralize(prices, "price")} ${prices === 1 ? "wasn't" : "weren't"} asked for yet.`,
  more: "Get more prices",
  askedAt: "Prices as of",
  basis:
    "For one item with standard shipping and your payment fee, before tax. If your prices include tax, add it. Nothing is ordered, and your prices in Shopify don't change.",
  changeInShopify: "Change prices in Shopify",
};
