import pLimit from "p-limit";
import countries from "i18n-iso-countries";
import type { Basket, Price, PriceResult } from "./basket.ts";
import { priceBasket, isInconsistentLine, linesTotal, type PricingShop } from "./price-basket.ts";
import type { QuotesContext } from "./shipping-services.ts";
import { countryName, isoCountry } from "../address/country.ts";
import type { ShopId } from "../ports/ids.ts";

/** inconsistentSkus, linesTotal: for a price with discrepancies. rejectedSkus: those that are rejected alone, too. */
export type QuoteResult =
  | { status: "priced"; price: Price; linesTotal: string; inconsistentSkus: string[] }
  | { status: "rejected"; providerMessage: string | null; rejectedSkus: string[] }
  | Exclude<PriceResult, { status: "priced" | "rejected" }>;

const CONCURRENCY = 4;

/** Prices a basket; where the service rejects it, prices each SKU alone to find those that it rejects. */
export async function quote(
  ctx: QuotesContext,
  shop: PricingShop,
  basket: Basket,
  age: { maxAgeMs: number },
): Promise<QuoteResult> {
  const priced = await priceBasket(ctx, shop, basket, age);
  switch (priced.status) {
    case "priced": {
      const { lines } = priced.price;
      const inconsistentSkus = lines.filter(isInconsistentLine).map((line) => line.itemSku);
      return { ...priced, linesTotal: linesTotal(lines), inconsistentSkus: [...new Set(inconsistentSkus)] };
    }
    case "rejected":
      return { ...priced, rejectedSkus: await skusRejectedAlone(ctx, shop, basket, age) };
    default:
      return priced;
  }
}

async function skusRejectedAlone(
  ctx: QuotesContext,
  shop: PricingShop,
  basket: Basket,
  age: { maxAgeMs: number },
): Promise<string[]> {
  const [only, ...others] = basket.items;
  if (only && others.length === 0) return [only.itemSku];
  const items = [...new Map(basket.items.map((item) => [item.itemSku, item])).values()];
  const results = await pLimit(CONCURRENCY).map(items, (item) =>
    priceBasket(ctx, shop, { ...basket, items: [item] }, age),
  );
  return items.filter((_, at) => results[at]?.status === "rejected").map((item) => item.itemSku);
}

/** Every ISO country, by its English name in Shopify. */
export const COUNTRIES: readonly { value: string; label: string }[] = Object.keys(countries.getAlpha2Codes())
  .filter((code) => isoCountry(code) !== null)
  .map((value) => ({ value, label: countryName(value) }))
  .sort((one, other) => one.label.localeCompare(other.label, "en"));

/** The print SKUs of a shop's mappings, sorted and at most `max`: suggestions, not all SKUs of the print service. */
export async function mappedSkus(ctx: Pick<QuotesContext, "db">, shopId: ShopId, max: number): Promise<string[]> {
  const rows = await ctx.db.mapping.groupBy({
    by: "itemSku",
    where: { shopId },
    orderBy: { itemSku: "asc" },
    take: max,
  });
  return rows.map((row) => row.itemSku);
}
