import pLimit from "p-limit";
import type { Basket, Price, PriceResult } from "./model.ts";
import { priceBasket, type PricingShop, type QuotesContext, isInconsistentLine, linesTotal } from "./price-basket.ts";

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
